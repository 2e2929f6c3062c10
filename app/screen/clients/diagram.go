package clients

import (
	"strconv"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// rowKind is what a row of a sequence diagram shows.
type rowKind uint8

// The kinds of rows.
const (
	noteRow     rowKind = iota // something at a client, or at both when Client is -1
	requestRow                 // an arrow to the service
	compareRow                 // the service compares versions
	responseRow                // an arrow back
)

// Row is one line of a sequence diagram.
type Row struct {
	Kind    rowKind
	Client  int    // 0 or 1; -1 for the clock
	Text    string // "GET", "204", or the note
	About   string // what stands beside it in words
	Version string // ETag that is carried, as "v2", "*", or empty
	Stored  string // of CompareRow: the version that the service has, "none" where there is no entity
	After   string // of CompareRow: the version that is stored then
	OK      bool   // of CompareRow and ResponseRow: the service did it
	Lost    bool   // the arrow does not arrive
	Late    bool   // the request arrives after its client gave up
	At      table.Ticks
	Command int // of the log whose call this is
	Message int // of that command's traffic, -1 for notes
}

// storedVersion is one state of the entity that the service has had.
type storedVersion struct {
	Name       string // "v1"
	Tag        table.ETag
	By         string // client, or empty for the set-up
	Properties []table.Property
	Deleted    bool
	At         table.Ticks
	Lost       []schedule.Loss // what its writer wrote over without having read it
}

// Diagram is what went between two clients and the service, as rows from top
// to bottom, and what the service has stored one after another.
type Diagram struct {
	Rows     []Row
	Versions []storedVersion
	Losses   []schedule.Loss
	Refused  int

	names map[table.ETag]string
	late  string // whose request was under way last
}

// Name returns the short name of a version, such as "v2", "*" as it is, and an
// empty text for no tag.
func (d *Diagram) Name(tag table.ETag) string {
	if tag == "" || tag == table.AnyETag {
		return string(tag)
	}
	if name, known := d.names[tag]; known {
		return name
	}
	return "unknown"
}

// Diagram returns what happened up to where the log stands.
func (c *State) Diagram() *Diagram { return c.drawn(atOnce) }

// drawn is Diagram with rests.
func (c *State) drawn(rest func()) *Diagram {
	if c.diagram != nil {
		return c.diagram
	}
	d := &Diagram{names: map[table.ETag]string{}}
	w, at := c.Live, c.Live.Position()
	var judge schedule.Judge
	for n, r := range c.results {
		rest()
		w.Seek(n + 1)
		lost := len(judge.Losses)
		judge.Watch(r)
		messages := w.Traffic(n)
		d.version(c, r, messages, judge.Losses[lost:])
		if n >= c.Begin {
			d.rows(c, n, r, messages)
		}
	}
	w.Seek(at)
	d.Losses, d.Refused = judge.Losses, judge.Refused
	c.diagram = d
	return d
}

// version notes the entity after a command if it is another one, and names the
// versions that came and went while the command was done.
func (d *Diagram) version(c *State, r script.Result, messages []script.Message, losses []schedule.Loss) {
	e, there := c.entity()
	v := storedVersion{Properties: e.Properties, By: r.Command.Client, Deleted: !there, Lost: losses, At: r.Ended}
	last := table.Ticks(0) // when the last write was done; late ones stand behind the others
	for _, m := range messages {
		tag := table.ETag(m.Response.Header.Get("ETag"))
		writes := m.Call.Verb == client.Delete || tag != "" && m.Call.Verb != client.Get
		if !m.Reached || m.Response.Status >= 300 || !writes {
			continue
		}
		if tag != "" {
			d.name(tag)
		}
		if m.At < last {
			continue
		}
		last, v.At, v.By = m.At, m.At, r.Command.Client
		if m.Sent == 0 {
			v.By = d.late
		}
	}
	if there {
		v.Tag, v.Name = e.ETag(), d.name(e.ETag())
	}
	if n := len(d.Versions); n == 0 && there || n > 0 && d.Versions[n-1].Tag != v.Tag {
		d.Versions = append(d.Versions, v)
	}
	for _, m := range messages {
		if !m.Reached {
			d.late = r.Command.Client // a request that is under way arrives later
		}
	}
}

// name gives a version its short name, in the order in which they were stored.
func (d *Diagram) name(tag table.ETag) string {
	if _, known := d.names[tag]; !known {
		d.names[tag] = "v" + strconv.Itoa(len(d.names)+1)
	}
	return d.names[tag]
}

// rows adds what command n of the log shows.
func (d *Diagram) rows(c *State, n int, r script.Result, messages []script.Message) {
	who := c.belongs(r.Command)
	if len(messages) == 0 || r.Command.Verb >= command.TrackOption && r.Command.Verb <= command.Save {
		if text := noteOf(r); text != "" {
			d.Rows = append(d.Rows, Row{Kind: noteRow, Client: who, Text: text, At: r.Ended, Command: n, Message: -1})
		}
	}
	waited := attempts(r)
	for i, m := range messages {
		if i > 0 && i < len(waited) && waited[i-1].Wait > 0 {
			d.Rows = append(d.Rows, Row{Kind: noteRow, Client: who, Text: "Waits " + step.Seconds(waited[i-1].Wait) + ", sends it again", At: m.Sent,
				Command: n, Message: -1})
		}
		d.message(Row{Client: who, Command: n, Message: i}, m)
	}
}

// attempts are those of all exchanges of a result, in the order of its traffic.
func attempts(r script.Result) []client.Attempt {
	var list []client.Attempt
	for _, x := range r.Exchanges {
		list = append(list, x.Attempts...)
	}
	return list
}

// message adds a request, what the service compared, and the response.
func (d *Diagram) message(row Row, m script.Message) {
	late := m.Sent == 0
	request := row
	request.Kind, request.Text, request.Version = requestRow, m.Request.Method, d.Name(m.Call.Match)
	request.Lost, request.Late, request.At = !m.Reached, late, m.Sent
	request.About = callText(m.Call)
	if late {
		request.At = m.At
		request.About = "arrives late: " + request.About
	}
	d.Rows = append(d.Rows, request)
	if !m.Reached {
		return
	}
	ok := m.Response.Status < 400
	after := table.ETag(m.Response.Header.Get("ETag"))
	if conditional(m.Call) {
		d.Rows = append(d.Rows, d.comparison(row, m, after, ok))
	}
	if late {
		return
	}
	answer := row
	answer.Kind, answer.Text, answer.OK, answer.Lost, answer.At = responseRow, strconv.Itoa(m.Response.Status), ok, !m.Heard, m.At
	answer.About, answer.Version = m.Response.Reason, d.Name(after)
	if m.Call.Verb == client.Get || m.Call.Verb == client.Query {
		answer.Version = d.Name(d.at(m.At))
	}
	if !ok {
		answer.Version = ""
	}
	d.Rows = append(d.Rows, answer)
}

// comparison is the row in which the service holds a condition against what it
// has stored.
func (d *Diagram) comparison(row Row, m script.Message, after table.ETag, ok bool) Row {
	row.Kind, row.OK, row.At = compareRow, ok, m.At
	row.Version, row.Stored = d.Name(m.Call.Match), d.Name(d.before(m.At))
	if row.Stored == "" {
		row.Stored = "none"
	}
	if ok && m.Call.Verb != client.Delete {
		row.After = d.Name(after)
	}
	return row
}

// before returns the tag that was stored just before a time, at the one that
// was stored at it. Writes are never at the same time.
func (d *Diagram) before(t table.Ticks) table.ETag { return d.stored(t - 1) }

func (d *Diagram) at(t table.Ticks) table.ETag { return d.stored(t) }

func (d *Diagram) stored(t table.Ticks) table.ETag {
	tag := table.ETag("")
	for _, v := range d.Versions {
		if v.At <= t {
			tag = v.Tag
		}
	}
	return tag
}

func conditional(c client.Call) bool {
	return c.Match != "" && (c.Verb == client.Replace || c.Verb == client.Merge || c.Verb == client.Delete)
}

package live

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/replay"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Finding is one thing to say about what is shown, with the evidence.
type Finding struct {
	Problem     bool
	Title, Text string
	Try         bool   // a new key on this recording is worth a try
	Template    string // the key to try, where one can be named
	Label       string // what that key does
}

// Findings returns what there is to say at the place that is shown, gravest first.
// There is always one.
func (s *State) Findings() []Finding {
	place := s.Place()
	if place < 0 {
		return nil
	}
	f := s.Lately(place)
	out := []Finding{s.load(place, &f)}
	out[0].suggest(s)
	for _, q := range f.Queries {
		if n, ok := dear(&q, &f); ok {
			return append(out, n)
		}
	}
	return out
}

// hint is what the keys of the samples that are shown suffer from. It looks at all of
// them, so it holds for some seconds.
type hint struct {
	number                  int // of the last column that it looked at, from 1
	template, label, detail string
}

// holds reports whether the hint is about what stands at a column with a number. One
// that is followed by the next is not missed meanwhile.
func (h *hint) holds(number int) bool { return number >= h.number && number < h.number+2*lately }

// suggest names the key that would cure the keys as they were written lately, as soon
// as they were studied.
func (n *Finding) suggest(s *State) {
	if !n.Try {
		return
	}
	_, to := s.Shown()
	if h := &s.hint; h.template != "" && h.holds(to+s.gone) {
		n.Template, n.Label, n.Text = h.template, h.label, n.Text+" "+h.detail
	}
}

// Study is the samples that are shown, whose keys are to be looked at. There may be
// many, so that takes turns with the page.
type Study struct {
	number int
	events []observe.Event
}

// Study returns what to look at. It is false where nothing suffers, or a hint holds
// that is not old.
func (s *State) Study() (Study, bool) {
	place := s.Place()
	if place < 0 {
		return Study{}, false
	}
	from, to := s.Shown()
	number := to + s.gone
	if number >= s.hint.number && number < s.hint.number+lately {
		return Study{}, false
	}
	f := s.Lately(place)
	if load := s.load(place, &f); !load.Try {
		return Study{}, false
	}
	return Study{number, slices.Clone(s.columns[from:to])}, true
}

// Look looks at the keys. It calls rest between two of them.
func (y Study) Look(rest func()) hint {
	for _, c := range replay.Findings(y.events, rest) {
		if c.Fix != nil && !c.Fix.RowKey && c.Fix.Template != "" {
			return hint{y.number, c.Fix.Template, c.Fix.Label, c.Detail}
		}
	}
	return hint{number: y.number}
}

// Learn takes what a study came to.
func (s *State) Learn(h hint) {
	s.hint = h
	s.rev++
}

// nearLimit is the share of what one range takes, in thousandths, from which a key is
// near its limit.
const nearLimit = 800

// load says what refuses requests, or how far the busiest key is from that.
func (s *State) load(place int, f *Figures) Finding {
	if len(f.Keys) == 0 {
		return Finding{Title: "Nothing is asked for", Text: "No request about a key came in the last " + strconv.Itoa(lately) + " s."}
	}
	top := f.Keys[0]
	name, sent := s.KeyName(top.Place), f.PerSecond(top.Sent)
	if since, refusing := s.RefusingSince(place); refusing {
		return s.refusing(since, f, &top)
	}
	share := sent * 1000 / max(1, f.Capacity)
	text := name + " is the busiest with " + view.Number(int(sent)) + " requests/s, " + view.Permil(share) + " of what one range takes."
	if share >= nearLimit {
		return Finding{Problem: true, Title: name + " is near the limit of one range", Text: text, Try: true}
	}
	if times := f.Capacity / max(1, sent); times > 1 {
		text += " It could grow " + view.Number(int(times)) + " times before the service refuses requests."
	}
	return Finding{Title: "No key is near its limit", Text: text}
}

// refusing says what refuses requests, by the cause that the endpoint gave for most.
func (s *State) refusing(since int, f *Figures, top *observe.KeyCount) Finding {
	var causes record.Refusals
	for _, e := range s.columns[since : s.Place()+1] { // the totals alone: the keys of minutes are many
		for i, n := range e.Total.Refused {
			causes[i] += uint64(n)
		}
	}
	name := s.KeyName(top.Place)
	sent, refused := f.PerSecond(top.Sent), f.PerSecond(top.Refused)
	n := Finding{Problem: true, Try: true}
	switch causes.Main() {
	case record.RangeFull:
		if top.Sent*2 < f.Total.Sent-f.Total.Spread {
			n.Title = "One range gets more than it can take"
			n.Text = "No single key has half of the requests, but keys that lie beside each other share a range. It takes " +
				view.Number(int(f.Capacity)) + "/s."
			break
		}
		n.Title = name + " asks for more than one range can take"
		n.Text = "It sends " + view.Number(int(sent)) + " requests/s to one PartitionKey. Its range takes " +
			view.Number(int(f.Capacity)) + "/s, so " + view.Number(int(refused)) + "/s get a 503."
	case record.ServerCrowded:
		n.Title = "A server is full"
		n.Text = "Several busy ranges share it. The service moves some of them away; until then requests are refused."
	case record.AccountLimit:
		n.Title, n.Try = "The account's limit is reached", false
		n.Text = "It holds however the keys are spread: use a second account, or send less."
	default:
		n.Title = "A range is on its way"
		n.Try = false
		n.Text = "Requests were refused " + causes.Main().String() + ". It takes 10 to 20 s, and retries carry your application over it."
	}
	n.Text += s.sinceMark(since)
	return n
}

// sinceMark says when refusals began after the last mark before them.
func (s *State) sinceMark(column int) string {
	for i := column; i >= 0; i-- {
		if marks := s.columns[i].Marks; len(marks) > 0 {
			if i == column {
				return " It began at " + marks[len(marks)-1] + "."
			}
			return " It began " + view.Span(s.columns[column].At-s.columns[i].At) + " after " + marks[len(marks)-1] + "."
		}
	}
	return ""
}

// What makes a query dear: so many entities read for each that is returned, and so
// many read in a second.
const (
	dearRatio = 20
	dearRate  = 200
)

// dear says of a query that it reads much more than it returns.
func dear(q *observe.QueryCount, f *Figures) (Finding, bool) {
	kind := query.Kind(q.Plan)
	if q.Examined < dearRatio*max(1, q.Returned) || f.PerSecond(q.Examined) < dearRate || kind == query.PointQuery {
		return Finding{}, false
	}
	what := "A query reads " + view.Number(int(q.Examined/max(1, q.Times))) + " entities to return " +
		view.Number(int(q.Returned/max(1, q.Times)))
	if q.Returned < q.Times { // of most pages, nothing is returned
		what = "A query reads " + view.Number(int(f.PerSecond(q.Examined))) + " entities/s and returns next to nothing"
	}
	why := [...]string{
		query.RowRangeScan:       "The rows between its two RowKeys hold much that it does not return.",
		query.PartitionScan:      "No condition bounds the RowKey, so the service reads the whole partition.",
		query.PartitionRangeScan: "It reads every partition between two PartitionKeys.",
		query.TableScan:          "No condition bounds the PartitionKey, so the service reads the whole table.",
	}[kind]
	return Finding{Title: what, Text: q.Shape + ": " + why + " An entity with the searched property in its key would be one read."}, true
}

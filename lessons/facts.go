package lessons

import (
	"slices"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Facts is what an Expr can be asked about: a World as it is, and what the
// commands after the start of a step did.
//
// What always holds: there is one moment for each command that Add took, less
// those that Cut took back; tables are asked as the World is now.
type Facts struct {
	World   *script.World
	Screen  *Screen            // on the stage, nil for none
	Ends    *Ends              // of its programs, nil where there are none
	Figures map[string]float64 // of the screen that a task is set on, by FigureNames; nil elsewhere
	moments []moment
	upto    int  // the moments that an expression sees; all but inside ever
	present bool // ever looks at the last moment only
	again   bool // and found something true there
}

// moment is what one command did, and the reading that it was part of.
type moment struct {
	result  script.Result
	reading *reading // the last one until then, nil before the first
}

// reading is a query with all pages that were asked for, or a get.
type reading struct {
	client   string
	table    string
	request  query.Request
	kind     query.Kind
	stop     query.Stop
	cost     trace.Cost
	requests int
	empty    int // pages without an entity
	more     bool
	keys     []table.Key // of the entities, in the order in which they came
	pages    [][]table.Entity
}

// NewFacts returns the facts about a World before any command.
func NewFacts(w *script.World) *Facts { return &Facts{World: w} }

// Len returns how many commands are taken in.
func (f *Facts) Len() int { return len(f.moments) }

// Add takes in what the next command did.
func (f *Facts) Add(r script.Result) {
	m := moment{result: r, reading: f.last()}
	if read := readingOf(r, m.reading); read != nil {
		m.reading = read
	}
	f.moments = append(f.moments, m)
	f.upto = len(f.moments)
}

func (f *Facts) last() *reading {
	if f.upto == 0 {
		return nil
	}
	return f.moments[f.upto-1].reading
}

// read returns the last reading, an empty one before the first.
func (f *Facts) read() *reading {
	if r := f.last(); r != nil {
		return r
	}
	return &reading{}
}

// result returns what the last command did.
func (f *Facts) result() *script.Result {
	if f.upto == 0 {
		return &script.Result{}
	}
	return &f.moments[f.upto-1].result
}

// Last returns what the last command did, nil before the first. It is to be read
// only.
func (f *Facts) Last() *script.Result {
	if f.upto == 0 {
		return nil
	}
	return f.result()
}

// readingOf returns the reading that a command makes or goes on with, nil for
// a command that reads nothing or was refused.
func readingOf(r script.Result, last *reading) *reading {
	c := &r.Command
	if r.Mistake != "" || len(r.Exchanges) == 0 {
		return nil
	}
	read := &reading{client: c.Client, table: c.Table, request: c.Query}
	switch c.Verb {
	case command.Get:
		read.kind = query.PointQuery
	case command.Next:
		if last == nil || last.client != c.Client {
			return nil
		}
		*read = *last
		read.keys, read.pages = slices.Clip(read.keys), slices.Clip(read.pages)
	case command.Query, command.Read:
	default:
		return nil
	}
	read.take(r)
	return read
}

// take adds the requests and pages of a result.
func (r *reading) take(result script.Result) {
	for _, x := range result.Exchanges {
		r.requests += len(x.Attempts)
		a, answered := x.Answer()
		if answered && a.Refusal == nil && len(a.Entities) == 0 && x.Call.Verb != 0 {
			r.empty++
		}
	}
	if result.Plan != nil {
		r.kind, r.stop = result.Plan.Kind, result.Stop
	}
	r.cost = r.cost.Add(result.Cost)
	r.more = result.Next != nil
	r.pages = append(r.pages, result.Entities)
	for _, e := range result.Entities {
		r.keys = append(r.keys, e.Key)
	}
}

// snapshot returns a table as it is, an empty one where there is none.
func (f *Facts) snapshot(name string) *table.Snapshot {
	t, err := f.World.Table(name)
	if err != nil {
		return table.New(name).Snapshot()
	}
	return t.Snapshot()
}

// matching returns the keys that the filter of the last reading matches now,
// at most $top where there is one.
func (f *Facts) matching() map[table.Key]bool {
	r := f.read()
	found := map[table.Key]bool{}
	if r.table == "" {
		return found
	}
	plan, err := r.request.Plan()
	if err != nil || r.request.Filter == "" && len(r.keys) == 1 && r.requests == 1 && r.kind == query.PointQuery {
		for _, k := range r.keys {
			found[k] = true
		}
		return found
	}
	req := query.Request{Filter: r.request.Filter, Top: query.NoTop}
	for range script.MaxPages {
		page, err := query.Run(f.snapshot(r.table), plan, req, query.Limits{})
		if err != nil {
			break
		}
		for _, row := range page.Rows {
			found[row.Key()] = true
		}
		if req.Token = page.Next; req.Token == nil {
			break
		}
	}
	return found
}

// distinct returns the different keys that a reading has brought.
func (r *reading) distinct() map[table.Key]bool {
	found := map[table.Key]bool{}
	for _, k := range r.keys {
		found[k] = true
	}
	return found
}

// readings calls visit with each reading that fits, as it was in the end.
func (f *Facts) readings(fits *node, visit func(r *reading)) {
	upto := f.upto
	defer func() { f.upto = upto }()
	for n := 1; n <= upto; n++ {
		f.upto = n
		r := f.last()
		goesOn := n < upto && f.moments[n].result.Command.Verb == command.Next && f.moments[n].reading != r
		begun := n == 1 || f.moments[n-2].reading != r
		if r != nil && begun && !goesOn && fits.eval(f).b {
			visit(r)
		}
	}
}

package store

import (
	"errors"
	"sort"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// noTop stands for a request without $top.
const noTop = -1

// asking is the request as it is being written and the answer to the last one
// that was sent.
type asking struct {
	filter   string
	top      int
	fault    *filter.Error
	expr     *filter.Expr
	plan     query.Plan
	estimate trace.Cost
	planned  bool
	drawn    *PlanView // made when a drawing first asks, dropped with every change
	all      bool      // every further page is being read
	result   Result
	refusal  error
}

// Result is the answer so far: the pages of one request, one after another.
type Result struct {
	Filter string
	Top    int
	Plan   query.Plan
	Pages  []PageView
	Cost   trace.Cost
	from   *table.Snapshot            // what the pages are read from
	starts []*query.ContinuationToken // where each page that has an entity starts
	ends   []int                      // how many entities there are up to the end of each such page
	kept   [keptPages]keptPage        // those read last, each in the place of its number
	next   *query.ContinuationToken
	ran    bool
}

// PageView is one page of an answer.
type PageView struct {
	Cost trace.Cost
	Stop query.Stop
	Next string // both parts of the token as the service writes them, empty after the last page
	At   int    // place in the table, counted in entities, where the next page starts

	token *query.ContinuationToken // Next, before it is text
}

func (r *Result) examined() int { return r.Cost.Examined }

// Ran reports whether there is an answer.
func (r *Result) Ran() bool { return r.ran }

// More reports whether a token says that there may be more.
func (r *Result) More() bool { return r.next != nil }

// Len returns the number of entities in the answer so far.
func (r *Result) Len() int {
	if len(r.ends) == 0 {
		return 0
	}
	return r.ends[len(r.ends)-1]
}

// Row returns the entity at place i of the answer. A page that is no longer
// kept is read again from its token, which gives the same entities.
func (r *Result) Row(i int) table.Row {
	n := sort.SearchInts(r.ends, i+1)
	k := &r.kept[n%keptPages]
	if k.rows == nil || k.number != n {
		page, err := query.Run(r.from, r.Plan, query.Request{Top: r.Top, Token: r.starts[n]}, query.Limits{})
		if err != nil {
			panic(err) // the same request was answered before
		}
		*k = keptPage{n, page.Rows}
	}
	return k.rows[i-(r.ends[n]-len(k.rows))]
}

// keptPages is how many pages are kept as entities: those around what a grid
// shows. The entities of 200 pages would be 400,000 pointers, and following
// them in one go holds the page up for longer than it may stand still.
const keptPages = 8

// keptPage is a page that has entities and its number among such pages.
type keptPage struct {
	number int
	rows   []table.Row
}

// add takes the entities of a page that was read from a token.
func (r *Result) add(rows []table.Row, start *query.ContinuationToken) {
	if len(rows) == 0 {
		return
	}
	n := len(r.ends)
	r.kept[n%keptPages] = keptPage{n, rows}
	r.starts, r.ends = append(r.starts, start), append(r.ends, r.Len()+len(rows))
}

// Queries returns questions worth asking of the present data.
func (p *Playground) Queries() []Query { return p.queries }

// SetFilter replaces the text of the filter, as typed, and plans it when it
// parses.
func (p *Playground) SetFilter(text string) {
	p.asking.filter = text
	p.replan()
	p.changed()
}

// SetTop sets the page size asked for with $top, 1 to 1,000; 0 means none.
func (p *Playground) SetTop(n int) {
	if n <= 0 {
		n = noTop
	}
	p.asking.top = n
	p.replan()
	p.changed()
}

// Ask fills in a ready question.
func (p *Playground) Ask(q Query) {
	p.asking.filter = q.Filter
	p.SetTop(q.Top)
}

// Filter returns the text of the filter and what is wrong with it.
func (p *Playground) Filter() (text string, fault *filter.Error) {
	return p.asking.filter, p.asking.fault
}

// Top returns the $top of the request, 0 for none.
func (p *Playground) Top() int { return max(0, p.asking.top) }

// Result returns the answer to the last request that was sent.
func (p *Playground) Result() *Result { return &p.asking.result }

// RunError returns why the last request was refused, or nil.
func (p *Playground) RunError() error { return p.asking.refusal }

func (p *Playground) replan() {
	a := &p.asking
	a.planned, a.fault, a.drawn = false, nil, nil
	expr, err := filter.Parse(a.filter)
	if err != nil {
		if !errors.As(err, &a.fault) {
			a.fault = &filter.Error{Message: err.Error()}
		}
		return
	}
	a.expr, a.plan = expr, query.NewPlan(expr)
	if p.built != nil {
		a.estimate, a.planned = a.plan.Estimate(p.built.snapshot), true
		if a.top > 0 { // every page but the last reads at least as many as it returns
			a.estimate.Pages = max(1, (a.estimate.Examined+a.top-1)/a.top)
		}
	}
}

// Run sends the request and shows its first page.
func (p *Playground) Run() {
	p.replan()
	a := &p.asking
	if !a.planned {
		return
	}
	a.all = false
	a.result = Result{Filter: a.filter, Top: a.top, Plan: a.plan, from: p.built.snapshot, ran: true}
	p.page()
	p.changed()
}

// Next reads the page that the token of the last one points to.
func (p *Playground) Next() {
	if p.asking.result.More() {
		p.page()
		p.changed()
	}
}

// RunAll reads every further page, one after another, until there is no token
// or Cancel is called.
func (p *Playground) RunAll() {
	if !p.asking.result.ran {
		p.Run()
	}
	p.asking.all = p.asking.result.More()
	p.changed()
}

func (p *Playground) nextOfAll() {
	p.page()
	p.asking.all = p.asking.all && p.asking.result.More()
}

// page reads one page of the request that was sent.
func (p *Playground) page() {
	r := &p.asking.result
	p.asking.drawn = nil
	page, err := query.Run(p.built.snapshot, r.Plan, query.Request{Top: r.Top, Token: r.next}, query.Limits{})
	p.asking.refusal = err
	if err != nil {
		r.next, p.asking.all = nil, false
		return
	}
	r.add(page.Rows, r.next)
	r.Cost = r.Cost.Add(page.Cost)
	r.Cost.Ranges = max(r.Cost.Ranges, page.Cost.Ranges)
	r.next = page.Next
	view := PageView{Cost: page.Cost, Stop: page.Stop}
	if page.Next != nil {
		view.Next, view.token = page.Next.String(), page.Next
	}
	r.Pages = append(r.Pages, view)
}

// rebuilt plans again over a new table and repeats the last request.
func (p *Playground) rebuilt() {
	if p.source.SampleID == "" {
		p.queries = p.guessQueries()
	}
	ran := p.asking.result.ran
	p.asking.result = Result{}
	if !ran && p.asking.filter == "" && len(p.queries) > 0 {
		p.asking.filter, p.asking.top = p.queries[0].Filter, noTop
		if p.queries[0].Top > 0 {
			p.asking.top = p.queries[0].Top
		}
	}
	p.replan()
	if ran {
		p.Run()
	}
}

package design

import (
	"errors"
	"strconv"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// Asking is the query as it is being written, and its answer.
type Asking struct {
	edit      *Editor
	rows      *Rows
	table     *Builder
	questions *Questions
	asking    asking
}

// leave forgets the request over another data set.
func (p *Asking) leave() { p.asking = asking{top: noTop} }

func (p *Asking) progress() (_ Progress, ok bool) {
	if !p.asking.all {
		return Progress{}, false
	}
	return Progress{Label: "Reading every page", Done: p.asking.result.examined(), Total: p.asking.estimate.Examined, Unit: "entities"}, true
}

// NewAsking returns an empty request. From now on it follows the tables that are
// built.
func NewAsking(edit *Editor, rows *Rows, table *Builder, questions *Questions) *Asking {
	p := &Asking{edit: edit, rows: rows, table: table, questions: questions, asking: asking{top: noTop}}
	table.rebuilt = p.rebuilt
	return p
}

// noTop stands for a request without $top.
const noTop = -1

// topOf is the $top of a work as the service takes it.
func topOf(top int) int {
	if top == 0 {
		return noTop
	}
	return top
}

// asking is the request as it is being written and the answer to the last one
// that was sent.
type asking struct {
	filter   string
	top      int
	fault    *filter.Error
	expr     *filter.Expr
	plan     query.Plan
	estimate trace.Cost // at most
	least    trace.Cost
	planned  bool
	drawn    *PlanView  // made when a drawing first asks, dropped with every change
	over     *Build     // that the plan is for
	bounds   *KeyBounds // nil: not looked for yet
	searched bool       // way is known
	way      *WayOut    // nil: there is none
	all      bool       // further pages are being read
	result   Result
	refusal  error
}

// Queries returns questions worth asking of the present data.
func (p *Rows) Queries() []Query { return p.queries }

// SetFilter replaces the text of the filter, as typed, and plans it when it
// parses. Beyond twice what a filter may hold nothing more is taken.
func (p *Asking) SetFilter(text string) {
	if len(text) <= 2*filter.MaxLength {
		p.edit.typing("Edit $filter", func(w *Work) { w.Filter = text })
	}
}

// SetTop sets the page size asked for with $top, 1 to 1,000; 0 means none.
func (p *Asking) SetTop(n int) {
	n = max(0, n)
	label := "No $top"
	if n > 0 {
		label = "$top " + strconv.Itoa(n)
	}
	p.edit.change(label, func(w *Work) { w.Top = n })
}

// Ask fills in a question as it is asked under the design that is shown.
func (p *Asking) Ask(q Query) {
	request := p.table.requestOf(q)
	p.edit.change("Ask: "+q.Title, func(w *Work) { w.Filter, w.Top, w.Select = request, max(0, q.Top), "" })
}

// AskAndRun fills in a question and sends it.
func (p *Asking) AskAndRun(q Query) {
	request := p.table.requestOf(q)
	p.edit.change("Ask: "+q.Title, func(w *Work) {
		w.Filter, w.Top, w.Select = request, max(0, q.Top), ""
		w.Answer = w.request(1)
	})
}

// Filter returns the text of the filter and what is wrong with it.
func (p *Asking) Filter() (text string, fault *filter.Error) {
	return p.asking.filter, p.asking.fault
}

// Top returns the $top of the request, 0 for none.
func (p *Asking) Top() int { return max(0, p.asking.top) }

// Answered reports whether the answer is one to the request as it stands.
func (p *Asking) Answered() bool {
	r, w := &p.asking.result, p.edit.Work().request(0)
	w.Split = r.Parts != nil
	return r.ran && r.answers(w)
}

// Result returns the answer to the last request that was sent.
func (p *Asking) Result() *Result { return &p.asking.result }

// RunError returns why the last request was refused, or nil.
func (p *Asking) RunError() error { return p.asking.refusal }

func (p *Asking) replan() {
	a := &p.asking
	a.planned, a.fault, a.drawn, a.bounds, a.searched = false, nil, nil, nil, false
	expr, err := filter.Parse(a.filter)
	if err != nil {
		if !errors.As(err, &a.fault) {
			a.fault = &filter.Error{Message: err.Error()}
		}
		return
	}
	a.expr, a.plan = expr, query.NewPlan(expr)
	if p.table.built != nil {
		bracket := a.plan.Bracket(p.table.built.Snapshot, a.top, query.Limits{})
		a.estimate, a.least, a.planned = bracket.High, bracket.Low, true
	}
}

// showRequest plans the request of a work, unless that is done, and shows the
// answer that it wants.
func (p *Asking) showRequest() {
	w := &p.edit.shown
	a := &p.asking
	top := topOf(w.Top)
	if a.filter != w.Filter || a.top != top || a.over != p.table.built || a.expr == nil && a.fault == nil {
		a.filter, a.top, a.over = w.Filter, top, p.table.built
		p.replan()
	}
	p.showAnswer(w)
}

// request is what the work asks for, so many pages of it.
func (w *Work) request(pages int) AnswerWanted {
	return AnswerWanted{Filter: w.Filter, Top: w.Top, Select: w.Select, Pages: pages}
}

// Run sends the request and shows its first page.
func (p *Asking) Run() {
	if p.asking.planned {
		p.edit.change("Run the query", func(w *Work) { w.Answer = w.request(1) })
	}
}

// Next reads the page that the token of the last one points to.
func (p *Asking) Next() {
	if r := &p.asking.result; r.More() {
		p.edit.change("Next page", func(w *Work) { w.Answer.Pages = len(r.Pages) + 1 })
	}
}

// RunAll reads every further page, one after another, until there is no token
// or Cancel is called.
func (p *Asking) RunAll() {
	if !p.asking.result.ran && !p.asking.planned {
		return
	}
	p.edit.change("Read every page", func(w *Work) {
		if !p.asking.result.ran {
			w.Answer = w.request(0)
		}
		w.Answer.Pages = everyPage
	})
}

// cancelPages keeps the pages that were read so far.
func (p *Asking) cancelPages() {
	if p.asking.all {
		p.edit.amend(func(w *Work) { w.Answer.Pages = len(p.asking.result.Pages) })
	}
}

// rebuilt follows a table that has taken the place of another: it plans again
// and repeats the request.
func (p *Asking) rebuilt() {
	if p.rows.source.SampleID == "" {
		if p.table.built.queries == nil {
			p.table.built.queries = p.rows.guessQueries()
		}
		p.rows.queries = p.table.built.queries
	}
	if w := *p.edit.Work(); w.Fresh {
		w.Fresh = false
		if w.Filter == "" && len(p.rows.queries) > 0 {
			q := p.rows.queries[0]
			w.Filter, w.Top = p.table.requestOf(q), max(0, q.Top)
			w.Answer = w.request(1)
		}
		p.edit.journal.amend(w)
		p.edit.shown = w
	}
	p.showRequest()
}

package model

import (
	"errors"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// Asking is the query as it is being written, and its answer.
type Asking struct {
	edit      *draft.Editor
	rows      *Rows
	table     *Builder
	questions *Questions
	Asking    asking
}

// Leave forgets the request over another data set.
func (p *Asking) Leave() { p.Asking = asking{top: noTop} }

// Progress returns how far the pages have come; ok is false when none are read.
func (p *Asking) Progress() (_ Progress, ok bool) {
	if !p.Asking.All {
		return Progress{}, false
	}
	return Progress{Label: "Reading every page", Done: p.Asking.result.examined(), Total: p.Asking.estimate.Examined, Unit: "entities"}, true
}

// NewAsking returns an empty request. From now on it follows the tables that are
// built.
func NewAsking(edit *draft.Editor, rows *Rows, table *Builder, questions *Questions) *Asking {
	p := &Asking{edit: edit, rows: rows, table: table, questions: questions, Asking: asking{top: noTop}}
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
	Plan     query.Plan
	estimate trace.Cost // at most
	least    trace.Cost
	planned  bool
	drawn    *PlanView  // made when a drawing first asks, dropped with every change
	over     *Build     // that the plan is for
	bounds   *keyBounds // nil: not looked for yet
	searched bool       // way is known
	way      *WayOut    // nil: there is none
	All      bool       // further pages are being read
	result   Result
	refusal  error
}

// SetFilter replaces the text of the filter, as typed, and plans it when it
// parses. Beyond twice what a filter may hold nothing more is taken.
func (p *Asking) SetFilter(text string) {
	if len(text) <= 2*filter.MaxLength {
		p.edit.Typing("Edit $filter", func(w *draft.Work) { w.Filter = text })
	}
}

// SetTop sets the page size asked for with $top, 1 to 1,000; 0 means none.
func (p *Asking) SetTop(n int) {
	n = max(0, n)
	label := "No $top"
	if n > 0 {
		label = "$top " + strconv.Itoa(n)
	}
	p.edit.Change(label, func(w *draft.Work) { w.Top = n })
}

// Ask fills in a question as it is asked under the design that is shown.
func (p *Asking) Ask(q draft.Query) {
	request := p.table.requestOf(q)
	p.edit.Change("Ask: "+q.Title, func(w *draft.Work) { w.Filter, w.Top, w.Select = request, max(0, q.Top), "" })
}

// AskAndRun fills in a question and sends it.
func (p *Asking) AskAndRun(q draft.Query) {
	request := p.table.requestOf(q)
	p.edit.Change("Ask: "+q.Title, func(w *draft.Work) {
		w.Filter, w.Top, w.Select = request, max(0, q.Top), ""
		w.Answer = w.Request(1)
	})
}

// Filter returns the text of the filter and what is wrong with it.
func (p *Asking) Filter() (text string, fault *filter.Error) {
	return p.Asking.filter, p.Asking.fault
}

// Top returns the $top of the request, 0 for none.
func (p *Asking) Top() int { return max(0, p.Asking.top) }

// Answered reports whether the answer is one to the request as it stands.
func (p *Asking) Answered() bool {
	r, w := &p.Asking.result, p.edit.Work().Request(0)
	w.Split = r.Parts != nil
	return r.ran && r.answers(w)
}

// Result returns the answer to the last request that was sent.
func (p *Asking) Result() *Result { return &p.Asking.result }

// RunError returns why the last request was refused, or nil.
func (p *Asking) RunError() error { return p.Asking.refusal }

func (p *Asking) replan() {
	a := &p.Asking
	a.planned, a.fault, a.drawn, a.bounds, a.searched = false, nil, nil, nil, false
	expr, err := filter.Parse(a.filter)
	if err != nil {
		if !errors.As(err, &a.fault) {
			a.fault = &filter.Error{Message: err.Error()}
		}
		return
	}
	a.expr, a.Plan = expr, query.NewPlan(expr)
	if p.table.built != nil {
		bracket := a.Plan.Bracket(p.table.built.Snapshot, a.top, query.Limits{})
		a.estimate, a.least, a.planned = bracket.High, bracket.Low, true
	}
}

// ShowRequest plans the request of a work, unless that is done, and shows the
// answer that it wants.
func (p *Asking) ShowRequest() {
	w := &p.edit.Shown
	a := &p.Asking
	top := topOf(w.Top)
	if a.filter != w.Filter || a.top != top || a.over != p.table.built || a.expr == nil && a.fault == nil {
		a.filter, a.top, a.over = w.Filter, top, p.table.built
		p.replan()
	}
	p.showAnswer(w)
}

// Run sends the request and shows its first page.
func (p *Asking) Run() {
	if p.Asking.planned {
		p.edit.Change("Run the query", func(w *draft.Work) { w.Answer = w.Request(1) })
	}
}

// Next reads the page that the token of the last one points to.
func (p *Asking) Next() {
	if r := &p.Asking.result; r.More() {
		p.edit.Change("Next page", func(w *draft.Work) { w.Answer.Pages = len(r.Pages) + 1 })
	}
}

// RunAll reads every further page, one after another, until there is no token
// or Cancel is called.
func (p *Asking) RunAll() {
	if !p.Asking.result.ran && !p.Asking.planned {
		return
	}
	p.edit.Change("Read every page", func(w *draft.Work) {
		if !p.Asking.result.ran {
			w.Answer = w.Request(0)
		}
		w.Answer.Pages = draft.EveryPage
	})
}

// CancelPages keeps the pages that were read so far.
func (p *Asking) CancelPages() {
	if p.Asking.All {
		p.edit.Amend(func(w *draft.Work) { w.Answer.Pages = len(p.Asking.result.Pages) })
	}
}

// rebuilt follows a table that has taken the place of another: it plans again
// and repeats the request.
func (p *Asking) rebuilt() {
	if p.rows.source.SampleID == "" {
		if p.table.built.queries == nil {
			p.table.built.queries = p.rows.guessQueries()
		}
		p.rows.Suggested = p.table.built.queries
	}
	if w := *p.edit.Work(); w.Fresh {
		w.Fresh = false
		if w.Filter == "" && len(p.rows.Suggested) > 0 {
			q := p.rows.Suggested[0]
			w.Filter, w.Top = p.table.requestOf(q), max(0, q.Top)
			w.Answer = w.Request(1)
		}
		p.edit.Journal().Amend(w)
		p.edit.Shown = w
	}
	p.ShowRequest()
}

// NamesKeys reports whether a filter is about the keys themselves.
func NamesKeys(text string) bool {
	for _, t := range filter.Tokens(text) {
		if t.Kind == filter.TokenPartitionKey || t.Kind == filter.TokenRowKey {
			return true
		}
	}
	return false
}

// FilterFault returns the place of an error in a filter.
func FilterFault(err error) *filter.Error {
	var at *filter.Error
	if !errors.As(err, &at) {
		at = &filter.Error{Message: err.Error()}
	}
	return at
}

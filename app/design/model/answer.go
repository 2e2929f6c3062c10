package model

import (
	"sort"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Result is the answer so far: the pages of one request, one after another.
type Result struct {
	Filter string
	Top    int
	Select string // as typed
	Plan   query.Plan
	Parts  []query.Part // the queries that were sent in its place, nil for none
	Pages  []PageView
	Cost   trace.Cost
	names  []string            // of Select, nil for every property
	Over   *Build              // what the pages are read from
	part   int                 // of Parts, which the next page belongs to
	starts []pageStart         // where each page that has an entity starts
	ends   []int               // how many entities there are up to the end of each such page
	kept   [keptPages]keptPage // those read last, each in the place of its number
	next   *query.ContinuationToken
	ran    bool
}

// PageView is one page of an answer.
type PageView struct {
	Cost trace.Cost
	Stop query.Stop
	Next string // both parts of the token as the service writes them, empty after the last page
	Part int    // of the Parts, from 0

	Token *query.ContinuationToken // Next, before it is text
}

// pageStart is where a page begins: a token in one of the parts.
type pageStart struct {
	part  int
	token *query.ContinuationToken // nil for the first page
}

// plan is the plan of one of the parts.
func (r *Result) plan(part int) query.Plan {
	if r.Parts == nil {
		return r.Plan
	}
	return r.Parts[part].Plan
}

func (r *Result) examined() int { return r.Cost.Examined }

// Ran reports whether there is an answer.
func (r *Result) Ran() bool { return r.ran }

// More reports whether a token says that there may be more, or a part has not
// been asked yet.
func (r *Result) More() bool { return r.next != nil || r.part < len(r.Parts) && len(r.Pages) > 0 }

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
		page, err := query.Run(r.Over.Snapshot, r.plan(r.starts[n].part), query.Request{Select: r.names, Top: r.Top, Token: r.starts[n].token},
			query.Limits{})
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
func (r *Result) add(rows []table.Row, start pageStart) {
	if len(rows) == 0 {
		return
	}
	n := len(r.ends)
	r.kept[n%keptPages] = keptPage{n, rows}
	r.starts, r.ends = append(r.starts, start), append(r.ends, r.Len()+len(rows))
}

// first returns the answer as it was after its first n pages.
func (r *Result) first(n int) Result {
	if n >= len(r.Pages) {
		return *r
	}
	cut := Result{Filter: r.Filter, Top: r.Top, Select: r.Select, Plan: r.Plan, Parts: r.Parts, names: r.names, Over: r.Over, ran: true}
	held := 0
	for _, page := range r.Pages[:n] {
		cut.count(page)
		if page.Cost.Returned > 0 {
			held++
		}
	}
	cut.starts, cut.ends = r.starts[:held:held], r.ends[:held:held]
	return cut
}

// count takes a page into the list and into the sums.
func (r *Result) count(page PageView) {
	r.Pages = append(r.Pages, page)
	r.Cost = r.Cost.Add(page.Cost)
	r.Cost.Ranges = max(r.Cost.Ranges, page.Cost.Ranges)
	if r.next = page.Token; r.next == nil {
		r.part = page.Part + 1
	}
}

// keptAnswers is how many answers over one table are kept, so that going back
// to them is quick.
const keptAnswers = 4

// answer returns the longest answer to a request that was read over the table.
func (b *Build) answer(want draft.AnswerWanted) *Result {
	for _, r := range b.answers {
		if r.answers(want) {
			return r
		}
	}
	return nil
}

// answers reports whether r is the answer to a request, however long.
func (r *Result) answers(want draft.AnswerWanted) bool {
	return r.Filter == want.Filter && max(0, r.Top) == want.Top && r.Select == want.Select && (r.Parts != nil) == want.Split
}

// wanted is the request that r answers.
func (r *Result) wanted() draft.AnswerWanted {
	return draft.AnswerWanted{Filter: r.Filter, Top: max(0, r.Top), Select: r.Select, Split: r.Parts != nil}
}

// keep remembers an answer in place of a shorter one.
func (b *Build) keep(r Result) {
	kept := []*Result{&r}
	for _, other := range b.answers {
		if !other.answers(r.wanted()) && len(kept) < keptAnswers {
			kept = append(kept, other)
		}
	}
	b.answers = kept
}

// showAnswer shows as many pages of an answer as the work wants: what is known
// of it, one further page at once, and the rest step by step.
func (p *Asking) showAnswer(w *draft.Work) {
	a, want := &p.Asking, w.Answer
	a.All, a.drawn = false, nil
	if want.Pages == 0 {
		a.result, a.refusal = Result{}, nil
		return
	}
	if p.table.built == nil {
		return
	}
	if known := p.table.built.answer(want); known != nil {
		a.result, a.refusal = known.first(want.Pages), nil
	} else if !p.send(want) {
		return
	}
	if len(a.result.Pages) < want.Pages && (a.result.More() || len(a.result.Pages) == 0) {
		p.page()
		a.All = len(a.result.Pages) < want.Pages && a.result.More()
	}
}

// send begins a new answer. It reports whether the request is one.
func (p *Asking) send(want draft.AnswerWanted) bool {
	expr, err := filter.Parse(want.Filter)
	names, refusal := query.ParseSelect(want.Select)
	if err == nil {
		err = refusal
	}
	p.Asking.result, p.Asking.refusal = Result{}, err
	if err != nil {
		return false
	}
	p.Asking.result = Result{Filter: want.Filter, Top: topOf(want.Top), Select: want.Select, Plan: query.NewPlan(expr), names: names,
		Over: p.table.built, ran: true}
	if want.Split {
		p.Asking.result.Parts, _ = query.Split(expr)
	}
	return true
}

// NextOfAll reads one of the further pages that are wanted, and reports whether
// there was one.
func (p *Asking) NextOfAll() bool {
	a := &p.Asking
	if !a.All {
		return false
	}
	p.page()
	a.All = a.All && a.result.More() && len(a.result.Pages) < p.edit.Shown.Answer.Pages
	return true
}

// page reads one page of the request that was sent.
func (p *Asking) page() {
	r := &p.Asking.result
	p.Asking.drawn = nil
	page, err := query.Run(r.Over.Snapshot, r.plan(r.part), query.Request{Select: r.names, Top: r.Top, Token: r.next}, query.Limits{})
	p.Asking.refusal = err
	if err != nil {
		r.next, r.part, p.Asking.All = nil, len(r.Parts), false
		return
	}
	r.add(page.Rows, pageStart{r.part, r.next})
	view := PageView{Cost: page.Cost, Stop: page.Stop, Part: r.part}
	if page.Next != nil {
		view.Next, view.Token = page.Next.String(), page.Next
	}
	r.count(view)
	r.Over.keep(*r)
}

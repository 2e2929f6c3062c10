package score

import (
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

const (
	pageSize     = query.MaxPageSize
	readsPerStep = 4000 // entities that one step of a run examines
)

// run asks one question of one build, all of its requests one after another,
// in small steps.
//
// What always holds: what it counts is what query.Run counts for the same pages,
// but that a range which several requests touch counts once; a step only
// interrupts a page, it does not end one.
type run struct {
	build *model.Build
	cut   *cutter
	score *Score
	stop  bool // stop at $top: the entities come in the wanted order, or any will do
	at    int  // the request
	token *query.ContinuationToken
	full  int // entities in the page so far
	found int // entities of the request so far
	pages int // of the request
	sort  *table.Column
	last  table.Value // of the column to sort by, when began
	began bool
	mixed bool // two entities were in the wrong order
	top   *ranking
	rows  Returned // without an order and $top
	spent trace.Cost
	trips int
	met   map[string]struct{} // the ranges, by their first PartitionKey
}

func newRun(b *model.Build, cut *cutter, s *Score, stop bool) *run {
	r := &run{build: b, cut: cut, score: s, stop: stop, met: map[string]struct{}{}}
	if s.Sort != "" {
		r.sort = table.NewColumn(s.Sort)
	}
	if r.sort != nil && s.Top > 0 {
		r.top = &ranking{most: s.Top, newest: s.Newest}
	}
	return r
}

// step reads a little and reports whether every request is answered.
func (r *run) step() bool {
	if r.at >= len(r.score.Requests) {
		return true
	}
	size := pageSize
	if r.stop && r.score.Top > 0 {
		size = r.score.Top
	}
	plan := r.score.Requests[r.at].plan
	if from, _, _ := plan.Range(); r.token == nil {
		r.met[r.cut.first(from)] = struct{}{}
	} else if !r.token.HasRowKey {
		r.met[r.cut.first(r.token.Key())] = struct{}{}
	}
	page, err := query.Run(r.build.Snapshot, plan, query.Request{Top: query.NoTop, Token: r.token},
		query.Limits{PageSize: size - r.full, Examined: readsPerStep, Boundaries: r.cut.after})
	if err != nil {
		panic(err) // neither the limits nor the token come from the user
	}
	r.take(page)
	if page.Stop == query.TimeUp && page.Next != nil {
		return false
	}
	r.full, r.pages, r.spent.Pages = 0, r.pages+1, r.spent.Pages+1
	if page.Next == nil || r.stop && r.score.Top > 0 && r.found >= r.score.Top {
		r.trips = max(r.trips, r.pages)
		r.at, r.token, r.found, r.pages, r.began = r.at+1, nil, 0, 0, false
	}
	return r.at >= len(r.score.Requests)
}

func (r *run) take(page query.Page) {
	r.token = page.Next
	r.spent.Examined += page.Cost.Examined
	r.spent.Returned += page.Cost.Returned
	r.spent.Ranges = len(r.met)
	r.full += len(page.Rows)
	r.found += len(page.Rows)
	for _, row := range page.Rows {
		r.note(row)
	}
}

// note looks at one entity: which row it is, and whether it comes in the wanted
// order.
func (r *run) note(row table.Row) {
	n := r.build.RowOf(row)
	if r.sort == nil {
		r.rows.add(n)
		return
	}
	v := r.sort.Of(row)
	if r.top == nil {
		r.rows.add(n)
	} else {
		r.top.add(v, n)
	}
	r.mixed = r.mixed || r.began && sortsBefore(r.score.Newest, v, r.last)
	r.last, r.began = v, true
}

// answer is which rows the question returns.
func (r *run) answer() Returned {
	if r.top != nil {
		return r.top.answer()
	}
	if a := &r.rows; r.sort == nil && r.score.Top > 0 {
		a.First, a.full = true, a.Count >= r.score.Top
	}
	return r.rows
}

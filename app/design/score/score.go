package score

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys/reach"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// Request is one of the requests that a question becomes.
type Request struct {
	Filter string
	Kind   query.Kind
	plan   query.Plan
}

// Score is how one design answers one question.
type Score struct {
	draft.Query
	Fault     *filter.Error   // what is wrong with the question, nil if nothing is
	Requests  []Request       // what is sent
	Own       bool            // the question names the keys itself and is sent as it stands
	Kind      query.Kind      // of the dearest request
	Cost      trace.Cost      // of all pages of all requests; Pages counts the answers
	Trips     int             // round trips one after another, when the requests are sent at once
	InOrder   bool            // the entities come in the wanted order
	Estimates [2]Estimate     // by Scales
	Basis     string          // what the estimates rest on
	Rests     []string        // what the bounds of its requests take from the rows that are there
	Barriers  []model.Barrier // the conditions that do not bound a key, and why
	Stale     bool            // it belongs to an earlier design or cut, or is not there yet
	Done      bool

	turned   *filter.Expr // a question that names the keys, asked of columns; nil when that cannot be had
	unturned string       // why not

	Rows Returned      // what it returns
	lost *model.Losses // what its design does not store

	cut     *cutter
	parts   int      // partitions of its table
	stored  int      // entities of its table
	by      []string // columns that make its PartitionKey
	stops   bool     // it stops at its $top
	pointed bool     // every request is a point query
	columns []string
	held    []string
}

// PagesPerDay and ExaminedPerDay are the cost at the frequency of the question.
func (s *Score) PagesPerDay() int { return s.PerDay() * s.Cost.Pages }

// ExaminedPerDay returns how many entities are examined for it in a day.
func (s *Score) ExaminedPerDay() int { return s.PerDay() * s.Cost.Examined }

// NewScore plans a question under a design.
func NewScore(q draft.Query, b *model.Build) *Score {
	s := &Score{Query: q, lost: &b.Lost, parts: b.Analysis.PartitionCount(), stored: b.Snapshot.Len(), by: b.Partition.Template().Columns()}
	e, err := filter.Parse(q.Filter)
	if err != nil {
		s.Fault, s.Done = model.FilterFault(err), true
		return s
	}
	t := reach.Translate(e, b.Partition, b.Row, b.Extents)
	s.columns, s.held, s.Own, s.Rests = t.Columns, t.Held, model.NamesKeys(q.Filter), t.Rests
	if s.Own {
		s.turned, s.unturned = reach.AsColumns(e, b.Partition, b.Row)
	}
	s.pointed = true
	for _, request := range t.Requests {
		plan := query.NewPlan(request)
		s.Requests = append(s.Requests, Request{Filter: request.String(), Kind: plan.Kind, plan: plan})
		s.Kind = max(s.Kind, plan.Kind)
		s.pointed = s.pointed && plan.Kind == query.PointQuery
		s.holdKeys(plan, b)
	}
	return s
}

// holdKeys notes the columns that bounds in the question itself hold.
func (s *Score) holdKeys(plan query.Plan, b *model.Build) {
	if !s.Own || !plan.Partition.Fixed() {
		return
	}
	s.columns = append(s.columns, b.Partition.Template().Columns()...)
	if plan.Row.Fixed() {
		s.columns = append(s.columns, b.Row.Template().Columns()...)
	}
	s.held = append(s.held, s.columns...)
}

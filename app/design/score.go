package design

import (
	"errors"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
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
	Query
	Fault     *filter.Error // what is wrong with the question, nil if nothing is
	Requests  []Request     // what is sent
	Own       bool          // the question names the keys itself and is sent as it stands
	Kind      query.Kind    // of the dearest request
	Cost      trace.Cost    // of all pages of all requests; Pages counts the answers
	Trips     int           // round trips one after another, when the requests are sent at once
	InOrder   bool          // the entities come in the wanted order
	Estimates [2]Estimate   // by Scales
	Basis     string        // what the estimates rest on
	Rests     []string      // what the bounds of its requests take from the rows that are there
	Barriers  []Barrier     // the conditions that do not bound a key, and why
	Stale     bool          // it belongs to an earlier design or cut, or is not there yet
	Done      bool

	turned   *filter.Expr // a question that names the keys, asked of columns; nil when that cannot be had
	unturned string       // why not

	rows returned // what it returns
	lost *losses  // what its design does not store

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
func (s *Score) PagesPerDay() int { return s.perDay() * s.Cost.Pages }

// ExaminedPerDay returns how many entities are examined for it in a day.
func (s *Score) ExaminedPerDay() int { return s.perDay() * s.Cost.Examined }

// newScore plans a question under a design.
func newScore(q Query, b *Build) *Score {
	s := &Score{Query: q, lost: &b.lost, parts: b.analysis.PartitionCount(), stored: b.Snapshot.Len(), by: b.pk.Template().Columns()}
	e, err := filter.Parse(q.Filter)
	if err != nil {
		s.Fault, s.Done = filterFault(err), true
		return s
	}
	t := keys.Translate(e, b.pk, b.rk, b.extents)
	s.columns, s.held, s.Own, s.Rests = t.Columns, t.Held, namesKeys(q.Filter), t.Rests
	if s.Own {
		s.turned, s.unturned = keys.AsColumns(e, b.pk, b.rk)
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
func (s *Score) holdKeys(plan query.Plan, b *Build) {
	if !s.Own || !plan.Partition.Fixed() {
		return
	}
	s.columns = append(s.columns, b.pk.Template().Columns()...)
	if plan.Row.Fixed() {
		s.columns = append(s.columns, b.rk.Template().Columns()...)
	}
	s.held = append(s.held, s.columns...)
}

// namesKeys reports whether a filter is about the keys themselves.
func namesKeys(text string) bool {
	for _, t := range filter.Tokens(text) {
		if t.Kind == filter.TokenPartitionKey || t.Kind == filter.TokenRowKey {
			return true
		}
	}
	return false
}

func filterFault(err error) *filter.Error {
	var at *filter.Error
	if !errors.As(err, &at) {
		at = &filter.Error{Message: err.Error()}
	}
	return at
}

// requestOf returns the first request that a question becomes under the design
// that is shown. A question about the keys themselves is sent as it is written.
func (p *Builder) requestOf(q Query) string {
	if p.built != nil && !namesKeys(q.Filter) {
		if e, err := filter.Parse(q.Filter); err == nil {
			if t := keys.Translate(e, p.built.pk, p.built.rk, p.built.extents); len(t.Requests) > 0 {
				return t.Requests[0].String()
			}
		}
	}
	return q.Filter
}

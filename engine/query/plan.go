// Package query answers $filter queries over a table: it plans which keys to
// read, reads them page by page, and counts what that costs.
//
// A reader meets three things first. NewPlan turns a filter into a Plan, one
// of five kinds with bounds on the keys. Run answers one Page of it under the
// Limits of a server. A ContinuationToken leads from one page to the next.
//
// What always holds: the bounds of a plan are never narrower than its filter;
// the entities of all pages together are those that match, in key order and
// each once, whatever the size of the pages, the time budget and the
// boundaries; a page that is not the last has a token, and an empty page may
// have one.
//
// Left out: the service's text of answers (names of headers, status, JSON), how
// a table is split into ranges (boundaries come in as a function), and time
// itself, which is counted in entities read.
package query

import (
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// Plan is how a filter is answered. Plans are values: they hold nothing of a
// table and may be used for any number of tables and pages.
type Plan struct {
	Kind      Kind
	Partition Interval     // what the filter leaves of PartitionKey
	Row       Interval     // what it leaves of RowKey, used only if Partition is fixed
	Residual  *filter.Expr // what is checked on each entity read; nil: nothing, the bounds say it all

	filtered bool // the filter has at least one condition
	barred   bar  // conditions on keys that gave no bound
}

// bar is a set of reasons why a condition on a key gave no bound.
type bar uint8

const (
	barOr bar = 1 << iota
	barNot
	barNe
)

// NewPlan extracts the bounds on the keys from a filter.
//
// Only the terms of the outermost `and` count, and their bounds intersect. An
// `or`, a `not` and a `ne` give no bound and force the service to scan
// (design guide of the service): `PartitionKey eq 'A' or PartitionKey eq 'B'`
// scans the whole table although two partitions hold the answer, and so does
// this plan. A comparison with the literal on the left counts like its mirror
// image. Bounds on RowKey count only inside one fixed PartitionKey, because
// keys are sorted by PartitionKey first.
func NewPlan(e *filter.Expr) Plan {
	var p Plan
	terms := conjuncts(e)
	p.filtered = len(terms) > 0
	for _, t := range terms {
		p.narrow(t)
	}
	p.Kind = p.kind()
	p.Residual = p.residual(terms)
	return p
}

// conjuncts returns the terms that must all be true.
func conjuncts(e *filter.Expr) []filter.Node {
	if e == nil || e.Root == nil {
		return nil
	}
	if and, ok := e.Root.(*filter.And); ok {
		return and.Terms
	}
	return []filter.Node{e.Root}
}

// narrow takes the bound of one term, or notes why there is none.
func (p *Plan) narrow(n filter.Node) {
	if c, ok := n.(*filter.Comparison); ok && bounds(c) {
		if c.Property.Name == "PartitionKey" {
			p.Partition.cut(c.Op, c.Literal.Value.Str())
		} else {
			p.Row.cut(c.Op, c.Literal.Value.Str())
		}
		return
	}
	if !onKey(n) {
		return
	}
	switch n.(type) {
	case *filter.Or:
		p.barred |= barOr
	case *filter.Not:
		p.barred |= barNot
	case *filter.Comparison:
		p.barred |= barNe
	}
}

// bounds reports whether a comparison bounds a key.
func bounds(c *filter.Comparison) bool {
	name := c.Property.Name
	return (name == "PartitionKey" || name == "RowKey") && c.Op != filter.NotEqual && c.Literal.Value.Type() == table.String
}

// onKey reports whether a term mentions PartitionKey, the only key that could
// save a scan. filter.Parse bounds the depth.
func onKey(n filter.Node) bool {
	switch n := n.(type) {
	case *filter.Or:
		return anyOnKey(n.Terms)
	case *filter.And:
		return anyOnKey(n.Terms)
	case *filter.Not:
		return onKey(n.Term)
	case *filter.Comparison:
		return n.Property.Name == "PartitionKey"
	}
	return false
}

func anyOnKey(nodes []filter.Node) bool {
	for _, n := range nodes {
		if onKey(n) {
			return true
		}
	}
	return false
}

// cut narrows the interval to the values that compare as op says with value.
func (i *Interval) cut(op filter.Op, value string) {
	strict := op == filter.LessThan || op == filter.GreaterThan
	b := Bound{Value: value, Set: true, Included: !strict}
	switch op {
	case filter.GreaterThan, filter.GreaterThanOrEqual:
		i.raise(b)
	case filter.LessThan, filter.LessThanOrEqual:
		i.lower(b)
	case filter.Equal:
		i.raise(b)
		i.lower(b)
	}
}

func (p *Plan) kind() Kind {
	switch {
	case p.Partition.Fixed() && p.Row.Fixed():
		return PointQuery
	case p.Partition.Fixed() && p.Row.Bounded():
		return RowRangeScan
	case p.Partition.Fixed():
		return PartitionScan
	case p.Partition.Bounded():
		return PartitionRangeScan
	}
	return TableScan
}

// residual returns the terms that the bounds do not already guarantee.
func (p *Plan) residual(terms []filter.Node) *filter.Expr {
	var rest []filter.Node
	for _, t := range terms {
		c, ok := t.(*filter.Comparison)
		if !ok || !bounds(c) || c.Property.Name == "RowKey" && !p.Partition.Fixed() {
			rest = append(rest, t)
		}
	}
	switch len(rest) {
	case 0:
		return nil
	case 1:
		return &filter.Expr{Root: rest[0]}
	}
	return &filter.Expr{Root: &filter.And{Terms: rest}}
}

// Empty reports whether the bounds contradict each other, as in
// `PartitionKey eq 'a' and PartitionKey eq 'b'`. Such a plan is legal, reads
// nothing and returns nothing.
func (p Plan) Empty() bool {
	return p.Partition.Empty() || p.Partition.Fixed() && p.Row.Empty()
}

// Range returns the half-open range of keys that the plan reads: from low
// (included) to high (excluded). bounded is false when it reads to the end of
// the table. After the last included key comes the same key with U+0000
// appended; for a text to show, use Partition and Row.
func (p Plan) Range() (low, high table.Key, bounded bool) {
	low.PartitionKey = p.Partition.start()
	if !p.Partition.Fixed() {
		high.PartitionKey, bounded = p.Partition.end()
		return low, high, bounded
	}
	low.RowKey = p.Row.start()
	if row, ok := p.Row.end(); ok {
		return low, table.Key{PartitionKey: low.PartitionKey, RowKey: row}, true
	}
	high.PartitionKey, bounded = p.Partition.end()
	return low, high, bounded
}

// Covers reports whether the plan reads key k.
func (p Plan) Covers(k table.Key) bool {
	low, high, bounded := p.Range()
	return k.Compare(low) >= 0 && (!bounded || k.Compare(high) < 0)
}

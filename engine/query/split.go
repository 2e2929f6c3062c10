package query

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// MaxParts bounds how many queries a filter is split into. It also bounds the
// work: a filter that unfolds into more alternatives is not split.
const MaxParts = 8

// Part is one of the queries that together give what a filter gives.
type Part struct {
	Filter *filter.Expr
	Plan   Plan

	alternatives []filter.Node // one of which holds for each of its entities
}

// Split returns queries that together give the entities of a filter, each
// entity once: their key ranges do not meet and are in key order, so that the
// answers one after another are the answer. Each reads less than the whole
// table. ok is false when that is impossible, or would take more than MaxParts
// queries, or when the filter is its own only part.
//
// The filter is unfolded into alternatives ("or" outermost); in each, `not` and
// `ne` on a key become the ranges beside it, which is exact because every
// entity has both keys and they are texts. Alternatives whose ranges meet
// become one query over the range that holds both, checked with `or`.
func Split(e *filter.Expr) (parts []Part, ok bool) {
	if e == nil || e.Root == nil {
		return nil, false
	}
	alternatives, ok := unfold(e.Root, false)
	if !ok {
		return nil, false
	}
	for _, terms := range alternatives {
		if p := partOf(terms); !p.Plan.Empty() {
			parts = append(parts, p)
		}
	}
	parts = merged(parts)
	for _, p := range parts {
		if p.Plan.Kind == TableScan {
			return nil, false
		}
	}
	if len(parts) == 0 || len(parts) == 1 && parts[0].Plan.samePlaces(NewPlan(e)) {
		return nil, false
	}
	return parts, true
}

// samePlaces reports whether two plans read the same keys.
func (p Plan) samePlaces(q Plan) bool {
	low, high, bounded := p.Range()
	low2, high2, bounded2 := q.Range()
	return low == low2 && high == high2 && bounded == bounded2
}

// partOf is the query for entities that meet all terms.
func partOf(terms []filter.Node) Part {
	e := &filter.Expr{Root: joined(terms, func(t []filter.Node) filter.Node { return &filter.And{Terms: t} })}
	return Part{e, NewPlan(e), []filter.Node{e.Root}}
}

func joined(terms []filter.Node, join func([]filter.Node) filter.Node) filter.Node {
	if len(terms) == 1 {
		return terms[0]
	}
	return join(terms)
}

// unfold turns a condition, or its opposite, into alternatives of terms that
// must all hold. ok is false when there are more than MaxParts.
func unfold(n filter.Node, opposite bool) (_ [][]filter.Node, ok bool) {
	switch n := n.(type) {
	case *filter.Not:
		return unfold(n.Term, !opposite)
	case *filter.And:
		return unfoldAll(n.Terms, opposite, opposite)
	case *filter.Or:
		return unfoldAll(n.Terms, opposite, !opposite)
	case *filter.Comparison:
		if isKey(n) {
			return beside(n, opposite), true
		}
	}
	if opposite {
		n = &filter.Not{Term: n}
	}
	return [][]filter.Node{{n}}, true
}

// unfoldAll unfolds terms of which one must hold (either) or all.
func unfoldAll(terms []filter.Node, opposite, either bool) (all [][]filter.Node, ok bool) {
	for i, t := range terms {
		some, ok := unfold(t, opposite)
		if !ok {
			return nil, false
		}
		if i == 0 || either {
			all = append(all, some...)
		} else {
			all = crossed(all, some)
		}
		if len(all) > MaxParts {
			return nil, false
		}
	}
	return all, true
}

// crossed joins each alternative of one condition with each of another.
func crossed(a, b [][]filter.Node) (all [][]filter.Node) {
	for _, x := range a {
		for _, y := range b {
			all = append(all, slices.Concat(x, y))
		}
	}
	return all
}

func isKey(c *filter.Comparison) bool {
	name := c.Property.Name
	return (name == "PartitionKey" || name == "RowKey") && c.Literal.Value.Type() == table.String
}

// opposites holds for each operator the one that is true of a text exactly
// when it is not.
var opposites = map[filter.Op]filter.Op{
	filter.Equal: filter.NotEqual, filter.NotEqual: filter.Equal,
	filter.LessThan: filter.GreaterThanOrEqual, filter.GreaterThanOrEqual: filter.LessThan,
	filter.GreaterThan: filter.LessThanOrEqual, filter.LessThanOrEqual: filter.GreaterThan,
}

// beside is a comparison of a key as ranges of that key.
func beside(c *filter.Comparison, opposite bool) [][]filter.Node {
	op := c.Op
	if opposite {
		op = opposites[op]
	}
	if op != filter.NotEqual {
		return [][]filter.Node{{compared(c.Property.Name, op, c.Literal.Value.Str())}}
	}
	below := compared(c.Property.Name, filter.LessThan, c.Literal.Value.Str())
	above := compared(c.Property.Name, filter.GreaterThan, c.Literal.Value.Str())
	return [][]filter.Node{{below}, {above}}
}

func compared(key string, op filter.Op, value string) filter.Node {
	return &filter.Comparison{Op: op, Property: &filter.Property{Name: key}, Literal: &filter.Literal{Value: table.StringValue(value)}}
}

// merged puts the parts in key order and makes one of those that meet.
func merged(parts []Part) []Part {
	sort.SliceStable(parts, func(i, j int) bool {
		low, _, _ := parts[i].Plan.Range()
		low2, _, _ := parts[j].Plan.Range()
		return low.Compare(low2) < 0
	})
	var out []Part
	for _, p := range parts {
		if n := len(out); n > 0 && meets(out[n-1].Plan, p.Plan) {
			out[n-1] = both(out[n-1], p)
			continue
		}
		out = append(out, p)
	}
	return out
}

// meets reports whether q, which starts at or after p, starts inside p.
func meets(p, q Plan) bool {
	_, high, bounded := p.Range()
	low, _, _ := q.Range()
	return !bounded || low.Compare(high) < 0
}

// both is one query for the entities of two: over the range that holds both
// ranges, with either condition.
func both(a, b Part) Part {
	bounds := hull("PartitionKey", a.Plan.Partition, b.Plan.Partition)
	if a.Plan.Partition.Fixed() && b.Plan.Partition.Fixed() && a.Plan.Partition.Low.Value == b.Plan.Partition.Low.Value {
		bounds = append(bounds, hull("RowKey", a.Plan.Row, b.Plan.Row)...)
	}
	either := slices.Clone(a.alternatives)
	for _, n := range b.alternatives {
		if !slices.ContainsFunc(either, func(m filter.Node) bool { return m.String() == n.String() }) {
			either = append(either, n)
		}
	}
	if len(either) == len(a.alternatives) || a.Plan.Residual == nil && a.Plan.covers(b.Plan) {
		return a
	}
	whole := partOf(append(bounds, joined(either, func(t []filter.Node) filter.Node { return &filter.Or{Terms: t} })))
	whole.alternatives = either
	return whole
}

// covers reports whether p reads every key that q reads, if p starts first.
func (p Plan) covers(q Plan) bool {
	_, high, bounded := p.Range()
	_, high2, bounded2 := q.Range()
	return !bounded || bounded2 && high2.Compare(high) <= 0
}

// hull bounds a key by the interval that holds two.
func hull(key string, a, b Interval) (terms []filter.Node) {
	var i Interval
	if a.Low.Set && b.Low.Set {
		i.Low = a.Low
		if c := table.CompareUTF16(b.Low.Value, i.Low.Value); c < 0 || c == 0 && b.Low.Included {
			i.Low = b.Low
		}
	}
	if a.High.Set && b.High.Set {
		i.High = a.High
		if c := table.CompareUTF16(b.High.Value, i.High.Value); c > 0 || c == 0 && b.High.Included {
			i.High = b.High
		}
	}
	if i.Fixed() {
		return []filter.Node{compared(key, filter.Equal, i.Low.Value)}
	}
	if i.Low.Set {
		terms = append(terms, compared(key, bound(i.Low.Included, filter.GreaterThanOrEqual, filter.GreaterThan), i.Low.Value))
	}
	if i.High.Set {
		terms = append(terms, compared(key, bound(i.High.Included, filter.LessThanOrEqual, filter.LessThan), i.High.Value))
	}
	return terms
}

// bound is the operator for a bound that includes its value or not.
func bound(included bool, with, without filter.Op) filter.Op {
	if included {
		return with
	}
	return without
}

// Why says in one sentence why a filter reads more than its parts do, or ""
// when the plan alone explains it.
func (p Plan) Why() string {
	switch {
	case p.barred&barOr != 0:
		return "An or between conditions on a key gives no bound, so the service reads every entity and checks it."
	case p.barred&(barNot|barNe) != 0:
		return "A not or a ne on a key gives no bound, so the service reads every entity and checks it."
	case p.Partition.Fixed() && p.Residual != nil && strings.Contains(p.Residual.String(), "RowKey"):
		return "An or, a not or a ne on RowKey gives no bound inside the partition, so the service reads all of it."
	}
	return ""
}

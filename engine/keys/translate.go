package keys

import (
	"slices"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// maxAlternatives bounds the requests that an `or` is cut into.
const maxAlternatives = 16

// Translation is a question about properties as an application asks it that
// knows how its keys are made.
//
// What always holds: the requests together return the entities that the
// question returns, each once, whatever the rows are. Every request is the
// question, or one of its alternatives, with bounds on the keys put before it.
type Translation struct {
	Requests []*filter.Expr
	Columns  []string // the columns that hold the keys of every request on both sides
	Held     []string // the columns that every request itself holds on both sides
	Bounded  bool     // a bound on a key was found
}

// Translate puts the bounds on PartitionKey and RowKey that follow from a
// question and the templates of a design before the question. The templates
// must be bound to the same columns. Where an `or` or a bucket stands in the way
// of bounds, the question becomes several requests.
func Translate(e *filter.Expr, pk, rk *Bound) Translation {
	if t, ok := alternatives(e, pk, rk); ok {
		return t
	}
	return translateTerms(conjuncts(e), pk, rk)
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

// alternatives asks for each side of the first `or` on its own, if each of them
// then has a bound. A side leaves out what the sides before it return.
func alternatives(e *filter.Expr, pk, rk *Bound) (Translation, bool) {
	terms := conjuncts(e)
	for i, term := range terms {
		or, ok := term.(*filter.Or)
		if !ok || len(or.Terms) > maxAlternatives {
			continue
		}
		all := Translation{Bounded: true}
		for j, side := range or.Terms {
			one := append(append([]filter.Node(nil), terms[:i]...), conjuncts(&filter.Expr{Root: side})...)
			if j > 0 {
				one = append(one, without(or.Terms[:j]))
			}
			t := translateTerms(append(one, terms[i+1:]...), pk, rk)
			all.Requests = append(all.Requests, t.Requests...)
			if j == 0 {
				all.Columns, all.Held = t.Columns, t.Held
			}
			all.Columns, all.Held = inBoth(all.Columns, t.Columns), inBoth(all.Held, t.Held)
			if !t.Bounded || len(all.Requests) > Buckets {
				return Translation{}, false
			}
		}
		return all, true
	}
	return Translation{}, false
}

func without(sides []filter.Node) filter.Node {
	if len(sides) == 1 {
		return &filter.Not{Term: sides[0]}
	}
	return &filter.Not{Term: &filter.Or{Terms: sides}}
}

// translateTerms translates terms that must all be true.
func translateTerms(terms []filter.Node, pk, rk *Bound) Translation {
	all := knowledge(terms, pk.columns)
	var t Translation
	for i, k := range all {
		if k != nil && k.closed() {
			t.Held = append(t.Held, pk.columns[i].Name)
		}
	}
	for _, partition := range reaches(pk, all) {
		row := Reach{}
		if partition.Fixed {
			row = newReacher(rk, all).follow("")
		}
		bounds := append(comparisons("PartitionKey", partition), comparisons("RowKey", row)...)
		t.Bounded = partition.Bounded()
		t.Requests = append(t.Requests, joined(append(bounds, terms...)))
		t.Columns = append(append([]string(nil), partition.Columns...), row.Columns...)
	}
	return t
}

// inBoth returns the names of the one list that are in the other too.
func inBoth(a, b []string) []string {
	var both []string
	for _, name := range a {
		if slices.Contains(b, name) {
			both = append(both, name)
		}
	}
	return both
}

func joined(terms []filter.Node) *filter.Expr {
	switch len(terms) {
	case 0:
		return &filter.Expr{}
	case 1:
		return &filter.Expr{Root: terms[0]}
	}
	return &filter.Expr{Root: &filter.And{Terms: terms}}
}

// comparisons are the bounds of a key as a filter writes them.
func comparisons(key string, r Reach) []filter.Node {
	compare := func(op filter.Op, text string) filter.Node {
		return &filter.Comparison{Op: op, Property: &filter.Property{Name: key}, Literal: &filter.Literal{Value: table.StringValue(text)}}
	}
	var all []filter.Node
	if r.Fixed {
		return append(all, compare(filter.Equal, r.Low))
	}
	if r.Low != "" {
		all = append(all, compare(filter.GreaterThanOrEqual, r.Low))
	}
	if r.High != "" {
		all = append(all, compare(filter.LessThan, r.High))
	}
	return all
}

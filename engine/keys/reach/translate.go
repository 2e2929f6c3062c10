package reach

import (
	"slices"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// maxAlternatives bounds the requests that an `or` is cut into.
const maxAlternatives = 16

// Translation is a question about properties as an application asks it that
// knows how its keys are made.
//
// What always holds: the requests together return the entities that the
// question returns, each once, whatever the rows are, unless Rests names what
// the bounds take from the rows that are there. Every request is the question,
// or one of its alternatives, with bounds on the keys put before it.
type Translation struct {
	Requests []*filter.Expr
	Columns  []string // the columns that hold the keys of every request on both sides
	Held     []string // the columns that every request itself holds on both sides
	Bounded  bool     // a bound on a key was found
	Rests    []string // sentences: what must stay true for the bounds to hold

	bounding  []string   // the columns from which the bounds of any request follow
	pk, rk    keyRange   // of the first request
	narrowing string     // the bounds, to tell whether others are narrower
	ranges    []keyRange // of PartitionKey and RowKey, two for each request
}

// Bounds returns the bounds on the keys of the first request, as a filter writes
// them, or "".
func (t *Translation) Bounds() string {
	return joined(append(comparisons("PartitionKey", t.pk), comparisons("RowKey", t.rk)...)).String()
}

// Translate puts the bounds on PartitionKey and RowKey that follow from a
// question and the templates of a design before the question. The templates
// must be bound to the same columns. Where an `or` or a bucket stands in the way
// of bounds, the question becomes several requests. seen, which may be nil, are
// the rows that are there: numbers are then taken to be as long as they are.
func Translate(e *filter.Expr, pk, rk *keys.Bound, seen *Extents) Translation {
	return translate(conjuncts(e), pk, rk, seen)
}

func translate(terms []filter.Node, pk, rk *keys.Bound, seen *Extents) Translation {
	whole := translateTerms(terms, pk, rk, seen)
	if t, ok := alternatives(terms, pk, rk, seen, &whole); ok {
		return t
	}
	return whole
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
// then reads less than the whole question does and none what another one reads.
// A side leaves out what the sides before it return.
func alternatives(terms []filter.Node, pk, rk *keys.Bound, seen *Extents, whole *Translation) (Translation, bool) {
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
			t := translate(append(one, terms[i+1:]...), pk, rk, seen)
			ok = ok && t.Bounded && t.narrowing != whole.narrowing && len(all.Requests)+len(t.Requests) <= maxBuckets
			if !ok {
				break
			}
			all.add(&t, j == 0)
		}
		if ok && !overlapping(all.ranges) {
			return all, true
		}
	}
	return Translation{}, false
}

// add puts the requests of one side of an `or` to those of the others.
func (t *Translation) add(side *Translation, first bool) {
	t.Requests, t.ranges = append(t.Requests, side.Requests...), append(t.ranges, side.ranges...)
	if first {
		t.Columns, t.Held, t.pk, t.rk = side.Columns, side.Held, side.pk, side.rk
	}
	t.Columns, t.Held = inBoth(t.Columns, side.Columns), inBoth(t.Held, side.Held)
	t.bounding, t.narrowing = append(t.bounding, side.bounding...), t.narrowing+side.narrowing
	t.rest(side.Rests)
}

func (t *Translation) rest(sentences []string) {
	for _, s := range sentences {
		if !slices.Contains(t.Rests, s) {
			t.Rests = append(t.Rests, s)
		}
	}
}

// overlapping reports whether two requests read the same keys.
func overlapping(ranges []keyRange) bool {
	for i := 0; i < len(ranges); i += 2 {
		for j := 0; j < i; j += 2 {
			if ranges[i].meets(&ranges[j]) && ranges[i+1].meets(&ranges[j+1]) {
				return true
			}
		}
	}
	return false
}

// meets reports whether a text may lie in both.
func (r *keyRange) meets(other *keyRange) bool { return !r.ends(other.Low) && !other.ends(r.Low) }

// ends reports whether a reach lies before a text.
func (r *keyRange) ends(text string) bool {
	if r.Fixed {
		return table.CompareUTF16(r.Low, text) < 0
	}
	c := table.CompareUTF16(r.High, text)
	return r.High != "" && (c < 0 || c == 0 && !r.Within)
}

func without(sides []filter.Node) filter.Node {
	if len(sides) == 1 {
		return &filter.Not{Term: sides[0]}
	}
	return &filter.Not{Term: &filter.Or{Terms: sides}}
}

// translateTerms translates terms that must all be true.
func translateTerms(terms []filter.Node, pk, rk *keys.Bound, seen *Extents) Translation {
	all := knowledge(terms, pk.Columns())
	var t Translation
	for i, k := range all {
		if k != nil && k.closed() {
			t.Held = append(t.Held, pk.Columns()[i].Name)
		}
	}
	for _, partition := range reaches(pk, all, seen) {
		row := keyRange{}
		if partition.Fixed {
			row = narrower(newReacher(rk, all, nil), newReacher(rk, all, seen), 0, "")
		}
		if len(t.Requests) == 0 {
			t.pk, t.rk = partition, row
		}
		bounds := append(comparisons("PartitionKey", partition), comparisons("RowKey", row)...)
		t.Bounded = partition.bounded()
		t.narrowing += joined(bounds).String() + "\n"
		t.ranges = append(t.ranges, partition, row)
		t.Requests = append(t.Requests, joined(append(bounds, terms...)))
		t.Columns = append(append([]string(nil), partition.Columns...), row.Columns...)
		t.bounding = append(append(t.bounding, partition.bounding...), row.bounding...)
		t.rest(partition.Rests)
		t.rest(row.Rests)
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
func comparisons(key string, r keyRange) []filter.Node {
	compare := func(op filter.Op, text string) filter.Node {
		return &filter.Comparison{Op: op, Property: &filter.Property{Name: key}, Literal: &filter.Literal{Value: table.StringValue(text)}}
	}
	var all []filter.Node
	if r.Fixed {
		return append(all, compare(filter.Equal, r.Low))
	}
	if r.Low != "" {
		op := filter.GreaterThanOrEqual
		if r.Above {
			op = filter.GreaterThan
		}
		all = append(all, compare(op, r.Low))
	}
	if r.High != "" {
		op := filter.LessThan
		if r.Within {
			op = filter.LessThanOrEqual
		}
		all = append(all, compare(op, r.High))
	}
	return all
}

package filter

import (
	"math"

	"github.com/keyrange/keyrange/engine/table"
)

// Predicate is a compiled Expr. It keeps its place in the shapes of the rows
// it has seen, so each reader needs its own.
//
// It is a list of tests on single properties. Each test names the test to go
// on with when it is true and when it is false, which is all that "and", "or"
// and "not" come to: matching a row is one loop without calls, recursion or
// allocation.
type Predicate struct {
	tests []test
	start int
}

// The two ends of the walk through the tests.
const (
	matched = -1
	failed  = -2
)

// test compares one property with one literal.
type test struct {
	column   table.Column
	literal  table.Value
	kind     table.EdmType // the literal's
	numeric  bool          // the literal is an Int32, Int64 or Double
	number   int64         // the literal, if it is an Int32 or Int64
	float    float64       // the literal, if it is a Double
	accept   outcome
	equality bool // only equal or not matters, not which side is less
	yes, no  int
}

// Compile prepares e for testing rows. A nil e matches every row.
func Compile(e *Expr) *Predicate {
	p := &Predicate{start: matched}
	if e != nil && e.Root != nil {
		p.start = p.compile(e.Root, matched, failed)
	}
	return p
}

// Match reports whether the filter holds for r. It does not allocate.
func (p *Predicate) Match(r table.Row) bool {
	var room [1]table.Row
	return len(p.Select(room[:0], []table.Row{r})) == 1
}

// Select appends to the given rows those of a run for which the filter holds.
// For a scan it is faster than Match on each.
func (p *Predicate) Select(to, run []table.Row) []table.Row {
	first := p.first()
	for n := range run {
		r, i := &run[n], p.start
		if first != nil && first.column.Ready(*r) && first.rejects(int64(first.column.Bits(*r))) {
			continue
		}
		for i >= 0 {
			t := &p.tests[i]
			if !t.column.Ready(*r) {
				t.column.Find(*r)
			}
			var found outcome
			switch {
			case t.column.Type() != t.kind || !t.numeric:
				found = t.relate(t.column.Of(*r))
			case t.kind == table.Double:
				found = relateFloats(math.Float64frombits(t.column.Bits(*r)), t.float)
			default:
				found = relateInts(int64(t.column.Bits(*r)), t.number)
			}
			if t.accept&found != 0 {
				i = t.yes
			} else {
				i = t.no
			}
		}
		if i == matched {
			to = append(to, *r)
		}
	}
	return to
}

// first returns the first test if it alone can decide that a row does not
// match and is of whole numbers: in most scans it decides nearly all rows.
func (p *Predicate) first() *test {
	if p.start < 0 {
		return nil
	}
	t := &p.tests[p.start]
	if t.no != failed || !t.numeric || t.kind == table.Double {
		return nil
	}
	return t
}

// rejects reports whether the test fails for n, if the stored type is the
// literal's.
func (t *test) rejects(n int64) bool {
	return t.column.Type() == t.kind && (n < t.number && t.accept&less == 0 || n > t.number && t.accept&greater == 0)
}

// compile adds the tests of n and returns where to begin. Terms are compiled
// from the last to the first, because each must know where the next begins.
func (p *Predicate) compile(n Node, yes, no int) int {
	switch n := n.(type) {
	case *Or:
		for i := len(n.Terms) - 1; i >= 0; i-- {
			no = p.compile(n.Terms[i], yes, no)
		}
		return no
	case *And:
		for i := len(n.Terms) - 1; i >= 0; i-- {
			yes = p.compile(n.Terms[i], yes, no)
		}
		return yes
	case *Not:
		return p.compile(n.Term, no, yes)
	case *Comparison:
		return p.add(n.Property.Name, n.Op, n.Literal.Value, yes, no)
	case *Property:
		return p.add(n.Name, Equal, table.BooleanValue(true), yes, no)
	case *Literal:
		if n.Value == table.BooleanValue(true) {
			return yes
		}
	}
	return no
}

func (p *Predicate) add(name string, op Op, literal table.Value, yes, no int) int {
	p.tests = append(p.tests, test{
		column:   *table.NewColumn(name),
		literal:  literal,
		kind:     literal.Type(),
		numeric:  literal.Type() == table.Int32 || literal.Type() == table.Int64 || literal.Type() == table.Double,
		number:   literal.Int(),
		float:    literal.Float(),
		accept:   accepts[op],
		equality: op == Equal || op == NotEqual,
		yes:      yes,
		no:       no,
	})
	return len(p.tests) - 1
}

// relate is the function relate with the literal's type known beforehand.
func (t *test) relate(v table.Value) outcome {
	if v.Type() != t.kind {
		return relate(v, t.literal)
	}
	switch t.kind {
	case table.String:
		if !t.equality {
			return ordering(table.CompareUTF16(v.Str(), t.literal.Str()))
		}
		if v.Str() == t.literal.Str() {
			return same
		}
		return less
	}
	return relate(v, t.literal)
}

package filter

import (
	"math"
	"math/bits"

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
	equality bool           // only equal or not matters, not which side is less
	within   table.Interval // the stored numbers of the literal's type that pass, if they are one
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

// Tests returns how many comparisons one row may take.
func (p *Predicate) Tests() int { return len(p.tests) }

// Match reports whether the filter holds for r. It does not allocate.
func (p *Predicate) Match(r table.Row) bool { return p.matches(r, p.start) }

// matches is the walk through the tests, beginning with the given one.
func (p *Predicate) matches(r table.Row, i int) bool {
	for i >= 0 {
		t := &p.tests[i]
		if !t.column.Ready(r) {
			t.column.Find(r)
		}
		var found outcome
		switch {
		case t.column.Type() != t.kind || !t.numeric:
			found = t.relate(t.column.Of(r))
		case t.kind == table.Double:
			found = relateFloats(t.column.Float(r), t.float)
		default:
			found = relateInts(t.column.Int(r), t.number)
		}
		if t.accept&found != 0 {
			i = t.yes
		} else {
			i = t.no
		}
	}
	return i == matched
}

// Select appends to the given rows those of a run for which the filter holds.
// For a scan it is faster than Match on each: as long as a test asks for numbers
// in an interval and alone can decide that a row does not match, it is applied
// to all rows at once.
func (p *Predicate) Select(to []table.Row, run table.Run) []table.Row {
	left, i := run.Places(), p.start
	for i >= 0 && left != 0 {
		t := &p.tests[i]
		if t.no != failed || !t.within.Any() || !run.Prepare(&t.column, t.kind) {
			break
		}
		left = run.Within(left, &t.column, &t.within)
		i = t.yes
	}
	if i == matched {
		return run.AppendAt(to, left)
	}
	for ; left != 0; left &= left - 1 {
		if r := run.Row(bits.TrailingZeros64(left)); p.matches(r, i) {
			to = append(to, r)
		}
	}
	return to
}

// interval returns the numbers of the literal's own type for which a comparison
// with it holds, or nothing if they are not an interval.
func interval(op Op, literal table.Value) table.Interval {
	switch literal.Type() {
	case table.Boolean, table.DateTime, table.Int32, table.Int64: // all are stored as whole numbers
		return wholes(op, literal.Int())
	case table.Double:
		return doubles(op, literal.Float())
	}
	return table.Interval{}
}

func wholes(op Op, n int64) table.Interval {
	switch {
	case op == Equal:
		return table.WholesFrom(n, n)
	case op == LessThan && n > math.MinInt64:
		return table.WholesFrom(math.MinInt64, n-1)
	case op == LessThanOrEqual:
		return table.WholesFrom(math.MinInt64, n)
	case op == GreaterThan && n < math.MaxInt64:
		return table.WholesFrom(n+1, math.MaxInt64)
	case op == GreaterThanOrEqual:
		return table.WholesFrom(n, math.MaxInt64)
	}
	return table.Interval{}
}

func doubles(op Op, f float64) table.Interval {
	low, high := math.Inf(-1), math.Inf(1)
	switch {
	case math.IsNaN(f):
		return table.Interval{}
	case op == Equal:
		low, high = f, f
	case op == LessThan && f > low:
		high = math.Nextafter(f, low)
	case op == LessThanOrEqual:
		high = f
	case op == GreaterThan && f < high:
		low = math.Nextafter(f, high)
	case op == GreaterThanOrEqual:
		low = f
	default:
		return table.Interval{}
	}
	return table.DoublesFrom(low, high)
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
		within:   interval(op, literal),
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

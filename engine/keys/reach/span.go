package reach

import (
	"math"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// span is whole numbers, or dates as ticks, from low to high, both included.
// What does not fit 64 bits is cut to its ends: such a row has no key.
type span struct{ low, high int64 }

// reals is decimals from low to high, both included. plain ones are written
// without an exponent, and -0 is none of them.
type reals struct {
	low, high float64
	plain     bool
}

// wholes returns the numbers that an expression can give where the columns are
// as they are known; ok is false where it gives no whole number and no date.
// Parts of a date that are texts count as their number of days or seconds.
func (g *given) wholes(e *keys.Expr) (s span, ok bool) {
	switch e.Kind {
	case keys.NumberExpr:
		return span{e.Whole, e.Whole}, true
	case keys.ColumnExpr:
		return g.wholeColumn(e.Name)
	case keys.NegateExpr:
		s, ok = g.wholes(e.Args[0])
		return span{negated(s.high), negated(s.low)}, ok
	case keys.PartExpr:
		if s, ok = g.wholes(e.Args[0]); !ok {
			return s, false
		}
		return partSpan(e.Part, s), true
	case keys.CallExpr:
		return g.wholeCall(e)
	case keys.BinaryExpr:
		x, ok1 := g.wholes(e.Args[0])
		y, ok2 := g.wholes(e.Args[1])
		return arithmeticSpan(e.Operator, x, y), ok1 && ok2
	}
	return s, false
}

func (g *given) wholeColumn(name string) (s span, ok bool) {
	i := g.index(name)
	if i < 0 {
		return s, false
	}
	switch g.columns[i].Type {
	case table.Int32:
		s = span{math.MinInt32, math.MaxInt32}
	case table.Int64:
		s = span{math.MinInt64, math.MaxInt64}
	case table.DateTime:
		s = span{int64(table.MinDateTime), int64(table.MaxDateTime)}
	default:
		return s, false
	}
	if k := g.known[i]; k != nil && !k.low.IsNull() {
		s.low = wholeOf(k.low)
	}
	if k := g.known[i]; k != nil && !k.high.IsNull() {
		s.high = wholeOf(k.high)
	}
	return s, true
}

// wholeOf is a number or a date as the number that a span holds.
func wholeOf(v table.Value) int64 {
	if v.Type() == table.DateTime {
		return int64(v.Ticks())
	}
	return v.Int()
}

func (g *given) wholeCall(e *keys.Expr) (s span, ok bool) {
	switch e.Function.Name {
	case "ticks":
		return g.wholes(e.Args[0])
	case "reverseTicks":
		s, ok = g.wholes(e.Args[0])
		return span{int64(table.MaxDateTime) - s.high, int64(table.MaxDateTime) - s.low}, ok
	case "hash":
		return span{0, math.MaxUint32}, true
	case "rowNumber":
		return span{1, math.MaxInt64}, true
	case "or":
		x, ok1 := g.wholes(e.Args[0])
		y, ok2 := g.wholes(e.Args[1])
		return span{min(x.low, y.low), max(x.high, y.high)}, ok1 && ok2
	case "floor":
		if s, ok = g.wholes(e.Args[0]); ok {
			return s, true
		}
		x, ok := g.decimals(e.Args[0])
		return span{clamped(math.Floor(x.low)), clamped(math.Floor(x.high))}, ok
	}
	return s, false
}

func clamped(f float64) int64 {
	switch {
	case f < math.MinInt64:
		return math.MinInt64
	case f >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(f)
}

func negated(n int64) int64 {
	if n == math.MinInt64 {
		return math.MaxInt64
	}
	return -n
}

// arithmeticSpan is what two spans give. Sums and products take their extremes
// at the ends; the span of a quotient is exact where the divisor keeps its sign.
func arithmeticSpan(operator byte, x, y span) span {
	switch operator {
	case '+':
		return span{added(x.low, y.low), added(x.high, y.high)}
	case '-':
		return span{added(x.low, negated(y.high)), added(x.high, negated(y.low))}
	case '*':
		return corners(x, y, multiplied)
	case '/':
		if y.low > 0 || y.high < 0 {
			return corners(x, y, func(a, b int64) int64 {
				if b == -1 {
					return negated(a)
				}
				return a / b
			})
		}
		most := max(negated(x.low), x.high, 0)
		return span{-most, most}
	}
	if n := y.low; n == y.high && n > 0 && x.low/n == x.high/n && (x.low < 0) == (x.high < 0) {
		return span{x.low % n, x.high % n}
	}
	most := max(negated(y.low), y.high, 1) - 1
	return span{max(min(x.low, 0), -most), min(max(x.high, 0), most)}
}

func corners(x, y span, of func(a, b int64) int64) span {
	a, b, c, d := of(x.low, y.low), of(x.low, y.high), of(x.high, y.low), of(x.high, y.high)
	return span{min(a, b, c, d), max(a, b, c, d)}
}

func added(a, b int64) int64 {
	switch c := a + b; {
	case (a^c)&(b^c) >= 0:
		return c
	case a < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

func multiplied(a, b int64) int64 {
	switch c, ok := keys.Multiply(a, b); {
	case ok:
		return c
	case (a < 0) != (b < 0):
		return math.MinInt64
	}
	return math.MaxInt64
}

// decimals returns the numbers that an expression can give, whole ones among
// them. NaN is none: no comparison but `ne` holds for it.
func (g *given) decimals(e *keys.Expr) (s reals, ok bool) {
	switch e.Kind {
	case keys.RealExpr:
		return reals{low: e.Real, high: e.Real}, true
	case keys.ColumnExpr:
		if i := g.index(e.Name); i >= 0 && g.columns[i].Type == table.Double {
			return g.known[i].inside(), true
		}
	case keys.NegateExpr:
		s, ok = g.decimals(e.Args[0])
		return reals{low: -s.high, high: -s.low}, ok
	case keys.CallExpr:
		if e.Function.Name == "or" {
			x, ok1 := g.decimals(e.Args[0])
			y, ok2 := g.decimals(e.Args[1])
			return reals{low: min(x.low, y.low), high: max(x.high, y.high)}, ok1 && ok2
		}
	case keys.BinaryExpr:
		x, ok1 := g.decimals(e.Args[0])
		y, ok2 := g.decimals(e.Args[1])
		if ok1 && ok2 && !g.isWhole(e) {
			return arithmeticReals(e.Operator, x, y), true
		}
	}
	w, ok := g.wholes(e)
	return reals{low: float64(w.low), high: float64(w.high)}, ok
}

func (g *given) isWhole(e *keys.Expr) bool {
	_, ok := g.wholes(e)
	return ok
}

// inside is decimals without the ends that are left out.
func (k *known) inside() reals {
	s := k.decimals()
	if k != nil && k.above {
		s.low = math.Nextafter(s.low, math.Inf(1))
	}
	if k != nil && k.below {
		s.high = math.Nextafter(s.high, math.Inf(-1))
	}
	return s
}

// decimals is what is known of a column of decimals, with both ends.
func (k *known) decimals() reals {
	s := reals{low: math.Inf(-1), high: math.Inf(1)}
	if k != nil && !k.low.IsNull() {
		s.low = k.low.Float()
	}
	if k != nil && !k.high.IsNull() {
		s.high = k.high.Float()
	}
	return s
}

func arithmeticReals(operator byte, x, y reals) reals {
	all := reals{low: math.Inf(-1), high: math.Inf(1)}
	var s reals
	switch operator {
	case '+':
		s = reals{low: x.low + y.low, high: x.high + y.high}
	case '-':
		s = reals{low: x.low - y.high, high: x.high - y.low}
	case '*', '/':
		if operator == '/' && y.low <= 0 && y.high >= 0 {
			return all
		}
		of := func(a, b float64) float64 { return a * b }
		if operator == '/' {
			of = func(a, b float64) float64 { return a / b }
		}
		a, b, c, d := of(x.low, y.low), of(x.low, y.high), of(x.high, y.low), of(x.high, y.high)
		s = reals{low: min(a, b, c, d), high: max(a, b, c, d)}
	default:
		return all
	}
	if math.IsNaN(s.low) || math.IsNaN(s.high) {
		return all
	}
	return s
}

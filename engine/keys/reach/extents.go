package reach

import (
	"math"
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Extents are the least and the greatest number of each column, and whether its
// texts hold what a key refuses, over the rows that were added. A plan may rest
// on them: that a number fits its width is true of the rows that are there, and
// not of every number.
type Extents struct {
	columns []keys.Column
	of      []extent
	numbers []int // the columns of numbers
	cleaned []int // the columns of texts that are cleaned
}

type extent struct {
	rows  int
	whole span
	real  reals
	tiny  bool // a decimal is written with an exponent
	minus bool // -0 is among them

	refused, controls bool // a text holds a character that a key refuses, one at U+007F to U+009F
}

// NewExtents returns the Extents of no rows, of the numbers that two templates
// use.
func NewExtents(pk, rk *keys.Bound) *Extents {
	x := &Extents{columns: pk.Columns(), of: make([]extent, len(pk.Columns()))}
	used := append(pk.Template().Columns(), rk.Template().Columns()...)
	for i, c := range pk.Columns() {
		switch {
		case keys.KindOf(c.Type).IsNumber() && slices.Contains(used, c.Name):
			x.numbers = append(x.numbers, i)
		case c.Type == table.String && (cleans(pk.Template(), c.Name) || cleans(rk.Template(), c.Name)):
			x.cleaned = append(x.cleaned, i)
		}
	}
	return x
}

// cleans reports whether a column is written with clean.
func cleans(t *keys.Template, column string) bool {
	for _, s := range t.Slots() {
		if s.Expr != nil && s.Expr.Has(func(x *keys.Expr) bool {
			return x.Calls("clean") && x.Has(func(y *keys.Expr) bool { return y.Reads(column) })
		}) {
			return true
		}
	}
	return false
}

// Add takes one row in.
func (x *Extents) Add(row keys.Row) {
	for _, i := range x.numbers {
		v := row.Value(i)
		if v.IsNull() {
			continue
		}
		e := &x.of[i]
		if x.columns[i].Type == table.Double {
			e.addReal(v.Float())
		} else {
			e.addWhole(v.Int())
		}
		e.rows++
	}
	for _, i := range x.cleaned {
		if v := row.Value(i); v.Type() == table.String {
			x.of[i].addText(v.Str())
		}
	}
}

func (e *extent) addText(text string) {
	e.rows++
	if at := form.Refused(text); at >= 0 {
		e.refused = true
		for ; at < len(text) && !e.controls; at++ {
			e.controls = text[at] == 0x7F || form.IsC1(text, at)
		}
	}
}

func (e *extent) addWhole(n int64) {
	if e.rows == 0 {
		e.whole = span{n, n}
	}
	e.whole = span{min(e.whole.low, n), max(e.whole.high, n)}
}

func (e *extent) addReal(f float64) {
	if e.rows == 0 {
		e.real = reals{low: f, high: f}
	}
	e.real = reals{low: min(e.real.low, f), high: max(e.real.high, f)}
	size := math.Abs(f)
	e.tiny = e.tiny || size > 0 && size < leastPlain || size >= greatestPlain || f != f
	e.minus = e.minus || f == 0 && math.Signbit(f)
}

// fitted cuts numbers to those that sort as they are written, if all that were
// seen are among them: those that fit the width, or have one number of digits.
func (r *reacher) fitted(s *step, n span) span {
	if r.seen == nil {
		return n
	}
	over, ok := r.seenSpan(s.expr)
	if !ok {
		return n
	}
	low, high := len(strconv.FormatUint(magnitude(over.low), 10)), len(strconv.FormatUint(magnitude(over.high), 10))
	var fits span
	switch most := max(low, high); {
	case most <= s.width && s.width < 19:
		fits = span{0, int64(power(s.width)) - 1}
		if over.low < 0 {
			fits.low = -fits.high
		}
	case over.low >= 0 && low == high && most < 19:
		fits = span{int64(power(most - 1)), int64(power(most)) - 1}
		if most == 1 {
			fits.low = 0
		}
	default:
		return n
	}
	cut := span{max(n.low, fits.low), min(n.high, fits.high)}
	if cut != n {
		r.rest(s.expr, words.Number(int(fits.low))+" to "+words.Number(int(fits.high)))
	}
	return cut
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-(n + 1)) + 1
	}
	return uint64(n)
}

// rest notes that the bounds hold as long as an expression stays in a range.
func (r *reacher) rest(e *keys.Expr, in string) {
	r.depends["This holds as long as "+e.String()+" stays from "+in+", as in every row so far."] = true
}

// unchanged leaves clean out of the changes of a column whose texts hold nothing
// that a key refuses, and tells whether they hold no control characters above
// the letters, which would become an underscore between them.
func (r *reacher) unchanged(col int, changes []recoding) (left []recoding, plain bool) {
	if r.seen == nil || col >= len(r.seen.of) || r.seen.of[col].rows == 0 || r.seen.of[col].controls {
		return changes, false
	}
	what := "control character"
	for _, c := range changes {
		if c.fold || r.seen.of[col].refused {
			left = append(left, c)
		}
	}
	if len(left) == len(changes) && !slices.ContainsFunc(changes, func(c recoding) bool { return !c.fold }) {
		return changes, false
	}
	if !r.seen.of[col].refused {
		what = "character that a key refuses"
	}
	r.depends["This holds as long as no "+r.columns[col].Name+" holds a "+what+", as in every row so far."] = true
	return left, true
}

// seenSpan returns the numbers that an expression gave for the rows that were
// seen, or more; ok is false when that is not known of one of its columns.
func (r *reacher) seenSpan(e *keys.Expr) (s span, ok bool) {
	over := *r
	over.known = append([]*known(nil), r.known...)
	columns := 0
	if e.Has(func(x *keys.Expr) bool {
		if x.Kind == keys.ColumnExpr {
			columns++
			return !r.seen.know(over.known, r.index(x.Name))
		}
		return x.Kind == keys.CallExpr && x.Function.Name != "floor"
	}) || columns == 0 {
		return s, false
	}
	return over.wholes(e)
}

// know puts what was seen of a column in the place of what is known of it.
func (x *Extents) know(all []*known, i int) bool {
	if i < 0 || i >= len(x.of) || x.of[i].rows == 0 {
		return false
	}
	e := &x.of[i]
	switch x.columns[i].Type {
	case table.Double:
		all[i] = &known{low: table.DoubleValue(e.real.low), high: table.DoubleValue(e.real.high)}
	default:
		all[i] = &known{low: wholeValue(e.whole.low, x.columns[i].Type), high: wholeValue(e.whole.high, x.columns[i].Type)}
	}
	return true
}

// fittedReals is fitted for a column of decimals.
func (r *reacher) fittedReals(s *step, n reals) reals {
	i := -1
	if s.expr.Kind == keys.ColumnExpr {
		i = r.index(s.expr.Name)
	}
	if r.seen == nil || i < 0 || i >= len(r.seen.of) || r.seen.of[i].rows == 0 || r.seen.of[i].tiny {
		return n
	}
	e := &r.seen.of[i]
	low, high := wholeDigits(e.real.low), wholeDigits(e.real.high)
	most := max(low, high)
	fits := reals{high: math.Nextafter(math.Pow10(max(most, s.width)), 0)}
	switch {
	case most > 15 || s.width > 15:
		return n
	case e.real.low < 0 || e.minus:
		if most > max(s.width, 1) {
			return n
		}
		fits.low = -fits.high
	case most > max(s.width, 1):
		if low != high {
			return n
		}
		fits.low = math.Pow10(most - 1)
	}
	cut := reals{max(n.low, fits.low), min(n.high, fits.high), !e.minus}
	if cut != n {
		r.rest(s.expr, words.Number(int(math.Ceil(fits.low)))+" to below "+words.Number(int(math.Round(fits.high))))
	}
	return cut
}

// wholeDigits is how many digits a decimal has before its point.
func wholeDigits(f float64) int {
	return len(strconv.FormatFloat(math.Trunc(math.Abs(f)), 'f', 0, 64))
}

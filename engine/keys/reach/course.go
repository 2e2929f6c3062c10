package reach

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// partRanges are the numbers that each part of a date can be. Those of a date
// and a time are its days and seconds.
var partRanges = map[string]span{
	"year": {1, 9999}, "weekYear": {1, 9999}, "month": {1, 12}, "day": {1, 31}, "hour": {0, 23}, "minute": {0, 59}, "second": {0, 59},
	"week": {1, 53}, "monthWeek": {1, 5}, "weekday": {1, 7}, "dayOfYear": {1, 366}, "time": {0, 86399},
	"date": {0, int64(table.MaxDateTime / table.Day)},
}

// partSpan is what a part tells of the dates in a span: from the first to the
// last where it runs with the date, else everything that it can be.
func partSpan(p *keys.DatePart, s span) span {
	first, last := table.Ticks(s.low), table.Ticks(s.high)
	if steady(p, first, last) {
		return span{p.Number(first), p.Number(last)}
	}
	return partRanges[p.Name]
}

// steady reports whether a part runs with the date from a first to a last one,
// which is where everything coarser stays the same.
func steady(p *keys.DatePart, first, last table.Ticks) bool {
	year, month, _ := form.Civil(first)
	year2, month2, _ := form.Civil(last)
	switch p.Name {
	case "year", "weekYear", "date":
		return true
	case "month", "dayOfYear":
		return year == year2
	case "day", "monthWeek":
		return year == year2 && month == month2
	case "hour", "time":
		return first/table.Day == last/table.Day
	case "minute":
		return first/(3600*table.Second) == last/(3600*table.Second)
	case "second":
		return first/(60*table.Second) == last/(60*table.Second)
	}
	isoYear, week := first.Time().ISOWeek()
	isoYear2, week2 := last.Time().ISOWeek()
	return isoYear == isoYear2 && (p.Name == "week" || week == week2)
}

// course is how an expression runs with one column while every other column in
// it is fixed: 1 with it, -1 against it, 0 when it stays the same.
//
// ok is false where it runs in no such way.
func (g *given) course(e *keys.Expr, col int) (by int, ok bool) {
	if g.decided(e) {
		return 0, true
	}
	of := func(i int) (int, bool) { return g.course(e.Args[i], col) }
	switch e.Kind {
	case keys.ColumnExpr:
		return 1, g.index(e.Name) == col
	case keys.NegateExpr:
		by, ok = of(0)
		return -by, ok
	case keys.PartExpr:
		s, whole := g.wholes(e.Args[0])
		by, ok = of(0)
		return by, ok && whole && steady(e.Part, table.Ticks(s.low), table.Ticks(s.high))
	case keys.CallExpr:
		switch e.Function.Name {
		case "ticks", "floor":
			return of(0)
		case "reverseTicks":
			by, ok = of(0)
			return -by, ok
		}
	case keys.BinaryExpr:
		return binaryCourse(e, of)
	}
	return 0, false
}

// binaryCourse follows sums and differences, and products and quotients with a
// written number above 0.
func binaryCourse(e *keys.Expr, of func(int) (int, bool)) (by int, ok bool) {
	x, ok1 := of(0)
	y, ok2 := of(1)
	if !ok1 || !ok2 || x != 0 && y != 0 {
		return 0, false
	}
	switch e.Operator {
	case '+':
		return x + y, true
	case '-':
		return x - y, true
	case '*', '/':
		n := e.Args[1]
		return x, y == 0 && n.Kind == keys.NumberExpr && n.Whole > 0
	}
	return 0, false
}

// pinned returns the reacher for the rows of which an expression gives one
// number: the column that it runs with is narrowed to the values that give it.
// Where that cannot be told it is the reacher itself.
func (r *reacher) pinned(e *keys.Expr, n int64) *reacher {
	col := -1
	e.Walk(func(x *keys.Expr) {
		if x.Kind == keys.ColumnExpr && !r.fixed(x.Name) {
			col = r.index(x.Name)
		}
	})
	if col < 0 {
		return r
	}
	by, ok := r.course(e, col)
	s, whole := r.wholeColumn(r.columns[col].Name)
	if !ok || by == 0 || !whole {
		return r
	}
	// The first value at which the expression has come to n, and the first at
	// which it has passed it.
	from := firstWhere(s, func(c int64) bool { v := r.at(col, c).value(e); return by > 0 && v >= n || by < 0 && v <= n })
	past := firstWhere(s, func(c int64) bool { v := r.at(col, c).value(e); return by > 0 && v > n || by < 0 && v < n })
	if from == nil || past != nil && *past <= *from {
		return r
	}
	last := s.high
	if past != nil {
		last = *past - 1
	}
	return r.within(col, span{*from, last})
}

// value is the number that an expression of one fixed column gives.
func (g *given) value(e *keys.Expr) int64 {
	s, _ := g.wholes(e)
	return s.low
}

// firstWhere returns the least number of a span for which a condition holds, if
// it holds for all greater ones too, or nil.
func firstWhere(s span, holds func(int64) bool) *int64 {
	low, high := s.low, s.high
	if !holds(high) {
		return nil
	}
	for low < high {
		middle := low + int64(uint64(high-low)/2)
		if holds(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return &low
}

// at and within return the reacher with one column narrowed.
func (r *reacher) at(col int, n int64) *reacher { return r.within(col, span{n, n}) }

func (r *reacher) within(col int, s span) *reacher {
	narrowed := *r
	narrowed.known = append([]*known(nil), r.known...)
	k := &known{low: wholeValue(s.low, r.columns[col].Type), high: wholeValue(s.high, r.columns[col].Type)}
	narrowed.known[col] = k
	if k.fixed() {
		narrowed.row = changedRow{r.row, col, k.low}
	}
	return &narrowed
}

func wholeValue(n int64, t table.EdmType) table.Value {
	switch t {
	case table.Int32:
		return table.Int32Value(int32(n))
	case table.Int64:
		return table.Int64Value(n)
	}
	return table.DateTimeValue(table.Ticks(n))
}

package keys

import (
	"time"

	"github.com/keyrange/keyrange/engine/table"
)

// Units of a date, coarse to fine: what a part of a key tells about it. A part
// such as the month runs with the date only where everything coarser stays the
// same.
const (
	noUnit = iota
	yearUnit
	monthUnit
	dayUnit
	hourUnit
	minuteUnit
	secondUnit
	tickUnit
)

// partUnits is what each part of a date needs to stay the same and what it then
// tells. Weeks cut across months and years, so they have no place in the chain.
var partUnits = map[string][2]int{
	"year": {noUnit, yearUnit}, "month": {yearUnit, monthUnit}, "day": {monthUnit, dayUnit},
	"hour": {dayUnit, hourUnit}, "minute": {hourUnit, minuteUnit}, "second": {minuteUnit, secondUnit},
	"date": {noUnit, dayUnit}, "time": {dayUnit, secondUnit}, "dayOfYear": {yearUnit, dayUnit},
	"weekYear": {noUnit, noUnit}, "week": {tickUnit, noUnit}, "monthWeek": {monthUnit, noUnit}, "weekday": {dayUnit, noUnit},
}

// unitOf returns the first and the last instant of the unit that holds a date.
func unitOf(t table.Ticks, unit int) (first, last table.Ticks) {
	first, last = table.MinDateTime, table.MaxDateTime
	year, month, day := civil(t)
	switch unit {
	case yearUnit:
		first, last = dayOf(year, 1, 1), dayOf(year+1, 1, 1)-1
	case monthUnit:
		first, last = dayOf(year, month, 1), dayOf(year, month+1, 1)-1
	case dayUnit:
		first, last = dayOf(year, month, day), dayOf(year, month, day+1)-1
	case hourUnit:
		first = t - t%(3600*table.Second)
		last = first + 3600*table.Second - 1
	case minuteUnit:
		first = t - t%(60*table.Second)
		last = first + 60*table.Second - 1
	case secondUnit:
		first = t - t%table.Second
		last = first + table.Second - 1
	case tickUnit:
		first, last = t, t
	}
	return first, min(last, table.MaxDateTime)
}

func dayOf(year, month, day int64) table.Ticks {
	return table.TicksOf(time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC))
}

// dateCourse is how an expression runs with its one column of dates.
type dateCourse struct {
	by   int // 1 with it, -1 against it, 0 not at all
	need int // the unit of a date that must stay the same for that
	unit int // the unit that the value then tells, noUnit for none
}

// dateCourseOf finds the course of an expression with a column, or ok is false
// when it has none.
func dateCourseOf(e *expr, col string) (c dateCourse, ok bool) {
	if !e.has(func(x *expr) bool { return x.kind == columnExpr || x.kind == callExpr && x.fn.Name == "rowNumber" }) {
		return dateCourse{}, true
	}
	of := func(i int) (dateCourse, bool) { return dateCourseOf(e.args[i], col) }
	switch e.kind {
	case columnExpr:
		return dateCourse{by: 1, unit: tickUnit}, e.name == col
	case negateExpr:
		c, ok = of(0)
		return c.turned(), ok
	case partExpr:
		units := partUnits[e.part.Name]
		if e.args[0].kind != columnExpr {
			return dateCourse{}, false
		}
		return dateCourse{by: 1, need: units[0], unit: units[1]}, e.args[0].name == col
	case callExpr:
		return callDateCourse(e, of)
	case binaryExpr:
		return binaryDateCourse(e, of)
	}
	return dateCourse{}, false
}

func (c dateCourse) turned() dateCourse {
	c.by = -c.by
	return c
}

func callDateCourse(e *expr, of func(int) (dateCourse, bool)) (c dateCourse, ok bool) {
	switch e.fn.Name {
	case "ticks", "or":
		return of(0)
	case "reverseTicks":
		c, ok = of(0)
		return c.turned(), ok
	case "floor":
		c, ok = of(0)
		c.unit = noUnit
		return c, ok
	}
	return dateCourse{}, false
}

// binaryDateCourse follows sums and differences, and products and quotients with a
// written number that is not negative.
func binaryDateCourse(e *expr, of func(int) (dateCourse, bool)) (dateCourse, bool) {
	x, xOK := of(0)
	y, yOK := of(1)
	if !xOK || !yOK || x.by != 0 && y.by != 0 {
		return dateCourse{}, false
	}
	switch e.operator {
	case '+':
		if x.by == 0 {
			return y, true
		}
		return x, true
	case '-':
		if x.by == 0 {
			return y.turned(), true
		}
		return x, true
	case '*', '/':
		if n := e.args[1]; y.by == 0 && n.kind == numberExpr && n.whole > 0 {
			if e.operator == '/' {
				x.unit = noUnit
			}
			return x, true
		}
	}
	return dateCourse{}, false
}

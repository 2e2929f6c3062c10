package reach

import (
	"time"

	"github.com/keyrange/keyrange/engine/keys/form"
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
	year, month, day := form.Civil(t)
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

// sampleDate is a date of the longest year and the longest month.
var sampleDate = dayOf(2008, 12, 31)

// dateRun is how a placeholder runs with its one column of dates among the dates
// of which everything down to a unit is the same: 1 with them, -1 against them, 0
// where it comes round or stays the same. tells is the unit that is the same where
// the placeholder's number is too, noUnit where that is none.
//
// What holds in one such unit holds in all: the rule of a part asks which coarser
// parts stay the same, so one unit is looked at, the longest. At its ends a week may
// be cut short, in its middle it is not: all three are asked what they tell.
func (b inverse) dateRun(slot int, column string, unit int) (by, tells int) {
	r := newReacher(b.Bound, make([]*known, len(b.Columns())), nil)
	col := r.index(column)
	first, last := unitOf(sampleDate, unit)
	r = r.within(col, span{int64(first), int64(last)})
	e := b.Slots()[slot].Expr
	by, ok := r.course(e, col)
	if !ok || by == 0 {
		return 0, noUnit
	}
	tells = tickUnit
	for _, t := range [...]table.Ticks{first, first + (last-first)/2, last} {
		s, _ := r.pinned(e, r.at(col, int64(t)).value(e)).wholeColumn(column)
		for tells > noUnit {
			if low, high := unitOf(t, tells); int64(low) <= s.low && s.high <= int64(high) {
				break
			}
			tells--
		}
	}
	return by, tells
}

package reach

import (
	"sort"
	"strconv"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// datedText is the text of a slot that is made of a date.
type datedText struct {
	slot int
	text string
}

// dateIn returns the column of dates that an expression is made of: its ticks, or
// one part of it with arithmetic around; empty for any other.
func (b inverse) dateIn(e *keys.Expr) string {
	column, columns, odd := "", 0, false
	e.Walk(func(x *keys.Expr) {
		switch x.Kind {
		case keys.ColumnExpr:
			column, columns = x.Name, columns+1
		case keys.CallExpr:
			odd = odd || x != e || x.Function.Name != "ticks" && x.Function.Name != "reverseTicks" || x.Args[0].Kind != keys.ColumnExpr
		case keys.PartExpr:
			odd = odd || x.Args[0].Kind != keys.ColumnExpr
		case keys.TextExpr, keys.RealExpr:
			odd = true
		}
	})
	if odd || columns != 1 || e.Kind == keys.ColumnExpr || b.typeOf(column) != table.DateTime {
		return ""
	}
	return column
}

// dateMeaning says which period the texts of some slots leave of one column of
// dates. Each slot is read once what is coarser than it is known.
func (b inverse) dateMeaning(column string, texts []datedText) (n filter.Node, never bool, why string) {
	from, to, unit := table.MinDateTime, table.MaxDateTime, noUnit
	for len(texts) > 0 {
		at := -1
		for i, x := range texts {
			if need, _ := b.unitsOf(x.slot); at < 0 && need <= unit {
				at = i
			}
		}
		if at < 0 {
			return nil, false, "{" + b.Slots()[texts[0].slot].Expr.String() + "} comes round again, so it is no one period of " + column + "."
		}
		_, tells := b.unitsOf(texts[at].slot)
		low, high, matches, whole := b.narrowed(column, texts[at], from, to, tells)
		if matches == 0 {
			return nil, true, ""
		}
		if !whole {
			return nil, false, "{" + b.Slots()[texts[at].slot].Expr.String() + "} is the same in several periods of " + column + "."
		}
		if from, to = low, high; matches == 1 {
			unit = max(unit, tells)
		}
		texts = append(texts[:at:at], texts[at+1:]...)
	}
	return period(column, from, to), false, ""
}

// unitsOf returns the unit that must be known before a slot of a date can be
// read, and the one that it is made of.
func (b inverse) unitsOf(slot int) (need, step int) {
	need, step = noUnit, tickUnit
	b.Slots()[slot].Expr.Walk(func(x *keys.Expr) {
		if x.Kind != keys.PartExpr {
			return
		}
		switch name := x.Part.Name; name {
		case "monthWeek", "weekday":
			need, step = monthUnit, dayUnit
		case "week", "weekYear":
			need, step = yearUnit, dayUnit
		case "time":
			need, step = dayUnit, secondUnit
		default:
			need, step = partUnits[name][0], partUnits[name][1]
		}
	})
	return need, step
}

// narrowed returns the period in which a slot gives a text, between two instants:
// in how many steps of its unit, and whether these follow one another.
func (b inverse) narrowed(column string, x datedText, from, to table.Ticks, step int) (low, high table.Ticks, matches int, whole bool) {
	if step == tickUnit || step == secondUnit && to-from >= table.Day-1 || step == dayUnit && to-from > 366*table.Day {
		return b.guessed(column, x, from, to, step)
	}
	last := table.Ticks(-1)
	whole = true
	for t := from; t <= to; {
		first, end := unitOf(t, step)
		if text, ok := b.slotText(x.slot, column, table.DateTimeValue(t)); ok && text == x.text {
			if matches++; matches == 1 {
				low = max(first, from)
			} else if last != first-1 {
				whole = false
			}
			high, last = min(end, to), end
		}
		if end == table.MaxDateTime {
			break
		}
		t = end + 1
	}
	return low, high, matches, whole
}

// guessed reads a text as a date, a time of day or a count of ticks, and tries
// whether the slot gives it.
func (b inverse) guessed(column string, x datedText, from, to table.Ticks, step int) (low, high table.Ticks, matches int, whole bool) {
	var tries []table.Ticks
	if n, err := strconv.ParseInt(x.text, 10, 64); err == nil {
		tries = append(tries, table.Ticks(n), table.MaxDateTime-table.Ticks(n))
	}
	if year, month, day, ok := dateOf(x.text); ok {
		tries = append(tries, dayOf(year, month, day))
	}
	if len(x.text) == len("19:04:11") {
		h, err1 := strconv.ParseInt(x.text[:2], 10, 64)
		m, err2 := strconv.ParseInt(x.text[3:5], 10, 64)
		s, err3 := strconv.ParseInt(x.text[6:], 10, 64)
		if err1 == nil && err2 == nil && err3 == nil {
			tries = append(tries, from+table.Ticks(h*3600+m*60+s)*table.Second)
		}
	}
	for _, t := range tries {
		if t < from || t > to {
			continue
		}
		if text, ok := b.slotText(x.slot, column, table.DateTimeValue(t)); ok && text == x.text {
			low, high = unitOf(t, step)
			return low, high, 1, true
		}
	}
	return 0, 0, 0, true
}

// dateOf reads year-month-day.
func dateOf(text string) (year, month, day int64, ok bool) {
	if len(text) != len("2008-10-28") {
		return 0, 0, 0, false
	}
	year, err1 := strconv.ParseInt(text[:4], 10, 64)
	month, err2 := strconv.ParseInt(text[5:7], 10, 64)
	day, err3 := strconv.ParseInt(text[8:], 10, 64)
	return year, month, day, err1 == nil && err2 == nil && err3 == nil
}

// period is the condition that a date lies between two instants, both included.
func period(column string, from, to table.Ticks) filter.Node {
	if from == to {
		return compared(column, filter.Equal, table.DateTimeValue(from))
	}
	var terms []filter.Node
	if from > table.MinDateTime || to == table.MaxDateTime {
		terms = append(terms, compared(column, filter.GreaterThanOrEqual, table.DateTimeValue(from)))
	}
	if to < table.MaxDateTime {
		terms = append(terms, compared(column, filter.LessThan, table.DateTimeValue(to+1)))
	}
	return allOf(terms)
}

// soleDate returns the column of dates of which the whole template is made when
// its keys sort as the dates do, or against them; empty for any other template.
func (b inverse) soleDate() string {
	column, unit, by := "", noUnit, 0
	for i, s := range b.Slots() {
		if s.Expr == nil {
			continue
		}
		one := b.dateIn(s.Expr)
		if one == "" || column != "" && one != column {
			return ""
		}
		if unit == tickUnit {
			continue // the order is told
		}
		runs, tells := b.dateRun(i, one, unit)
		if runs == 0 || by != 0 && runs != by || !b.evenly(i, one, unit, tells) {
			return ""
		}
		column, unit, by = one, max(unit, tells), runs
	}
	return column
}

// evenly reports whether the numbers of a slot all have as many digits for the
// dates of which everything down to a unit is the same.
func (b inverse) evenly(slot int, column string, unit, tells int) bool {
	if b.Slots()[slot].Code.Kind != keys.WholeKind {
		return b.Slots()[slot].Expr.Kind == keys.PartExpr
	}
	if tells == noUnit {
		return false
	}
	var texts [2]string
	first, last := unitOf(sampleDate, unit)
	for i, t := range [...]table.Ticks{first, last} {
		text, ok := b.slotText(slot, column, table.DateTimeValue(t))
		if !ok || text == "" || !form.IsDigit(text[0]) {
			return false
		}
		texts[i] = text
	}
	return len(texts[0]) == len(texts[1])
}

// ofDate turns a bound on a key that sorts as a date does into one on the date.
func (b inverse) ofDate(op filter.Op, text string) filter.Node {
	column := b.soleDate()
	holds := func(t table.Ticks) bool {
		key, ok := b.wholeText(column, t)
		return ok && filter.Compare(op, table.StringValue(key), table.StringValue(text))
	}
	span := int(table.MaxDateTime - table.MinDateTime)
	at := func(i int) table.Ticks { return table.MinDateTime + table.Ticks(i) }
	if first := holds(table.MinDateTime); first {
		n := sort.Search(span, func(i int) bool { return !holds(at(i)) })
		if n == span && holds(table.MaxDateTime) {
			return period(column, table.MinDateTime, table.MaxDateTime)
		}
		return period(column, table.MinDateTime, at(n)-1)
	}
	n := sort.Search(span, func(i int) bool { return holds(at(i)) })
	if n == span && !holds(table.MaxDateTime) {
		return compared(column, filter.LessThan, table.DateTimeValue(table.MinDateTime))
	}
	return period(column, at(n), table.MaxDateTime)
}

// wholeText is the key of a template that is made of one date.
func (b inverse) wholeText(column string, t table.Ticks) (string, bool) {
	text := ""
	for i, s := range b.Slots() {
		if s.Expr == nil {
			text += s.Plain
			continue
		}
		one, ok := b.slotText(i, column, table.DateTimeValue(t))
		if !ok {
			return "", false
		}
		text += one
	}
	return text, true
}

package keys

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// interval follows the present slot when an interval is known of its column. When
// every value in it gives the same text, it returns that text and whole is true.
// Else the walk is over and the reach is set.
func (r *reacher) interval(text string) (value string, whole bool) {
	e := r.bound.template.slots[r.slot].expr
	col := r.runs(e)
	if col < 0 {
		r.prefixed(text)
		return "", false
	}
	k := r.known[col]
	if r.bound.columns[col].Type == table.String {
		r.texts(text, e, col, k)
		return "", false
	}
	low, high, ok := k.extremes(r.bound.columns[col].Type)
	c, runs := courseOf(e, r.bound.columns[col].Name, r.fixed)
	if !ok || !runs || c.by == 0 || c.need != noUnit && !sameUnit(low.Ticks(), high.Ticks(), c.need) {
		r.prefixed(text)
		return "", false
	}
	if c.by < 0 {
		low, high = high, low
	}
	from, ok1 := r.text(r.slot, r.row.with(col, low))
	to, ok2 := r.text(r.slot, r.row.with(col, high))
	switch {
	case !ok1 || !ok2:
		r.prefixed(text)
		return "", false
	case from == to:
		if k.closed() {
			r.hold(e)
		}
		return from, true
	}
	r.between(text, e, col, c, [2]table.Value{low, high}, [2]string{from, to})
	return "", false
}

// between ends the walk with the keys from one text to another, where they sort
// as the values do. An end that the question leaves open gives no bound.
func (r *reacher) between(text string, e *expr, col int, c course, ends [2]table.Value, texts [2]string) {
	k := r.known[col]
	r.prefixed(text)
	whole := r.bound.slots[r.slot].code.kind == wholeKind
	if whole && !sorts(texts[0], texts[1]) || r.bound.slots[r.slot].code.kind == realKind {
		return
	}
	open := [2]bool{k.low.IsNull(), k.high.IsNull()}
	if c.by < 0 {
		open[0], open[1] = open[1], open[0]
	}
	if !open[0] {
		r.reach.Low = text + texts[0] + r.finer(col, c, ends[0])
	}
	if !open[1] {
		r.reach.High = after(text + texts[1] + r.finer(col, c, ends[1]))
	}
	if k.closed() {
		r.hold(e)
	}
}

// finer returns the text of the slots after the present one at one end of an
// interval of dates, for as long as they go on in the same direction and into
// finer units: the month after the year, the ticks after the month.
func (r *reacher) finer(col int, c course, end table.Value) string {
	if end.Type() != table.DateTime {
		return ""
	}
	text, unit := "", c.unit
	for i := r.slot + 1; i < len(r.bound.slots); i++ {
		s := r.bound.template.slots[i]
		if s.expr == nil {
			text += s.literal
			continue
		}
		value, ok := r.text(i, r.row.with(col, end))
		if !ok {
			return text
		}
		if !r.decided(s.expr) {
			next, runs := courseOf(s.expr, r.bound.columns[col].Name, r.fixed)
			if !runs || next.by != c.by || next.need > unit || !r.steady(i, col, next, end.Ticks()) {
				return text
			}
			unit = max(unit, next.unit)
		}
		text += value
	}
	return text
}

// steady reports whether the texts of a slot sort as its numbers do over the
// whole unit of the date that has to stay the same.
func (r *reacher) steady(slot, col int, c course, at table.Ticks) bool {
	if r.bound.slots[slot].code.kind != wholeKind {
		return r.bound.slots[slot].code.kind != realKind
	}
	low, high := unitOf(at, c.need)
	if c.by < 0 {
		low, high = high, low
	}
	from, ok1 := r.text(slot, r.row.with(col, table.DateTimeValue(low)))
	to, ok2 := r.text(slot, r.row.with(col, table.DateTimeValue(high)))
	return ok1 && ok2 && sorts(from, to)
}

// texts ends the walk at a column of texts of which an interval is known.
func (r *reacher) texts(text string, e *expr, col int, k *known) {
	slot := r.bound.slots[r.slot]
	r.prefixed(text)
	if slot.width > 0 {
		return
	}
	if bare(e) {
		r.bareTexts(text, k)
	} else if common := k.common(); common != "" && prefixKeeping(e) {
		if value, ok := r.text(r.slot, r.row.with(col, table.StringValue(common))); ok {
			r.prefixed(text + value)
		}
	} else {
		return
	}
	if k.closed() {
		r.hold(e)
	}
}

// bareTexts sets the bounds for a column that stands in the key as it is. Where
// more follows in the template, a text that is the beginning of the high end may
// sort after it, so the bound makes room for that.
func (r *reacher) bareTexts(text string, k *known) {
	if !k.low.IsNull() {
		r.reach.Low = text + k.low.Str()
	}
	if k.high.IsNull() {
		return
	}
	high := k.high.Str()
	r.reach.High = text + high
	if !k.below {
		r.reach.High = after(text + high)
	}
	if r.slot+1 == len(r.bound.slots) {
		return
	}
	next := r.bound.template.slots[r.slot+1].literal
	for at := range high {
		if !k.low.IsNull() && table.CompareUTF16(high[:at], k.low.Str()) < 0 {
			continue
		}
		if next == "" || table.CompareUTF16(firstOf(next), firstOf(high[at:])) >= 0 {
			r.reach.High = after(text + high[:at])
			return
		}
	}
}

func firstOf(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// bare reports whether an expression is a column of texts as it is. A default
// for what is missing changes nothing, since a comparison leaves that out.
func bare(e *expr) bool {
	return e.kind == columnExpr || e.kind == callExpr && e.fn.Name == "or" && e.args[0].kind == columnExpr
}

// prefixKeeping reports whether texts with a common beginning have one after the
// expression too: what it makes of that beginning.
func prefixKeeping(e *expr) bool {
	if bare(e) {
		return true
	}
	if e.kind != callExpr {
		return false
	}
	switch e.fn.Name {
	case "upper", "lower", "clean", "prefix", "or":
		return prefixKeeping(e.args[0])
	}
	return false
}

// common returns the longest text with which every text of the interval begins.
func (k *known) common() string {
	if !k.closed() {
		return ""
	}
	low, high := k.low.Str(), k.high.Str()
	if k.below && high == after(low) {
		return low
	}
	n := 0
	for i, r := range low {
		if !strings.HasPrefix(high[min(i, len(high)):], string(r)) {
			break
		}
		n = i + utf8.RuneLen(r)
	}
	return low[:n]
}

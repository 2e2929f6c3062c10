package reach

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// maxSteps bounds the search for readings of one key.
const maxSteps = 20_000

// reading is one way to share out a key over the slots of a template: the text
// of each slot, up to the one that it only begins.
type reading struct {
	texts []string
	open  bool // the last text is only a beginning
}

// readings turns "the key is this text", or "the key begins with it", into
// conditions on columns: one way to read it or another.
func (t *turner) readings(b inverse, text string, open bool) filter.Node {
	s := &sharer{bound: b, open: open}
	s.share(text, nil)
	if s.steps > maxSteps || len(s.found) > maxReadings {
		return t.fail("The key '" + text + "' can be read in many ways, because " + b.Template().Text() + " does not say where one column ends.")
	}
	var ways []filter.Node
	for _, r := range s.found {
		n, never, why := b.meaning(r)
		if why != "" {
			return t.fail(why)
		}
		if !never {
			ways = append(ways, n)
		}
	}
	if len(ways) == 0 {
		return t.fail("No key that " + b.Template().Text() + " makes reads '" + text + "'.")
	}
	return anyOf(ways)
}

// sharer finds the readings of a text.
type sharer struct {
	bound inverse
	open  bool
	steps int
	found []reading
}

// share tries every way to share out the rest of a key over the slots after
// those that have a text.
func (s *sharer) share(rest string, texts []string) {
	if s.steps++; s.steps > maxSteps || len(s.found) > maxReadings {
		return
	}
	slots := s.bound.Slots()
	i := len(texts)
	switch {
	case i == len(slots) || s.open && rest == "":
		if rest == "" {
			s.found = append(s.found, reading{texts: append([]string(nil), texts...)})
		}
	case slots[i].Expr == nil:
		if lit := slots[i].Plain; strings.HasPrefix(rest, lit) {
			s.share(rest[len(lit):], append(texts, lit))
		} else if s.open && strings.HasPrefix(lit, rest) {
			s.share("", append(texts, lit))
		}
	default:
		for n := 0; n <= len(rest); n++ {
			if s.open && n == len(rest) {
				s.found = append(s.found, reading{append(append([]string(nil), texts...), rest), true})
			} else if (n == len(rest) || utf8.RuneStart(rest[n])) && s.bound.fits(i, rest[:n]) {
				s.share(rest[n:], append(texts, rest[:n]))
			}
		}
	}
}

// fits reports whether a slot could give a text: a number gives nothing but
// digits, in at least its width.
func (b inverse) fits(slot int, text string) bool {
	s := b.Slots()[slot]
	if p := s.Expr; p.Kind == keys.PartExpr && p.Part.Digits == 0 {
		return len(text) == len(p.Part.Gives)
	}
	if k := b.Slots()[slot].Code; k.Kind != keys.WholeKind || k.Mixed {
		return true
	}
	digits := strings.TrimPrefix(text, "-")
	if len(digits) < max(1, s.Width) || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return len(digits) == max(1, s.Width) || digits[0] != '0'
}

// meaning says what a reading asks of the columns. never is true when no row can
// have such a key; why is the reason when no condition on columns says it.
func (b inverse) meaning(r reading) (n filter.Node, never bool, why string) {
	dates := map[string][]datedText{}
	var order []string
	var terms []filter.Node
	for i, text := range r.texts {
		s := b.Slots()[i]
		if s.Expr == nil {
			continue
		}
		if column := b.dateIn(s.Expr); column != "" {
			if r.open && i == len(r.texts)-1 {
				return nil, false, "The key ends inside {" + s.Expr.String() + "}, and the beginning of a number is no range of " + column + "."
			}
			if dates[column] == nil {
				order = append(order, column)
			}
			dates[column] = append(dates[column], datedText{i, text})
			continue
		}
		term, never, why := b.slotMeaning(i, text, r.open && i == len(r.texts)-1)
		if never || why != "" {
			return nil, never, why
		}
		if term != nil {
			terms = append(terms, term)
		}
	}
	for _, column := range order {
		term, never, why := b.dateMeaning(column, dates[column])
		if never || why != "" {
			return nil, never, why
		}
		terms = append(terms, term)
	}
	return allOf(terms), false, ""
}

// slotMeaning says what the text of one slot asks of its column.
func (b inverse) slotMeaning(slot int, text string, open bool) (n filter.Node, never bool, why string) {
	s := b.Slots()[slot]
	from := sourceOf(s.Expr)
	switch {
	case from.strange:
		return nil, false, from.why
	case form.Refused(text) >= 0, from.standIn && text == "" && !open:
		return nil, true, ""
	case from.cleaned && (from.with == "" || strings.ContainsAny(text, from.with)):
		return nil, false, "In a key, '" + from.with + "' may stand for a character that " + s.Expr.String() + " replaced, so '" + text +
			"' is not one value of " + from.column + "."
	case from.standIn && (text == from.instead || open && strings.HasPrefix(from.instead, text)):
		return nil, false, from.replacement()
	}
	kind := b.typeOf(from.column)
	if kind == table.String {
		return b.textMeaning(slot, from, text, open)
	}
	v, ok := valueOf(kind, text)
	switch {
	case v.IsNull():
		return nil, false, "{" + s.Expr.String() + "} is of type " + kind.String() + ", and a key is not read back as one."
	case open:
		return nil, false, "The key ends inside {" + s.Expr.String() + "}, and the beginning of a number is no range of " + from.column + "."
	}
	if again, given := b.slotText(slot, from.column, v); !ok || !given || again != text {
		return nil, true, ""
	}
	return compared(from.column, filter.Equal, v), false, ""
}

// textMeaning says what the text of a slot asks of its column of texts.
func (b inverse) textMeaning(slot int, from source, text string, open bool) (filter.Node, bool, string) {
	s := b.Slots()[slot]
	if s.Width > 0 {
		return nil, false, "{" + s.Expr.String() + keys.WidthText(s.Width) + "} fills texts up with zeros, so '" + text +
			"' may stand for several values of " + from.column + "."
	}
	if !open {
		return compared(from.column, filter.Equal, table.StringValue(text)), false, ""
	}
	terms := []filter.Node{compared(from.column, filter.GreaterThanOrEqual, table.StringValue(text))}
	if high := after(text); high != "" {
		terms = append(terms, compared(from.column, filter.LessThan, table.StringValue(high)))
	}
	return allOf(terms), false, ""
}

// valueOf reads the text of a key as a value of a type that is written in one
// way only.
func valueOf(kind table.EdmType, text string) (table.Value, bool) {
	switch kind {
	case table.Int32:
		n, err := strconv.ParseInt(text, 10, 32)
		return table.Int32Value(int32(n)), err == nil
	case table.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		return table.Int64Value(n), err == nil
	case table.Boolean:
		return table.BooleanValue(text == "true"), text == "true" || text == "false"
	}
	return table.Value{}, false
}

// oneValue is a row that has a value in one column.
type oneValue struct {
	col   int
	value table.Value
}

// Value returns the value of a column.
func (r oneValue) Value(col int) table.Value {
	if col == r.col {
		return r.value
	}
	return table.Value{}
}

// slotText is what a slot makes of a value of its one column.
func (b inverse) slotText(slot int, column string, v table.Value) (string, bool) {
	for i, c := range b.Columns() {
		if c.Name != column {
			continue
		}
		return b.Slots()[slot].Code.Text(oneValue{i, v}, b.Slots()[slot].Width)
	}
	return "", false
}

package keys

import "strings"

// unsorted returns the placeholders of one template whose numbers do not sort as
// numbers.
func (a *Analysis) unsorted(which int) []Finding {
	var all []Finding
	b := a.bound(which == 1)
	for i := range a.numbers[which] {
		n := &a.numbers[which][i]
		if n.other || n.seen < 2 {
			continue
		}
		widths, signs := n.inversions()
		if signs != nil {
			all = append(all, n.backwards(signs, b, i, which == 1))
		} else if widths != nil {
			all = append(all, n.misplaced(widths, b, i, which == 1))
		}
	}
	return all
}

// exponent is the cause where a number is too large or too small for digits alone.
const exponent = ", because one of them is written with an exponent. A range of numbers is then not a range of keys."

// misplaced says why the greater of two numbers sorts first.
func (n *numbers) misplaced(v *inversion, b *Bound, slot int, rowKey bool) Finding {
	if v.apart() {
		return n.unpadded(v, b, slot, rowKey)
	}
	e := b.template.slots[slot].expr
	before := v.greater.text + " sorts before " + v.smaller.text
	f := Finding{Kind: LateSeparator, Severity: Problem, Count: n.seen, Rows: []int{v.greater.row, v.smaller.row},
		Title:  "The separator sorts after a character of the values",
		Detail: before + ", because what follows " + e.String() + " sorts after a digit. A range of numbers is then not a range of keys.",
		Fix:    b.template.separate(slot, rowKey)}
	if strings.ContainsAny(v.greater.text+v.smaller.text, "eE") {
		f.Kind, f.Title, f.Fix = UnpaddedNumber, "Numbers in "+keyName(rowKey)+" sort as text", nil
		f.Detail = before + exponent
	}
	return f
}

// separate puts what sorts before every digit and before the point behind a
// placeholder.
func (t *Template) separate(slot int, rowKey bool) *Fix {
	const with = "-"
	s := t.slots[slot]
	if slot+1 < len(t.slots) && t.slots[slot+1].expr == nil {
		next := t.slots[slot+1]
		return fix(rowKey, t.text[:next.offset]+with+t.text[next.end:], "Separate with "+quoted(with))
	}
	return fix(rowKey, t.text[:s.end]+with+t.text[s.end:], "Put "+quoted(with)+" between them")
}

// unpadded says that numbers sort as text. Among hash buckets no order is lost
// that anyone could want, so that is a Note.
func (n *numbers) unpadded(v *inversion, b *Bound, slot int, rowKey bool) Finding {
	s := b.template.slots[slot]
	f := Finding{
		Kind: UnpaddedNumber, Severity: Problem, Count: n.seen, Rows: []int{v.greater.row, v.smaller.row},
		Title: "Numbers in " + keyName(rowKey) + " sort as text",
		Detail: v.greater.text + " sorts before " + v.smaller.text + ", because " + s.expr.String() + " is " + count(n.least) + " to " +
			count(n.most) + " digits wide. A range of numbers is then not a range of keys.",
	}
	if n.least == 0 {
		f.Detail = v.greater.text + " sorts before " + v.smaller.text + exponent
		return f
	}
	if s.expr.has(func(e *expr) bool { return e.kind == callExpr && e.fn.Name == "hash" }) {
		f.Severity = Note
	}
	if n.most <= MaxWidth {
		f.Fix = b.template.pad(slot, n.most, rowKey)
	}
	return f
}

// backwards says that numbers below 0 sort in reverse. Adding a power of ten
// that no digit count exceeds makes them positive and keeps their order.
func (n *numbers) backwards(v *inversion, b *Bound, slot int, rowKey bool) Finding {
	s := b.template.slots[slot]
	f := Finding{
		Kind: NegativeNumber, Severity: Problem, Count: n.negatives, Rows: []int{v.greater.row, v.smaller.row},
		Title: "Numbers below 0 in " + keyName(rowKey) + " sort backwards",
		Detail: "Row " + count(n.negative.row+1) + " gives " + n.negative.text + " for " + s.expr.String() + ". As text, " +
			v.greater.text + " sorts before " + v.smaller.text + ".",
	}
	if b.slots[slot].code.kind.isNumber() && n.most < 18 && n.least > 0 {
		f.Fix = b.template.shift(slot, n.most, rowKey)
	}
	return f
}

func keyName(rowKey bool) string {
	if rowKey {
		return "RowKey"
	}
	return "PartitionKey"
}

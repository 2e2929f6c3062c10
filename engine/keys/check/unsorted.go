package check

import (
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	words "github.com/keyrange/keyrange/engine/text"
)

// unsorted returns the placeholders of one template whose numbers do not sort as
// numbers.
func (j judge) unsorted(which int) []Finding {
	var all []Finding
	for i := range j.numbers[which] {
		n := &j.numbers[which][i]
		if n.other || n.seen < 2 {
			continue
		}
		widths, signs := n.inversions()
		if signs != nil {
			all = append(all, n.backwards(signs, j.placeholder(which, i)))
		} else if widths != nil {
			all = append(all, n.misplaced(widths, j.placeholder(which, i)))
		}
	}
	return all
}

// exponent is the cause where a number is too large or too small for digits alone.
const exponent = ", because one of them is written with an exponent. A range of numbers is then not a range of keys."

// misplaced says why the greater of two numbers sorts first.
func (n *numbers) misplaced(v *inversion, p placeholder) Finding {
	if v.apart() {
		return n.unpadded(v, p)
	}
	before := v.greater.text + " sorts before " + v.smaller.text
	f := Finding{Kind: LateSeparator, Severity: Problem, Count: n.seen, Rows: []int{v.greater.row, v.smaller.row},
		Title:  "The separator sorts after a character of the values",
		Detail: before + ", because what follows " + p.Expr.String() + " sorts after a digit. A range of numbers is then not a range of keys.",
		Fix:    p.separate()}
	if strings.ContainsAny(v.greater.text+v.smaller.text, "eE") {
		f.Kind, f.Title, f.Fix = UnpaddedNumber, "Numbers in "+keyName(p.rowKey)+" sort as text", nil
		f.Detail = before + exponent
	}
	return f
}

// separate puts what sorts before every digit and before the point behind the
// placeholder.
func (p placeholder) separate() *keys.Fix {
	const with = "-"
	if all := p.template.Slots(); p.slot+1 < len(all) && all[p.slot+1].Literal {
		return p.replaceNext(with)
	}
	return p.insert(with)
}

// unpadded says that numbers sort as text. Among hash buckets no order is lost
// that anyone could want, so that is a Note.
func (n *numbers) unpadded(v *inversion, p placeholder) Finding {
	f := Finding{
		Kind: UnpaddedNumber, Severity: Problem, Count: n.seen, Rows: []int{v.greater.row, v.smaller.row},
		Title: "Numbers in " + keyName(p.rowKey) + " sort as text",
		Detail: v.greater.text + " sorts before " + v.smaller.text + ", because " + p.Expr.String() + " is " + words.Number(n.least) + " to " +
			words.Number(n.most) + " digits wide. A range of numbers is then not a range of keys.",
	}
	if n.least == 0 {
		f.Detail = v.greater.text + " sorts before " + v.smaller.text + exponent
		return f
	}
	if p.Expr.Has(func(e *keys.Expr) bool { return e.Calls("hash") }) {
		f.Severity = Note
	}
	if n.most <= keys.MaxWidth {
		f.Fix = p.template.Pad(p.slot, n.most, p.rowKey)
	}
	return f
}

// backwards says that numbers below 0 sort in reverse. Adding a power of ten
// that no digit count exceeds makes them positive and keeps their order.
func (n *numbers) backwards(v *inversion, p placeholder) Finding {
	f := Finding{
		Kind: NegativeNumber, Severity: Problem, Count: n.negatives, Rows: []int{v.greater.row, v.smaller.row},
		Title: "Numbers below 0 in " + keyName(p.rowKey) + " sort backwards",
		Detail: "Row " + words.Number(n.negative.row+1) + " gives " + n.negative.text + " for " + p.Expr.String() + ". As text, " +
			v.greater.text + " sorts before " + v.smaller.text + ".",
	}
	if p.Code.Kind.IsNumber() && n.most < 18 && n.least > 0 {
		f.Fix = p.template.Shift(p.slot, n.most, p.rowKey)
	}
	return f
}

func keyName(rowKey bool) string {
	if rowKey {
		return "RowKey"
	}
	return "PartitionKey"
}

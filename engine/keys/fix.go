package keys

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// Fix is an edit that makes keys better: of one template, or, where Column is
// set, of the type that a column is read as.
type Fix struct {
	RowKey   bool   // which of the two templates
	Template string // its new text
	Label    string // what the edit does, for a button

	Column string // the column to read as Type; both templates then stay
	Type   table.EdmType
}

// Apply returns a design after the fix. A fix of a column leaves it as it is.
func (f Fix) Apply(d Design) Design {
	switch {
	case f.Column != "":
	case f.RowKey:
		d.RowKey = f.Template
	default:
		d.PartitionKey = f.Template
	}
	return d
}

// Wrap puts the expression of a slot between before and after.
func (t *Template) Wrap(slot int, before, after string) string {
	s := t.slots[slot]
	expression := strings.TrimSpace(t.text[s.Offset+1 : s.body])
	return t.text[:s.Offset+1] + before + expression + after + t.text[s.body:]
}

// NewFix returns the Fix unless the new text is not a template any more, because
// it is too long or too deep.
func NewFix(rowKey bool, text, label string) *Fix {
	if _, err := Parse(text); err != nil {
		return nil
	}
	return &Fix{RowKey: rowKey, Template: text, Label: label}
}

// Pad gives a slot a width.
func (t *Template) Pad(slot, digits int, rowKey bool) *Fix {
	s := t.slots[slot]
	text := t.text[:s.body] + WidthText(digits) + "}" + t.text[s.End:]
	return NewFix(rowKey, text, "Pad to "+strconv.Itoa(digits)+" digits")
}

// Shift adds a power of ten with more digits than the slot's numbers have.
func (t *Template) Shift(slot, digits int, rowKey bool) *Fix {
	s := t.slots[slot]
	power := "1" + strings.Repeat("0", digits)
	text := t.text[:s.body] + "+" + power + WidthText(digits+1) + "}" + t.text[s.End:]
	return NewFix(rowKey, text, "Add "+power+" to each")
}

// Forgive gives a slot a value for what is missing.
func (t *Template) Forgive(slot int, column string, rowKey bool) *Fix {
	return NewFix(rowKey, t.Wrap(slot, "or(", ",'Unknown')"), "Write Unknown where "+column+" is missing")
}

// Clean replaces the refused characters of a slot, those of the template itself
// in place.
func (t *Template) Clean(slot int, rowKey bool) *Fix {
	s := t.slots[slot]
	text := t.wrapOrClean(s, slot)
	return NewFix(rowKey, text, "Replace with '_'")
}

func (t *Template) wrapOrClean(s Slot, at int) string {
	if s.Expr != nil {
		return t.Wrap(at, "clean(", ")")
	}
	return t.text[:s.Offset] + string(form.Clean([]byte(t.text[s.Offset:s.End]), 0, "_")) + t.text[s.End:]
}

// Shorten keeps the first characters of a slot. Half of what fits leaves room
// for rows whose other parts are longer, and for characters of two units.
func (t *Template) Shorten(slot, room int, rowKey bool) *Fix {
	n := strconv.Itoa(max(1, room/2))
	if t.slots[slot].Expr == nil {
		return nil
	}
	return NewFix(rowKey, t.Wrap(slot, "prefix(", ","+n+")"), "Keep the first "+n+" characters")
}

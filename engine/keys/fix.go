package keys

import (
	"strconv"
	"strings"
)

// buckets is how many buckets a Fix spreads keys over.
const buckets = 16

// wrap puts the expression of a slot between before and after.
func (t *Template) wrap(slot int, before, after string) string {
	s := t.slots[slot]
	expression := strings.TrimSpace(t.text[s.offset+1 : s.body])
	return t.text[:s.offset+1] + before + expression + after + t.text[s.body:]
}

// fix returns the Fix unless the new text is not a template any more, because
// it is too long or too deep.
func fix(rowKey bool, text, label string) *Fix {
	if _, err := Parse(text); err != nil {
		return nil
	}
	return &Fix{RowKey: rowKey, Template: text, Label: label}
}

// pad gives a slot a width.
func (t *Template) pad(slot, digits int, rowKey bool) *Fix {
	s := t.slots[slot]
	text := t.text[:s.body] + widthText(digits) + "}" + t.text[s.end:]
	return fix(rowKey, text, "Pad to "+strconv.Itoa(digits)+" digits")
}

// shift adds a power of ten with more digits than the slot's numbers have.
func (t *Template) shift(slot, digits int, rowKey bool) *Fix {
	s := t.slots[slot]
	power := "1" + strings.Repeat("0", digits)
	text := t.text[:s.body] + "+" + power + widthText(digits+1) + "}" + t.text[s.end:]
	return fix(rowKey, text, "Add "+power+" to each")
}

// forgive gives a slot a value for what is missing.
func (t *Template) forgive(slot int, column string, rowKey bool) *Fix {
	return fix(rowKey, t.wrap(slot, "or(", ",'Unknown')"), "Write Unknown where "+column+" is missing")
}

// clean replaces the refused characters of a slot, those of the template itself
// in place.
func (t *Template) clean(slot int, rowKey bool) *Fix {
	s := t.slots[slot]
	text := t.wrapOrClean(s, slot)
	return fix(rowKey, text, "Replace with '_'")
}

func (t *Template) wrapOrClean(s slot, at int) string {
	if s.expr != nil {
		return t.wrap(at, "clean(", ")")
	}
	return t.text[:s.offset] + string(clean([]byte(t.text[s.offset:s.end]), 0, "_")) + t.text[s.end:]
}

// shorten keeps the first characters of a slot. Half of what fits leaves room
// for rows whose other parts are longer, and for characters of two units.
func (t *Template) shorten(slot, room int, rowKey bool) *Fix {
	n := strconv.Itoa(max(1, room/2))
	if t.slots[slot].expr == nil {
		return nil
	}
	return fix(rowKey, t.wrap(slot, "prefix(", ","+n+")"), "Keep the first "+n+" characters")
}

// bucket returns a placeholder that spreads the entities of the design evenly:
// by a column of the RowKey, else of the PartitionKey, else by the row's number.
func (a *Analysis) bucket() string {
	n := strconv.Itoa(buckets) + ":02}"
	for _, b := range []*Bound{a.rk, a.pk} {
		for _, name := range b.template.Columns() {
			return "{hash(" + name + ")%" + n
		}
	}
	return "{rowNumber()%" + n
}

// spread divides each partition by a bucket behind its PartitionKey. Buckets
// serve writes that go on, so they are offered only where there is an order of
// arrival.
func (a *Analysis) spread() *Fix {
	if !a.arrival.Known() {
		return nil
	}
	text := a.pk.template.text
	if text != "" {
		text += "_"
	}
	return a.bucketFix(text + a.bucket())
}

// scatter puts a bucket before the PartitionKey, so that neighbours in time are
// no neighbours in the table.
func (a *Analysis) scatter() *Fix {
	text := a.bucket()
	if a.pk.template.text != "" {
		text += "_" + a.pk.template.text
	}
	return a.bucketFix(text)
}

func (a *Analysis) bucketFix(text string) *Fix {
	return fix(false, text, "Spread over "+strconv.Itoa(buckets)+" buckets")
}

// unique ends the RowKey with the row's number, which no other row has.
func (a *Analysis) unique() *Fix {
	digits := len(strconv.Itoa(a.rows))
	text := a.rk.template.text
	if text != "" {
		text += "_"
	}
	placeholder := "{rowNumber()" + widthText(digits) + "}"
	return fix(true, text+placeholder, "Add "+placeholder+" to RowKey")
}

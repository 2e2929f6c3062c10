package check

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	words "github.com/keyrange/keyrange/engine/text"
)

// fewRows is how many rows a Finding names.
const fewRows = 5

// maxTroubles bounds how many different troubles are told apart. A template of
// MaxTemplate bytes has fewer placeholders than that.
const maxTroubles = 512

// trouble is one reason for which rows have no key that the service takes, at
// one place of one template.
type trouble struct {
	kind        Kind
	rowKey      bool // in the RowKey's template
	cause       keys.Cause
	name        string // column, expression, character or length
	sample      string // the key of the first row
	offset, end int    // in the template
	slot        int    // -1 when not known
	room        int    // LongKey: characters that the slot may keep
	count       int
	rows        []int
}

// noKey records a row without a key.
func (a *Analysis) noKey(row int, err error) {
	switch e := err.(type) {
	case *keys.RowError:
		kind := MissingValue
		if e.Cause != keys.Missing {
			kind = UnusableValue
		}
		rowKey := e.Of(a.rk.Template()) && !e.Of(a.pk.Template())
		b := a.bound(rowKey)
		a.trouble(row, trouble{kind: kind, rowKey: rowKey, cause: e.Cause, name: e.Name, offset: e.Offset, end: e.End,
			slot: b.Template().SlotAt(e.Offset)})
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			a.noKey(row, one)
		}
	}
}

func (a *Analysis) bound(rowKey bool) *keys.Bound {
	if rowKey {
		return a.rk
	}
	return a.pk
}

// refuses reports and records whether the service would refuse the key.
func (a *Analysis) refuses(b *keys.Bound, rowKey bool, key string, row int) bool {
	at := form.Refused(key)
	if at < 0 && !form.Overlong(key) {
		return false
	}
	t := trouble{kind: RefusedCharacter, rowKey: rowKey, sample: key, slot: -1}
	if at >= 0 {
		t.name = characterName(key[at:])
	} else {
		t.kind, t.name = LongKey, words.Number(form.Length(key))
	}
	switch {
	case !b.Made(key) || len(b.Ends()) == 0:
	case at >= 0:
		t.slot = b.SlotAt(at)
	default:
		t.slot = longest(b)
		start, end := b.Span(t.slot)
		t.room = form.MaxKey - form.Length(key) + form.Length(key[start:end])
	}
	a.trouble(row, t)
	return true
}

// trouble counts t, together with earlier ones of the same kind at the same
// place.
func (a *Analysis) trouble(row int, t trouble) {
	for i := range a.troubles {
		x := &a.troubles[i]
		if x.kind == t.kind && x.rowKey == t.rowKey && x.slot == t.slot && x.offset == t.offset && x.cause == t.cause {
			x.count++
			if len(x.rows) < fewRows {
				x.rows = append(x.rows, row)
			}
			return
		}
	}
	if len(a.troubles) < maxTroubles {
		t.count, t.rows = 1, []int{row}
		a.troubles = append(a.troubles, t)
	}
}

// longest returns the slot that made the longest piece of the last key, a
// placeholder rather than a text of the template.
func longest(b *keys.Bound) int {
	best, most := 0, -1
	for i := range b.Ends() {
		start, end := b.Span(i)
		if length := end - start; !b.Slots()[i].Literal && length > most {
			best, most = i, length
		}
	}
	return best
}

// characterName names a refused character so that it can be read in a sentence:
// a visible one in quotes, a control character by its code point.
func characterName(s string) string {
	c := s[0]
	if c == 0xC2 && len(s) > 1 {
		c = s[1]
	}
	if c > 0x20 && c < 0x7F {
		return "'" + string(rune(c)) + "'"
	}
	const hex = "0123456789ABCDEF"
	return "U+00" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
}

// duplicates are the rows whose key an earlier row has.
type duplicates struct {
	count  int
	rows   []int
	first  int    // the row that has the key of rows[0]
	pk, rk string // that key
}

func (d *duplicates) add(row, first int, pk, rk string) {
	if d.count == 0 {
		d.first, d.pk, d.rk = first, pk, rk
	}
	d.count++
	if len(d.rows) < fewRows {
		d.rows = append(d.rows, row)
	}
}

package design

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
)

// anatomyRows is how many rows of the data the ruler makes keys of: enough to
// show and, until all rows have their keys, to meet the usual traps.
const anatomyRows = 300

// anatomy is the last ruler of one template, with what it was made of.
type anatomy struct {
	text    string
	columns []Column
	set     Set
	built   *Build
	ruler   keys.Ruler
	made    bool
}

// Anatomy returns a few keys of one template as it is being typed, in the order
// of the table and in the order that was meant. While the template has an error
// the last ruler stays. Its traps are those of all rows once these have their
// keys, and the rows that they name are among the keys.
func (p *Templates) Anatomy(part Part) keys.Ruler {
	a := &p.anatomies[part]
	e := p.editing[part]
	if p.rows.data == nil {
		return keys.Ruler{}
	}
	w := p.edit.Work()
	if a.made && (e.err != nil && a.set == w.Set || a.text == e.text && a.set == w.Set && a.built == p.table.built &&
		slices.Equal(a.columns, w.Columns)) {
		return a.ruler
	}
	*a = anatomy{}
	b, err := p.rows.bind(e.text)
	if err != nil {
		return keys.Ruler{}
	}
	ruler := b.Ruler(part == RowKey, p.sampleRows(), func(n int) keys.Row { return row{p.rows.data, n} }, p.analysisOf(part, e.text))
	*a = anatomy{e.text, w.Columns, w.Set, p.table.built, ruler, true}
	return ruler
}

// analysisOf returns what was found about the keys of a template over all rows,
// or nil while these are not made yet.
func (p *Templates) analysisOf(part Part, text string) *keys.Analysis {
	if p.table.built == nil || p.table.building != nil || p.table.built.name != p.edit.Work().table() {
		return nil
	}
	b := p.table.built.pk
	if part == RowKey {
		b = p.table.built.rk
	}
	if b.Template().Text() != text {
		return nil
	}
	return p.table.built.analysis
}

// sampleRows returns rows evenly over the data, those of findings first.
func (p *Templates) sampleRows() []int {
	var rows []int
	for _, f := range p.table.Findings() {
		for _, n := range f.Rows {
			if n < p.rows.data.Len() && !slices.Contains(rows, n) && len(rows) < keys.RulerRows-anatomyRows {
				rows = append(rows, n)
			}
		}
	}
	n := p.rows.data.Len()
	for i := range min(n, anatomyRows) {
		rows = append(rows, i*n/min(n, anatomyRows))
	}
	return rows
}

// OwnKeys returns the sample keys that the user typed, one per line, in the
// order that is meant.
func (p *Templates) OwnKeys() string { return p.edit.Work().OwnKeys }

// maxOwnKeys bounds the text of the user's own sample keys, in bytes.
const maxOwnKeys = 8 << 10

// SetOwnKeys replaces them, as typed.
func (p *Templates) SetOwnKeys(text string) {
	if len(text) <= maxOwnKeys {
		p.edit.typing("Edit own keys", func(w *Work) { w.OwnKeys = text })
	}
}

// FixOwnKeys applies what a finding about them offers.
func (p *Templates) FixOwnKeys(f keys.Fix) {
	p.edit.change(f.Label, func(w *Work) { w.OwnKeys = f.Template })
}

// OwnAnatomy returns the ruler of the user's own sample keys.
func (p *Templates) OwnAnatomy() keys.Ruler {
	return keys.TypedRuler(strings.Split(p.OwnKeys(), "\n"))
}

// Piece is one stretch of a template and what it gives for one row.
type Piece struct {
	keys.Slot
	Gives string
}

// Pieces returns the stretches of a template with what each gives for the first
// row that has a key, and nothing where the template has an error.
func (p *Templates) Pieces(part Part) []Piece {
	t, err := keys.Parse(p.editing[part].text)
	if err != nil || p.rows.data == nil {
		return nil
	}
	b, err := t.Bind(p.rows.keyColumns())
	if err != nil {
		return nil
	}
	slots := t.Slots()
	pieces := make([]Piece, len(slots))
	for i, s := range slots {
		pieces[i].Slot = s
	}
	for n := 0; n < p.rows.data.Len() && n < 10*previewRows; n++ {
		gives, err := b.Pieces(row{p.rows.data, n}, n)
		if err != nil {
			continue
		}
		for i := range pieces {
			pieces[i].Gives = gives[i]
		}
		break
	}
	return pieces
}

// Edits returns what can be done to one stretch of a template.
func (p *Templates) Edits(part Part, slot int) []keys.Edit {
	t, err := keys.Parse(p.editing[part].text)
	if err != nil || p.rows.data == nil {
		return nil
	}
	return t.Edits(slot, part == RowKey, p.rows.keyColumns(), p.digits(t, slot))
}

// digits returns how many digits the numbers of a slot have, among the rows
// that the ruler looks at.
func (p *Templates) digits(t *keys.Template, slot int) int {
	b, err := t.Bind(p.rows.keyColumns())
	if err != nil {
		return 0
	}
	most := 0
	for _, n := range p.sampleRows() {
		gives, err := b.Pieces(row{p.rows.data, n}, n)
		if err != nil || slot < 0 || slot >= len(gives) {
			continue
		}
		digits := 0
		for digits < len(gives[slot]) && gives[slot][digits] >= '0' && gives[slot][digits] <= '9' {
			digits++
		}
		most = max(most, digits)
	}
	return most
}

// AddPart writes a column at the end of a template, behind a separator.
func (p *Templates) AddPart(part Part, column string) {
	text := p.editing[part].text
	if text != "" {
		text += "_"
	}
	p.Fix(keys.Fix{RowKey: part == RowKey, Template: text + "{" + column + "}", Label: "Add {" + column + "} to " + part.String()})
}

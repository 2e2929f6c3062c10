package model

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// AnatomyRows is how many rows of the data the ruler makes keys of: enough to
// show and, until all rows have their keys, to meet the usual traps.
const AnatomyRows = 300

// anatomy is the last ruler of one template, with what it was made of.
type anatomy struct {
	text    string
	columns []draft.Column
	set     draft.Set
	built   *Build
	ruler   check.Ruler
	made    bool
}

// Anatomy returns a few keys of one template as it is being typed, in the order
// of the table and in the order that was meant. While the template has an error
// the last ruler stays. Its traps are those of all rows once these have their
// keys, and the rows that they name are among the keys.
func (p *Templates) Anatomy(part draft.Part) check.Ruler {
	a := &p.anatomies[part]
	e := p.editing[part]
	if p.rows.data == nil {
		return check.Ruler{}
	}
	w := p.edit.Work()
	if a.made && (e.err != nil && a.set == w.Set || a.text == e.text && a.set == w.Set && a.built == p.table.built &&
		slices.Equal(a.columns, w.Columns)) {
		return a.ruler
	}
	*a = anatomy{}
	b, err := p.rows.Bind(e.text)
	if err != nil {
		return check.Ruler{}
	}
	ruler := check.NewRuler(b, part == draft.RowKey, p.SampleRows(), func(n int) keys.Row { return Row{Data: p.rows.data, N: n} },
		p.analysisOf(part, e.text))
	*a = anatomy{e.text, w.Columns, w.Set, p.table.built, ruler, true}
	return ruler
}

// analysisOf returns what was found about the keys of a template over all rows,
// or nil while these are not made yet.
func (p *Templates) analysisOf(part draft.Part, text string) *check.Analysis {
	if p.table.built == nil || p.table.Building != nil || p.table.built.Name != p.edit.Work().Table() {
		return nil
	}
	b := p.table.built.Partition
	if part == draft.RowKey {
		b = p.table.built.Row
	}
	if b.Template().Text() != text {
		return nil
	}
	return p.table.built.Analysis
}

// SampleRows returns rows evenly over the data, those of findings first.
func (p *Templates) SampleRows() []int {
	var rows []int
	for _, f := range p.table.Findings() {
		for _, n := range f.Rows {
			if n < p.rows.data.Len() && !slices.Contains(rows, n) && len(rows) < check.RulerRows-AnatomyRows {
				rows = append(rows, n)
			}
		}
	}
	n := p.rows.data.Len()
	for i := range min(n, AnatomyRows) {
		rows = append(rows, i*n/min(n, AnatomyRows))
	}
	return rows
}

// OwnKeys returns the sample keys that the user typed, one per line, in the
// order that is meant.
func (p *Templates) OwnKeys() string { return p.edit.Work().OwnKeys }

// SetOwnKeys replaces them, as typed.
func (p *Templates) SetOwnKeys(text string) {
	if len(text) <= draft.MaxOwnKeys {
		p.edit.Typing("Edit own keys", func(w *draft.Work) { w.OwnKeys = text })
	}
}

// FixOwnKeys applies what a finding about them offers.
func (p *Templates) FixOwnKeys(f keys.Fix) {
	p.edit.Change(f.Label, func(w *draft.Work) { w.OwnKeys = f.Template })
}

// OwnAnatomy returns the ruler of the user's own sample keys.
func (p *Templates) OwnAnatomy() check.Ruler {
	return check.TypedRuler(strings.Split(p.OwnKeys(), "\n"))
}

// Piece is one stretch of a template and what it gives for one row.
type Piece struct {
	keys.Slot
	Gives string
}

// Columns returns the columns that a stretch is made of, nothing for a literal.
func (p Piece) Columns() (names []string) {
	if p.Literal {
		return nil
	}
	p.Expr.Walk(func(e *keys.Expr) {
		if e.Kind == keys.ColumnExpr && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	})
	return names
}

// Pieces returns the stretches of a template with what each gives for the first
// row that has a key, and nothing where the template has an error.
func (p *Templates) Pieces(part draft.Part) []Piece {
	b, ok := p.bound(part)
	if !ok {
		return nil
	}
	for n := 0; n < p.rows.data.Len() && n < 10*previewRows; n++ {
		if pieces, err := p.piecesOf(b, n); err == nil {
			return pieces
		}
	}
	slots := b.Template().Slots()
	pieces := make([]Piece, len(slots))
	for i, s := range slots {
		pieces[i].Slot = s
	}
	return pieces
}

// bound is a template as it is typed over the rows, if it has no error.
func (p *Templates) bound(part draft.Part) (*keys.Bound, bool) {
	t, err := keys.Parse(p.editing[part].text)
	if err != nil || p.rows.data == nil {
		return nil, false
	}
	b, err := t.Bind(p.rows.keyColumns())
	return b, err == nil
}

// piecesOf is the stretches of a template with what each gives for row n.
func (p *Templates) piecesOf(b *keys.Bound, n int) ([]Piece, error) {
	gives, err := b.Pieces(Row{Data: p.rows.data, N: n}, n)
	if err != nil {
		return nil, err
	}
	pieces := make([]Piece, len(gives))
	for i, s := range b.Template().Slots() {
		pieces[i] = Piece{s, gives[i]}
	}
	return pieces, nil
}

// FirstKey is what one of the first rows gives for a template: its pieces, or why
// it has no key.
type FirstKey struct {
	Pieces []Piece
	Fault  error
}

// FirstKeys returns the keys of the first rows, as many as the import step shows,
// and nothing while the template has an error.
func (p *Templates) FirstKeys(part draft.Part) []FirstKey {
	b, ok := p.bound(part)
	if !ok {
		return nil
	}
	list := make([]FirstKey, min(p.rows.data.Len(), previewTexts))
	for n := range list {
		list[n].Pieces, list[n].Fault = p.piecesOf(b, n)
	}
	return list
}

// Edits returns what can be done to one stretch of a template.
func (p *Templates) Edits(part draft.Part, slot int) []keys.Edit {
	t, err := keys.Parse(p.editing[part].text)
	if err != nil || p.rows.data == nil {
		return nil
	}
	return t.Edits(slot, part == draft.RowKey, p.rows.keyColumns(), p.digits(t, slot))
}

// digits returns how many digits the numbers of a slot have, among the rows
// that the ruler looks at.
func (p *Templates) digits(t *keys.Template, slot int) int {
	b, err := t.Bind(p.rows.keyColumns())
	if err != nil {
		return 0
	}
	most := 0
	for _, n := range p.SampleRows() {
		gives, err := b.Pieces(Row{Data: p.rows.data, N: n}, n)
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
func (p *Templates) AddPart(part draft.Part, column string) {
	text := p.editing[part].text
	if text != "" {
		text += "_"
	}
	p.Fix(keys.Fix{RowKey: part == draft.RowKey, Template: text + "{" + column + "}", Label: "Add {" + column + "} to " + part.String()})
}

// Whole reports whether every row has a value of a column.
func (p *Templates) Whole(name string) bool {
	i, ok := p.rows.data.ColumnIndex(name)
	return ok && p.rows.data.Columns[i].Missing == 0
}

// KeyPart writes a column so that its order as text is that of its values: texts
// cleaned, numbers padded, dates by month in a PartitionKey and newest first in
// a RowKey. What a row lacks is written as Unknown.
func (p *Templates) KeyPart(name string, rowKey bool) string {
	i, ok := p.rows.data.ColumnIndex(name)
	if !ok {
		return "{" + name + "}"
	}
	c := &p.rows.data.Columns[i]
	or := func(x string) string {
		if c.Missing > 0 {
			return "or(" + x + ",'Unknown')"
		}
		return x
	}
	switch c.Type {
	case table.DateTime:
		if rowKey {
			return "{" + or("reverseTicks("+name+")") + ":19}"
		}
		return "{" + or(name+".year") + "}-{" + or(name+".month") + ":02}"
	case table.Int32, table.Int64:
		return "{" + or(name) + ":" + words.Padded(p.ColumnDigits(c), 2) + "}"
	case table.Double:
		return "{" + or("floor("+name+")") + ":" + words.Padded(p.ColumnDigits(c), 2) + "}"
	case table.String:
		return "{clean(" + or(name) + ")}"
	}
	return "{" + or(name) + "}"
}

// ColumnDigits returns how many digits the numbers of a column take in a key.
func (p *Templates) ColumnDigits(c *dataset.Column) int {
	t, err := keys.Parse("{" + c.Name + "}")
	if err != nil {
		return 1
	}
	return max(1, p.digits(t, 0))
}

package design

import (
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Templates are the two key templates as they are being typed.
type Templates struct {
	edit  *Editor
	rows  *Rows
	table *Builder

	editing   [2]editor
	anatomies [2]anatomy // the last rulers
}

// leave forgets what was typed over another data set.
func (p *Templates) leave() { p.editing = [2]editor{} }

// NewTemplates returns no templates.
func NewTemplates(edit *Editor, rows *Rows, table *Builder) *Templates {
	return &Templates{edit: edit, rows: rows, table: table}
}

// Part is one of the two keys of an entity.
type Part uint8

// The two keys.
const (
	PartitionKey Part = iota
	RowKey
)

// String returns the system property's name.
func (k Part) String() string {
	if k == PartitionKey {
		return "PartitionKey"
	}
	return "RowKey"
}

// previewRows is how many rows the preview of a template shows.
const previewRows = 5

// editor is a template as it is being typed.
type editor struct {
	text string
	err  *keys.Error
}

// Preview is what one template gives for the first rows.
type Preview struct {
	Text  string      // the template as typed
	Err   *keys.Error // where it does not parse or fit the columns, nil if it does
	Keys  []string    // of the first rows that have a key
	Means string      // a plain sentence on what the template does
}

// SetTemplate replaces the text of one template, as typed. While it has an
// error the tables and figures keep showing the last design without one.
func (p *Templates) SetTemplate(part Part, text string) {
	if p.rows.data == nil || p.editing[part].text == text {
		return
	}
	p.edit.typing("Edit "+part.String(), func(w *Work) {
		w.Typed[part] = text
		if p.rows.fault(text) == nil && p.rows.fault(w.Typed[1-part]) == nil {
			w.Design = Design{Title: "Your design", PartitionKey: w.Typed[PartitionKey], RowKey: w.Typed[RowKey]}
		}
	})
}

// take makes a design the one of the work.
func (w *Work) take(d Design) {
	w.Design, w.Typed = d, [2]string{d.PartitionKey, d.RowKey}
}

// UseDesign takes a ready design.
func (p *Templates) UseDesign(d Design) {
	if p.rows.data != nil {
		p.edit.change(d.Title, func(w *Work) { w.take(d) })
	}
}

// Fix applies the edit that a finding offers.
func (p *Templates) Fix(f keys.Fix) {
	if p.rows.data == nil {
		return
	}
	if f.Column != "" {
		if col, ok := p.rows.data.ColumnIndex(f.Column); ok {
			p.rows.SetType(col, f.Type)
		}
		return
	}
	p.edit.change(f.Label, func(w *Work) {
		d := w.Design
		d.Title = "Your design"
		if f.RowKey {
			d.RowKey = f.Template
		} else {
			d.PartitionKey = f.Template
		}
		w.take(d)
	})
}

// Template returns the preview of one template.
func (p *Templates) Template(part Part) Preview {
	if e := p.editing[part]; p.rows.data == nil || e.err != nil {
		return Preview{Text: e.text, Err: e.err}
	}
	return p.preview(p.editing[part].text, part)
}

// preview binds a template and makes a few keys with it.
func (p *Templates) preview(text string, part Part) Preview {
	v := Preview{Text: text}
	b, err := p.rows.bind(text)
	if err != nil {
		v.Err = err
		return v
	}
	v.Means = b.Describe(part == RowKey)
	for i := 0; i < p.rows.data.Len() && len(v.Keys) < previewRows && i < 10*previewRows; i++ {
		if k, err := b.Key(row{p.rows.data, i}, i); err == nil {
			v.Keys = append(v.Keys, k)
		}
	}
	return v
}

// row is one row of a data set as the key templates read it.
type row struct {
	data *dataset.Dataset
	n    int
}

// Value returns the row's value in a column. A text shares the memory of the
// data set: keys are made of copies.
func (r row) Value(col int) table.Value { return r.data.View(r.n, col) }

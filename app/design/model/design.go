package model

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Templates are the two key templates as they are being typed.
type Templates struct {
	edit  *draft.Editor
	rows  *Rows
	table *Builder

	editing   [2]editor
	anatomies [2]anatomy // the last rulers
}

// Leave forgets what was typed over another data set.
func (p *Templates) Leave() { p.editing = [2]editor{} }

// NewTemplates returns no templates.
func NewTemplates(edit *draft.Editor, rows *Rows, table *Builder) *Templates {
	return &Templates{edit: edit, rows: rows, table: table}
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
func (p *Templates) SetTemplate(part draft.Part, text string) {
	if p.rows.data == nil || p.editing[part].text == text {
		return
	}
	p.edit.Typing("Edit "+part.String(), func(w *draft.Work) {
		w.Typed[part] = text
		if p.rows.Fault(text) == nil && p.rows.Fault(w.Typed[1-part]) == nil {
			w.Design = draft.Design{Title: "Your design", PartitionKey: w.Typed[draft.PartitionKey], RowKey: w.Typed[draft.RowKey]}
		}
	})
}

// UseDesign takes a ready design.
func (p *Templates) UseDesign(d draft.Design) {
	if p.rows.data != nil {
		p.edit.Change(d.Title, func(w *draft.Work) { w.Take(d) })
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
	p.edit.Change(f.Label, func(w *draft.Work) {
		d := w.Design
		d.Title = "Your design"
		if f.RowKey {
			d.RowKey = f.Template
		} else {
			d.PartitionKey = f.Template
		}
		w.Take(d)
	})
}

// Template returns the preview of one template.
func (p *Templates) Template(part draft.Part) Preview {
	if e := p.editing[part]; p.rows.data == nil || e.err != nil {
		return Preview{Text: e.text, Err: e.err}
	}
	return p.Preview(p.editing[part].text, part)
}

// Preview binds a template and makes a few keys with it.
func (p *Templates) Preview(text string, part draft.Part) Preview {
	v := Preview{Text: text}
	b, err := p.rows.Bind(text)
	if err != nil {
		v.Err = err
		return v
	}
	v.Means = b.Describe(part == draft.RowKey)
	for i := 0; i < p.rows.data.Len() && len(v.Keys) < previewRows && i < 10*previewRows; i++ {
		if k, err := b.Key(Row{Data: p.rows.data, N: i}, i); err == nil {
			v.Keys = append(v.Keys, k)
		}
	}
	return v
}

// Row is one row of a data set as the key templates read it.
type Row struct {
	Data *dataset.Dataset
	N    int
}

// Value returns the row's value in a column. A text shares the memory of the
// data set: keys are made of copies.
func (r Row) Value(col int) table.Value { return r.Data.View(r.N, col) }

// ShowTemplates puts both templates into their editors.
func (p *Templates) ShowTemplates(w *draft.Work) {
	for part, text := range w.Typed {
		p.editing[part] = editor{text: text, err: p.rows.Fault(text)}
	}
}

package design

import (
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

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
func (p *Playground) SetTemplate(part Part, text string) {
	if p.data == nil || p.editing[part].text == text {
		return
	}
	p.typing("Edit "+part.String(), func(w *Work) {
		w.Typed[part] = text
		if p.fault(text) == nil && p.fault(w.Typed[1-part]) == nil {
			w.Design = Design{Title: "Your design", PartitionKey: w.Typed[PartitionKey], RowKey: w.Typed[RowKey]}
		}
	})
}

// take makes a design the one of the work.
func (w *Work) take(d Design) {
	w.Design, w.Typed = d, [2]string{d.PartitionKey, d.RowKey}
}

// UseDesign takes a ready design.
func (p *Playground) UseDesign(d Design) {
	if p.data != nil {
		p.change(d.Title, func(w *Work) { w.take(d) })
	}
}

// Fix applies the edit that a finding offers.
func (p *Playground) Fix(f keys.Fix) {
	if p.data == nil {
		return
	}
	if f.Column != "" {
		if col, ok := p.data.ColumnIndex(f.Column); ok {
			p.SetType(col, f.Type)
		}
		return
	}
	p.change(f.Label, func(w *Work) {
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
func (p *Playground) Template(part Part) Preview {
	if e := p.editing[part]; p.data == nil || e.err != nil {
		return Preview{Text: e.text, Err: e.err}
	}
	return p.preview(p.editing[part].text, part)
}

// preview binds a template and makes a few keys with it.
func (p *Playground) preview(text string, part Part) Preview {
	v := Preview{Text: text}
	b, err := p.bind(text)
	if err != nil {
		v.Err = err
		return v
	}
	v.Means = b.Describe(part == RowKey)
	for i := 0; i < p.data.Len() && len(v.Keys) < previewRows && i < 10*previewRows; i++ {
		if k, err := b.Key(row{p.data, i}, i); err == nil {
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

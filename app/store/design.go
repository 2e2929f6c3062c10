package store

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
	p.editing[part].text = text
	p.editing[part].err = p.fault(text)
	p.changed()
	if p.editing[0].err != nil || p.editing[1].err != nil {
		return
	}
	d := p.design()
	d.PartitionKey, d.RowKey = p.editing[0].text, p.editing[1].text
	d.Title = "Your design"
	p.typed(part, d)
}

// typed records a design that came from typing. Keystrokes in a row make one
// version of one key, so that undo steps over edits, not over letters.
func (p *Playground) typed(part Part, d Design) {
	typing := "Edit " + part.String()
	if p.history[p.now].Label == typing && p.now == len(p.history)-1 && p.now > 0 {
		p.history[p.now].Design = d
		p.startBuild()
		return
	}
	editing := p.editing
	p.record(typing, d)
	p.editing = editing
}

// UseDesign takes a ready design.
func (p *Playground) UseDesign(d Design) {
	if p.data != nil {
		p.record(d.Title, d)
	}
}

// Fix applies the edit that a finding offers.
func (p *Playground) Fix(f keys.Fix) {
	if p.data == nil {
		return
	}
	d := p.design()
	if f.RowKey {
		d.RowKey = f.Template
	} else {
		d.PartitionKey = f.Template
	}
	d.Title = "Your design"
	p.record(f.Label, d)
}

// Template returns the preview of one template.
func (p *Playground) Template(part Part) Preview {
	e := p.editing[part]
	v := Preview{Text: e.text, Err: e.err}
	if p.data == nil || e.err != nil {
		return v
	}
	b, err := p.bind(e.text)
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

// Value returns the row's value in a column.
func (r row) Value(col int) table.Value { return r.data.Value(r.n, col) }

package model

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Rows is the present data set: its columns and what may be asked of them.
type Rows struct {
	texts     knownTexts
	edit      *draft.Editor
	data      *dataset.Dataset
	source    Source
	Suggested []draft.Query

	fits    []fitting            // open questions how well a column fits its type
	misfits map[int]*dataset.Fit // the answers, by column
}

// NewRows returns rows without a data set.
func NewRows(edit *draft.Editor) *Rows {
	return &Rows{edit: edit}
}

// Columns returns the columns of the present data set.
func (p *Rows) Columns() []dataset.Column {
	if p.data == nil {
		return nil
	}
	return p.data.Columns
}

// SetType reads a column as another type. Values that do not fit become
// missing, and are there again when the type goes back; Misfits tells of them
// once every row has been looked at.
func (p *Rows) SetType(col int, t table.EdmType) { p.SetForm(col, t, dataset.Plain) }

// SetForm is SetType for texts that write the type in a form.
func (p *Rows) SetForm(col int, t table.EdmType, f dataset.Form) {
	if p.data == nil || col < 0 || col >= len(p.data.Columns) || p.data.Columns[col].Type == t && p.data.Columns[col].Form == f {
		return
	}
	label := p.data.Columns[col].Name + " as " + t.String()
	if f != dataset.Plain {
		label += ", " + f.String()
	}
	p.edit.Change(label, func(w *draft.Work) {
		w.Columns = slices.Clone(w.Columns)
		w.Columns[col].Type, w.Columns[col].Form = t, f
	})
}

// setType takes effect at once; the rows that do not fit are counted step by
// step, since there may be 200,000 of them.
func (p *Rows) setType(col int, t table.EdmType, f dataset.Form) {
	p.data.Columns[col].Type, p.data.Columns[col].Form = t, f
	p.fits = append(p.fits, fitting{col, p.data.Fit(col, t)})
}

// fitting is the question how well a column fits its type, while it is open.
type fitting struct {
	col int
	fit *dataset.Fit
}

// Fit does one step of the first open question, and reports whether there was
// one.
func (p *Rows) Fit() bool {
	if len(p.fits) == 0 {
		return false
	}
	f := p.fits[0]
	if !f.fit.Step(RowsPerStep * 10) {
		return true
	}
	p.fits = p.fits[1:]
	if p.misfits == nil {
		p.misfits = map[int]*dataset.Fit{}
	}
	p.misfits[f.col] = f.fit
	return true
}

// Misfits returns how many values of a column do not fit the type that was
// chosen for it, with the first of them; nil while nobody chose a type.
func (p *Rows) Misfits(col int) *dataset.Fit { return p.misfits[col] }

// keyColumns returns the columns as key templates see them.
func (p *Rows) keyColumns() []keys.Column {
	columns := make([]keys.Column, len(p.data.Columns))
	for i, c := range p.data.Columns {
		columns[i] = keys.Column{Name: c.Name, Type: c.Type, Missing: c.Missing}
	}
	return columns
}

// ColumnsOf returns the columns of a data set as they are now.
func ColumnsOf(d *dataset.Dataset) []draft.Column {
	list := make([]draft.Column, len(d.Columns))
	for i, c := range d.Columns {
		list[i] = draft.Column{Name: c.Name, Type: c.Type, Form: c.Form}
	}
	return list
}

// RestoreColumns gives the columns the names and types of a work. Names may
// have changed places since, so each one that differs makes way first.
func (p *Rows) RestoreColumns(columns []draft.Column) {
	columns = columns[:min(len(columns), len(p.data.Columns))]
	for i, c := range columns {
		if p.data.Columns[i].Type != c.Type || p.data.Columns[i].Form != c.Form {
			p.setType(i, c.Type, c.Form)
		}
		if p.data.Columns[i].Name != c.Name {
			p.data.Rename(i, "_making_way_"+strconv.Itoa(i))
		}
	}
	for i, c := range columns {
		if p.data.Columns[i].Name != c.Name {
			p.data.Rename(i, c.Name)
		}
	}
}

// HasData reports whether a data set is loaded.
func (p *Rows) HasData() bool { return p.data != nil }

// Source returns where the present data set came from.
func (p *Rows) Source() Source { return p.source }

// Data returns the rows, nil while there are none. They must not be changed.
func (p *Rows) Data() *dataset.Dataset { return p.data }

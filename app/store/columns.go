package store

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Columns returns the columns of the present data set.
func (p *Playground) Columns() []dataset.Column {
	if p.data == nil {
		return nil
	}
	return p.data.Columns
}

// SetType reads a column as another type. Values that do not fit become
// missing, and are there again when the type goes back; Misfits tells of them
// once every row has been looked at.
func (p *Playground) SetType(col int, t table.EdmType) {
	if p.data == nil || col < 0 || col >= len(p.data.Columns) || p.data.Columns[col].Type == t {
		return
	}
	p.setType(col, t)
	p.record(p.data.Columns[col].Name+" as "+t.String(), p.design())
}

// setType takes effect at once; the rows that do not fit are counted step by
// step, since there may be 200,000 of them.
func (p *Playground) setType(col int, t table.EdmType) {
	p.data.Columns[col].Type = t
	p.fits = append(p.fits, fitting{col, p.data.Fit(col, t)})
}

// fitting is the question how well a column fits its type, while it is open.
type fitting struct {
	col int
	fit *dataset.Fit
}

// fit does one step of the first open question.
func (p *Playground) fit() {
	f := p.fits[0]
	if !f.fit.Step(rowsPerStep * 10) {
		return
	}
	p.fits = p.fits[1:]
	if p.misfits == nil {
		p.misfits = map[int]*dataset.Fit{}
	}
	p.misfits[f.col] = f.fit
}

// Misfits returns how many values of a column do not fit the type that was
// chosen for it, with the first of them; nil while nobody chose a type.
func (p *Playground) Misfits(col int) *dataset.Fit { return p.misfits[col] }

// Rename gives a column another property name. A name that the service would
// refuse, or that is taken, is an error and changes nothing.
func (p *Playground) Rename(col int, name string) error {
	if p.data == nil || col < 0 || col >= len(p.data.Columns) {
		return nil
	}
	before := p.data.Columns[col].Name
	if err := p.data.Rename(col, name); err != nil || before == name {
		return err
	}
	d := p.design()
	d.PartitionKey = renamed(d.PartitionKey, before, name)
	d.RowKey = renamed(d.RowKey, before, name)
	p.record("Rename to "+name, d)
	return nil
}

// renamed follows the new name of a column in a template, so that a rename
// never breaks a design.
func renamed(text, before, after string) string {
	t, err := keys.Parse(text)
	if err != nil {
		return text
	}
	return t.Rename(before, after)
}

// keyColumns returns the columns as key templates see them.
func (p *Playground) keyColumns() []keys.Column {
	columns := make([]keys.Column, len(p.data.Columns))
	for i, c := range p.data.Columns {
		columns[i] = keys.Column{Name: c.Name, Type: c.Type}
	}
	return columns
}

func (p *Playground) columnChoices() []columnChoice {
	choices := make([]columnChoice, len(p.data.Columns))
	for i, c := range p.data.Columns {
		choices[i] = columnChoice{c.Name, c.Type}
	}
	return choices
}

// restoreColumns puts back the choices of a version. Names may have changed
// places since, so each one that differs makes way first.
func (p *Playground) restoreColumns(choices []columnChoice) {
	for i, c := range choices {
		if p.data.Columns[i].Type != c.kind {
			p.setType(i, c.kind)
		}
		if p.data.Columns[i].Name != c.name {
			p.data.Rename(i, "_making_way_"+strconv.Itoa(i))
		}
	}
	for i, c := range choices {
		if p.data.Columns[i].Name != c.name {
			p.data.Rename(i, c.name)
		}
	}
}

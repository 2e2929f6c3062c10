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
// missing; misfits says how many and shows the first of them.
func (p *Playground) SetType(col int, t table.EdmType) {
	if p.data == nil || col < 0 || col >= len(p.data.Columns) || p.data.Columns[col].Type == t {
		return
	}
	p.data.SetType(col, t)
	p.record(p.data.Columns[col].Name+" as "+t.String(), p.design())
}

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
			p.data.SetType(i, c.kind)
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

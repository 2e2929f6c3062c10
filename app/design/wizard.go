package design

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Guide leads through the steps of a design, from the questions to the keys.
type Guide struct {
	edit  *Editor
	rows  *Rows
	table *Builder
	keys  *Templates
	ask   *Asking
}

// WizardSteps is how many steps lead to a key.
const WizardSteps = 9

// Wizard is what has been answered on the way to a key, step by step. The
// templates follow from it as soon as there is a key property.
type Wizard struct {
	Open      bool          `json:",omitempty"`
	Step      int           `json:",omitempty"` // from 0
	Used      []string      `json:",omitempty"` // properties that queries name
	Keys      []KeyProperty `json:",omitempty"` // of the dominant query, by importance
	Identity  string        `json:",omitempty"` // the column that makes keys unique, or rowNumber()
	Split     int           `json:",omitempty"` // key properties that make the PartitionKey, 0 for the usual number
	Separator string        `json:",omitempty"` // empty for the usual one
	Buckets   int           `json:",omitempty"` // behind the PartitionKey, 0 for none
	Peak      int           `json:",omitempty"` // entities per second that are written, 0 for the usual number
	Target    int           `json:",omitempty"` // that one partition takes, 0 for the usual number
}

// KeyProperty is a property of the dominant query.
type KeyProperty struct {
	Name  string
	Range bool `json:",omitempty"` // known as a range or a prefix, else exactly
}

// What the wizard takes when nothing was chosen.
const (
	usualPeak   = 1000
	usualTarget = 2000
	oldTarget   = 500
)

// Targets are the documented targets of one partition, in entities per second:
// the one of today and that of the documents of 2010.
func Targets() [2]int { return [2]int{usualTarget, oldTarget} }

// Wizard returns what has been answered, with the usual choices filled in.
func (p *Guide) Wizard() Wizard {
	z := p.edit.Work().Wizard
	z.fill()
	return z
}

func (z *Wizard) fill() {
	if z.Separator == "" {
		z.Separator = "_"
	}
	if z.Split == 0 || z.Split > len(z.Keys) {
		z.Split = max(1, len(z.Keys)-1)
	}
	if z.Peak == 0 {
		z.Peak = usualPeak
	}
	if z.Target == 0 {
		z.Target = usualTarget
	}
}

// answer is a gesture of the wizard: edit changes a copy of what was answered,
// and the templates follow.
func (p *Guide) answer(label string, edit func(z *Wizard)) {
	if p.rows.data == nil {
		return
	}
	p.edit.change(label, func(w *Work) {
		z := w.Wizard
		edit(&z)
		w.Wizard = z
		if len(z.Keys) > 0 {
			w.take(p.led(z))
		}
	})
}

// Lead opens or closes the wizard. What was answered stays.
func (p *Guide) Lead(open bool) {
	label := "Leave the nine steps"
	if open {
		label = "Nine steps to a key"
	}
	p.edit.change(label, func(w *Work) { w.Wizard.Open = open && p.rows.data != nil })
}

// WalkTo goes to a step. Steps in a row are one gesture.
func (p *Guide) WalkTo(step int) {
	p.edit.typing("Walk through the steps", func(w *Work) { w.Wizard.Step = min(max(step, 0), WizardSteps-1) })
}

// Name adds a property to those that queries name, or takes it away.
func (p *Guide) Name(property string, on bool) {
	label := "Queries name " + property
	if !on {
		label = "Queries do not name " + property
	}
	p.answer(label, func(z *Wizard) {
		z.Used = without(z.Used, property)
		if on {
			z.Used = append(z.Used, property)
			return
		}
		z.Keys = slices.DeleteFunc(slices.Clone(z.Keys), func(k KeyProperty) bool { return k.Name == property })
	})
}

func without(list []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == one })
}

// Known says how the dominant query knows a property: 0 not at all, 1 exactly,
// 2 as a range.
type Known uint8

// The ways to know a property.
const (
	Unknown Known = iota
	Exactly
	AsRange
)

// Known returns how the dominant query knows a property.
func (z *Wizard) Known(property string) Known {
	for _, k := range z.Keys {
		if k.Name == property && k.Range {
			return AsRange
		}
		if k.Name == property {
			return Exactly
		}
	}
	return Unknown
}

// Know changes how the dominant query knows a property. Those known exactly go
// before those known as a range, which is where they narrow the most.
func (p *Guide) Know(property string, how Known) {
	p.answer("Dominant query: "+property, func(z *Wizard) {
		z.Keys = slices.DeleteFunc(slices.Clone(z.Keys), func(k KeyProperty) bool { return k.Name == property })
		at := len(z.Keys)
		switch how {
		case Exactly:
			if i := slices.IndexFunc(z.Keys, func(k KeyProperty) bool { return k.Range }); i >= 0 {
				at = i
			}
			z.Keys = slices.Insert(z.Keys, at, KeyProperty{Name: property})
		case AsRange:
			z.Keys = append(z.Keys, KeyProperty{property, true})
		}
		z.Split = 0
	})
}

// Raise moves a key property one place forward.
func (p *Guide) Raise(i int) {
	p.answer("Order of the key properties", func(z *Wizard) {
		if i > 0 && i < len(z.Keys) {
			z.Keys = slices.Clone(z.Keys)
			z.Keys[i-1], z.Keys[i] = z.Keys[i], z.Keys[i-1]
		}
	})
}

// Identify chooses what makes keys unique: a column, rowNumber() or nothing.
func (p *Guide) Identify(with string) {
	p.answer("Unique by "+named(with), func(z *Wizard) { z.Identity = with })
}

func named(s string) string {
	if s == "" {
		return "the key properties"
	}
	return s
}

// SplitAt chooses how many of the key properties make the PartitionKey.
func (p *Guide) SplitAt(n int) {
	p.answer("Partition by "+strconv.Itoa(n)+" of the key properties", func(z *Wizard) { z.Split = n })
}

// Separate chooses what stands between two key properties.
func (p *Guide) Separate(with string) {
	p.answer("Separate with "+with, func(z *Wizard) { z.Separator = with })
}

// Spread adds buckets behind the PartitionKey; 0 takes them away.
func (p *Guide) Spread(n int) {
	p.answer("Spread over "+strconv.Itoa(n)+" buckets", func(z *Wizard) { z.Buckets = n })
}

// Load sets the peak of writes per second and the target of one partition.
func (p *Guide) Load(peak, target int) {
	p.answer("Peak load", func(z *Wizard) { z.Peak, z.Target = max(1, min(peak, 1_000_000)), target })
}

// Identities returns what can make keys unique: columns without gaps whose
// values all differ, and the row's number.
func (p *Guide) Identities() []string {
	var names []string
	for _, c := range p.rows.Columns() {
		if idRole.takes(&c, p.rows.data.Len()) {
			names = append(names, c.Name)
		}
	}
	return append(names, numbered)
}

// led returns the design that follows from the answers.
func (p *Guide) led(z Wizard) Design {
	z.fill()
	var partition, row []string
	for i, k := range z.Keys {
		if i < z.Split {
			partition = append(partition, p.keys.keyPart(k.Name, false))
		} else {
			row = append(row, p.keys.keyPart(k.Name, true))
		}
	}
	if z.Buckets > 0 {
		of := z.Identity
		if of == "" || len(row) > 0 {
			of = z.Keys[len(z.Keys)-1].Name
		}
		if of == numbered || !p.keys.whole(of) {
			of = numbered
		}
		partition = append(partition, "{hash("+of+")%"+strconv.Itoa(z.Buckets)+":02}")
	}
	if z.Identity != "" {
		row = append(row, p.identity(z.Identity))
	}
	return Design{Title: "Nine steps", PartitionKey: strings.Join(partition, z.Separator), RowKey: strings.Join(row, z.Separator)}
}

// whole reports whether every row has a value of a column.
func (p *Templates) whole(name string) bool {
	i, ok := p.rows.data.ColumnIndex(name)
	return ok && p.rows.data.Columns[i].Missing == 0
}

func (p *Guide) identity(name string) string {
	if name == numbered {
		return "{" + numbered + ":" + words.Padded(max(2, len(strconv.Itoa(p.rows.data.Len()))), 2) + "}"
	}
	return p.keys.keyPart(name, true)
}

// keyPart writes a column so that its order as text is that of its values: texts
// cleaned, numbers padded, dates by month in a PartitionKey and newest first in
// a RowKey. What a row lacks is written as Unknown.
func (p *Templates) keyPart(name string, rowKey bool) string {
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
		return "{" + or(name) + ":" + words.Padded(p.columnDigits(c), 2) + "}"
	case table.Double:
		return "{" + or("floor("+name+")") + ":" + words.Padded(p.columnDigits(c), 2) + "}"
	case table.String:
		return "{clean(" + or(name) + ")}"
	}
	return "{" + or(name) + "}"
}

func (p *Templates) columnDigits(c *dataset.Column) int {
	t, err := keys.Parse("{" + c.Name + "}")
	if err != nil {
		return 1
	}
	return max(1, p.digits(t, 0))
}

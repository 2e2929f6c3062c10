package design

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	words "github.com/keyrange/keyrange/engine/text"
)

// Guide leads through the steps of a design, from the questions to the keys.
type Guide struct {
	edit  *draft.Editor
	rows  *model.Rows
	table *model.Builder
	keys  *model.Templates
	ask   *model.Asking
}

// Wizard returns what has been answered, with the usual choices filled in.
func (p *Guide) Wizard() draft.Wizard {
	z := p.edit.Work().Wizard
	z.Fill()
	return z
}

// answer is a gesture of the wizard: edit changes a copy of what was answered,
// and the templates follow.
func (p *Guide) answer(label string, edit func(z *draft.Wizard)) {
	if p.rows.Data() == nil {
		return
	}
	p.edit.Change(label, func(w *draft.Work) {
		z := w.Wizard
		edit(&z)
		w.Wizard = z
		if len(z.Keys) > 0 {
			w.Take(p.led(z))
		}
	})
}

// Lead opens or closes the wizard. What was answered stays.
func (p *Guide) Lead(open bool) {
	label := "Leave the nine steps"
	if open {
		label = "Nine steps to a key"
	}
	p.edit.Change(label, func(w *draft.Work) { w.Wizard.Open = open && p.rows.Data() != nil })
}

// WalkTo goes to a step. Steps in a row are one gesture.
func (p *Guide) WalkTo(step int) {
	p.edit.Typing("Walk through the steps", func(w *draft.Work) { w.Wizard.Step = min(max(step, 0), draft.WizardSteps-1) })
}

// Name adds a property to those that queries name, or takes it away.
func (p *Guide) Name(property string, on bool) {
	label := "Queries name " + property
	if !on {
		label = "Queries do not name " + property
	}
	p.answer(label, func(z *draft.Wizard) {
		z.Used = without(z.Used, property)
		if on {
			z.Used = append(z.Used, property)
			return
		}
		z.Keys = slices.DeleteFunc(slices.Clone(z.Keys), func(k draft.KeyProperty) bool { return k.Name == property })
	})
}

func without(list []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == one })
}

// Know changes how the dominant query knows a property. Those known exactly go
// before those known as a range, which is where they narrow the most.
func (p *Guide) Know(property string, how draft.Known) {
	p.answer("Dominant query: "+property, func(z *draft.Wizard) {
		z.Keys = slices.DeleteFunc(slices.Clone(z.Keys), func(k draft.KeyProperty) bool { return k.Name == property })
		at := len(z.Keys)
		switch how {
		case draft.Exactly:
			if i := slices.IndexFunc(z.Keys, func(k draft.KeyProperty) bool { return k.Range }); i >= 0 {
				at = i
			}
			z.Keys = slices.Concat(z.Keys[:at], []draft.KeyProperty{{Name: property}}, z.Keys[at:])
		case draft.AsRange:
			z.Keys = append(z.Keys, draft.KeyProperty{Name: property, Range: true})
		}
		z.Split = 0
	})
}

// Raise moves a key property one place forward.
func (p *Guide) Raise(i int) {
	p.answer("Order of the key properties", func(z *draft.Wizard) {
		if i > 0 && i < len(z.Keys) {
			z.Keys = slices.Clone(z.Keys)
			z.Keys[i-1], z.Keys[i] = z.Keys[i], z.Keys[i-1]
		}
	})
}

// Identify chooses what makes keys unique: a column, rowNumber() or nothing.
func (p *Guide) Identify(with string) {
	p.answer("Unique by "+named(with), func(z *draft.Wizard) { z.Identity = with })
}

func named(s string) string {
	if s == "" {
		return "the key properties"
	}
	return s
}

// SplitAt chooses how many of the key properties make the PartitionKey.
func (p *Guide) SplitAt(n int) {
	p.answer("Partition by "+strconv.Itoa(n)+" of the key properties", func(z *draft.Wizard) { z.Split = n })
}

// Separate chooses what stands between two key properties.
func (p *Guide) Separate(with string) {
	p.answer("Separate with "+with, func(z *draft.Wizard) { z.Separator = with })
}

// Spread adds buckets behind the PartitionKey; 0 takes them away.
func (p *Guide) Spread(n int) {
	p.answer("Spread over "+strconv.Itoa(n)+" buckets", func(z *draft.Wizard) { z.Buckets = n })
}

// Load sets the peak of writes per second and the target of one partition.
func (p *Guide) Load(peak, target int) {
	p.answer("Peak load", func(z *draft.Wizard) { z.Peak, z.Target = max(1, min(peak, 1_000_000)), target })
}

// Identities returns what can make keys unique: columns without gaps whose
// values all differ, and the row's number.
func (p *Guide) Identities() []string {
	var names []string
	for _, c := range p.rows.Columns() {
		if idRole.takes(&c, p.rows.Data().Len()) {
			names = append(names, c.Name)
		}
	}
	return append(names, draft.Numbered)
}

// led returns the design that follows from the answers.
func (p *Guide) led(z draft.Wizard) draft.Design {
	z.Fill()
	var partition, row []string
	for i, k := range z.Keys {
		if i < z.Split {
			partition = append(partition, p.keys.KeyPart(k.Name, false))
		} else {
			row = append(row, p.keys.KeyPart(k.Name, true))
		}
	}
	if z.Buckets > 0 {
		of := z.Identity
		if of == "" || len(row) > 0 {
			of = z.Keys[len(z.Keys)-1].Name
		}
		if of == draft.Numbered || !p.keys.Whole(of) {
			of = draft.Numbered
		}
		partition = append(partition, "{hash("+of+")%"+strconv.Itoa(z.Buckets)+":02}")
	}
	if z.Identity != "" {
		row = append(row, p.identity(z.Identity))
	}
	return draft.Design{Title: "Nine steps", PartitionKey: strings.Join(partition, z.Separator), RowKey: strings.Join(row, z.Separator)}
}

func (p *Guide) identity(name string) string {
	if name == draft.Numbered {
		return "{" + draft.Numbered + ":" + words.Padded(max(2, len(strconv.Itoa(p.rows.Data().Len()))), 2) + "}"
	}
	return p.keys.KeyPart(name, true)
}

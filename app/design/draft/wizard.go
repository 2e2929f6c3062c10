package draft

import (
	"strconv"
	"strings"
)

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

// Fill puts the usual choices in the place of what was not answered.
func (z *Wizard) Fill() {
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

// Groups returns the ways to divide the key properties: the text of each choice
// of Split, from 1 on.
func (z *Wizard) Groups() []string {
	var choices []string
	for n := 1; n <= len(z.Keys); n++ {
		var names [2][]string
		for i, k := range z.Keys {
			which := 0
			if i >= n {
				which = 1
			}
			names[which] = append(names[which], k.Name)
		}
		text := strings.Join(names[0], z.Separator)
		if len(names[1]) > 0 {
			text += " | " + strings.Join(names[1], z.Separator)
		}
		choices = append(choices, strconv.Itoa(n)+": "+text)
	}
	return choices
}

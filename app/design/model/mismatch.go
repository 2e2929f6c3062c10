package model

import (
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// Mismatched says of a filter which of its comparisons compare a column with a
// value of another type, and what the service makes of that; "" when none does.
func (p *Rows) Mismatched(text string) string {
	var sentences []string
	for _, m := range p.mismatches(text) {
		if len(sentences) == shownMismatches {
			sentences = append(sentences, "And so on.")
			break
		}
		sentences = append(sentences, m.Sentence)
	}
	return strings.Join(sentences, " ")
}

// shownMismatches bounds how many comparisons are spoken of.
const shownMismatches = 2

func (p *Rows) mismatches(text string) []filter.Mismatch {
	e, err := filter.Parse(text)
	if err != nil {
		return nil
	}
	return filter.Mismatches(e, p.typeOf)
}

func (p *Rows) typeOf(name string) (table.EdmType, bool) {
	for _, c := range p.Columns() {
		if c.Name == name {
			return c.Type, true
		}
	}
	return 0, false
}

package model

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/keys"
)

// Uses returns the columns that a template uses, in the order of their first
// use; a template with an error counts as it was before the error.
func (p *Templates) Uses(part draft.Part) []string {
	text := p.editing[part].text
	if p.editing[part].err != nil {
		text = p.edit.Design().Template(part)
	}
	t, err := keys.Parse(text)
	if err != nil {
		return nil
	}
	return t.Columns()
}

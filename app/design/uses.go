package design

import "github.com/keyrange/keyrange/engine/keys"

// Uses returns the columns that a template uses, in the order of their first
// use; a template with an error counts as it was before the error.
func (p *Templates) Uses(part Part) []string {
	text := p.editing[part].text
	if p.editing[part].err != nil {
		text = p.edit.design().template(part)
	}
	t, err := keys.Parse(text)
	if err != nil {
		return nil
	}
	return t.Columns()
}

func (d Design) template(part Part) string {
	if part == PartitionKey {
		return d.PartitionKey
	}
	return d.RowKey
}

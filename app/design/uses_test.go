package design

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
)

// A column counts as used in the order of its first use; while a template has
// an error, the one before it counts.
func TestUses(t *testing.T) {
	p := cities(t)
	for _, c := range []struct {
		template string
		want     []string
	}{
		{"{City}_{upper(Country)}_{City}", []string{"City", "Country"}},
		{"{City", []string{"City", "Country"}},
		{"{Town}", []string{"City", "Country"}},
		{"all", nil},
		{"{rowNumber():04}", nil},
	} {
		p.Keys.SetTemplate(draft.RowKey, c.template)
		if got := p.Keys.Uses(draft.RowKey); !slices.Equal(got, c.want) {
			t.Errorf("%q uses %q, want %q", c.template, got, c.want)
		}
	}
	if got := p.Keys.Uses(draft.PartitionKey); !slices.Equal(got, []string{"Country"}) {
		t.Errorf("the PartitionKey uses %q, want Country: the keys are apart", got)
	}
}

// Typing in one key and then in the other makes two steps back.
func TestEditsOfEachKey(t *testing.T) {
	p := cities(t)
	for _, text := range []string{"x", "xy", "xyz"} {
		p.Keys.SetTemplate(draft.PartitionKey, text)
	}
	p.Keys.SetTemplate(draft.RowKey, "{City}_{People}")
	versions, now := p.Edit.History()
	if now != 4 || versions[3].Label != "Edit PartitionKey" || versions[4].Label != "Edit RowKey" {
		t.Errorf("version %d of %+v, want an edit of each key after the import and the first edit", now, versions)
	}
}

package keys

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

func TestDescribe(t *testing.T) {
	tests := []struct {
		template string
		rowKey   bool
		want     string
	}{
		{"{or(clean(Title),'Unknown')}", false, "one partition per Title"},
		{"{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}", false, "one partition per Channel, year and month of PostedAt, newest first"},
		{"posts", false, "one partition for everything"},
		{"{hash(Channel)%16:02}_{PostedAt.date}", false, "one partition per 16 buckets of Channel and date of PostedAt, oldest first"},
		{"{reverseTicks(PostedAt):19}_{PostId}", true, "sorted by time of PostedAt, then PostId, newest first"},
		{"{prefix(Title,1)}", false, "one partition per first character of Title"},
		{"x", true, "the same RowKey for every entity"},
		{"{prefix(upper(Title),3)}{rowNumber()}{reverse(Title)}", true, "sorted by first 3 characters of upper(Title), then row number, then Title read backwards"},
	}
	for _, test := range tests {
		if got := bound(t, test.template).Describe(test.rowKey); got != test.want {
			t.Errorf("%s: got %q, want %q", test.template, got, test.want)
		}
	}
}

var editedColumns = []Column{
	{Name: "Name", Type: table.String}, {Name: "Id", Type: table.Int32}, {Name: "At", Type: table.DateTime}, {Name: "Local", Type: table.String},
}

// Every edit of a chip is a template that fits the columns, and says what it
// does in its own text.
func TestEdits(t *testing.T) {
	tests := []struct{ template, label, want string }{
		{"{Name}_{Id}", "Upper case", "{upper(Name)}_{Id}"},
		{"{Name}_{Id}", "Move right", "{Id}_{Name}"},
		{"{Name}_{Id}", "Remove", "_{Id}"},
		{"{upper(Name)}", "Without upper", "{Name}"},
		{"{At}", "Newest first, as ticks", "{reverseTicks(At):19}"},
		{"{At}", "Month", "{At.month:02}"},
		{"{At.month:02}", "Newest first", "{13-At.month:02}"},
		{"{At.month}", "Pad to 2 digits", "{At.month:02}"},
		{"{13-At.month:02}", "Without 13-", "{At.month:02}"},
		{"{Name}", "One of 16 buckets, by hash", "{hash(Name)%16:02}"},
	}
	for _, test := range tests {
		parsed, err := Parse(test.template)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		found := false
		for _, e := range parsed.Edits(0, false, editedColumns, 4) {
			got = append(got, e.Label)
			if e.Label == test.label {
				found = true
				if e.Fix.Template != test.want {
					t.Errorf("%s of %s gives %s, want %s", test.label, test.template, e.Fix.Template, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s is not among the edits of %s: %v", test.label, test.template, got)
		}
	}
	parsed, _ := Parse("{Id}")
	if edits := parsed.Edits(0, false, editedColumns, 4); !slices.ContainsFunc(edits, func(e Edit) bool { return e.Fix.Template == "{Id:04}" }) {
		t.Errorf("an Id cannot be padded: %+v", edits)
	}
}

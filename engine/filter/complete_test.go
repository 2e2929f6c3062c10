package filter

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// seen are fields as a page knows them.
func seen() []Field {
	texts := func(all ...string) func(string) []table.Value {
		return func(string) (values []table.Value) {
			for _, s := range all {
				values = append(values, table.StringValue(s))
			}
			return values
		}
	}
	return []Field{
		{Name: "PartitionKey", Type: table.String, Values: texts("Drama", "O'Brien")},
		{Name: "RowKey", Type: table.String}, {Name: "Timestamp", Type: table.DateTime},
		{Name: "Seen", Type: table.Boolean}, {Name: "Part", Type: table.Int64, Values: func(string) []table.Value { return []table.Value{table.Int64Value(5)} }},
	}
}

// What can follow depends on what stands before the caret, written here as |.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // labels in order, or the start of them before "..."
	}{
		{"|", "PartitionKey RowKey Timestamp Seen Part not"},
		{"Part|", "PartitionKey"},
		{"par|", "PartitionKey Part"},
		{"key|", "PartitionKey RowKey"},
		{"PartitionKey |", "eq ge gt lt le ne"},
		{"PartitionKey g|", "ge gt"},
		{"Seen |", "eq ne and or"},
		{"PartitionKey eq |", "'Drama' 'O''Brien'"},
		{"PartitionKey eq 'D|", "'Drama'"},
		{"PartitionKey eq dra|", "'Drama'"},
		{"PartitionKey eq 'O'|", ""},
		{"Part gt |", "5L"},
		{"Seen eq |", "true false"},
		{"Timestamp ge |", "datetime'2020-01-22T00:00:00Z'"},
		{"PartitionKey eq 'Drama' |", "and or"},
		{"PartitionKey eq 'Drama' o|", "or"},
		{"(PartitionKey eq 'Drama') |", "and or"},
		{"not (|", "PartitionKey RowKey Timestamp Seen Part not"},
		{"Unknown eq |", ""},
	} {
		before, after, _ := strings.Cut(c.text, "|")
		_, list := Complete(before+after, len(before), seen())
		var labels []string
		for _, s := range list {
			labels = append(labels, s.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// What is taken from a list makes no mistake: every value reads as a filter.
func TestCompleteReads(t *testing.T) {
	for _, f := range seen() {
		start := f.Name + " eq "
		_, list := Complete(start, len(start), seen())
		for _, s := range list {
			if _, err := Parse(start + s.Text); f.Name != "Seen" && err != nil {
				t.Errorf("%s: %v", start+s.Text, err)
			}
		}
	}
	from, list := Complete("PartitionKey eq 'Dr'", len("PartitionKey eq 'Dr"), seen())
	if !slices.Equal(list, []Suggestion{{TokenString, "'Drama'", "stored", "'Drama"}}) || from != len("PartitionKey eq ") {
		t.Errorf("before a closing quote: %v from %d", list, from)
	}
}

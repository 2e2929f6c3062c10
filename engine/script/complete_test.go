package script

import (
	"strings"
	"testing"
)

// The console completes commands, tables, partitions, properties and words.
func TestComplete(t *testing.T) {
	w := New(1, DefaultStart, testLibrary)
	for _, text := range []string{"create table Movies", "create table Members", "insert Movies Drama/Psycho Year=1960 Rating=8.5", "insert Movies 'Science fiction'/Alien Year=1979", "A: policy fixed", "queue create jobs"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"ins", "insert insert-or-replace insert-or-merge"},
		{"create ", "table"},
		{"A: sav", "save"},
		{"get M", "Movies Members"},
		{"get movies ", "Drama 'Science fiction'"},
		{"merge Movies Drama/Psycho R", "Rating="},
		{"merge Movies Drama/Psycho Rating=9.0 i", "if"},
		{"merge Movies Drama/Psycho Rating=9.0 if s", "seen"},
		{"query Movies to", "top"},
		{"query Movies select Year,R", "RowKey Rating"},
		{"query Movies where Y", "Year"},
		{"query Movies where Year g", "gt ge"},
		{"query Movies where Year gt 1960 an", "and"},
		{"query Movies where (Year gt 1960) and P", "PartitionKey"},
		{"batch Movies { del", "delete"},
		{"batch Movies { delete Dr", "Drama"},
		{"A: policy ex", "exponential"},
		{"fault res", "response-lost"},
		{"queue get j", "jobs"},
		{"import Movies data po", "posts.csv"},
		{"sim", "simulate"},
		{"simulate s", "single season"},
		{"simulate append ", "for"},
		{"simulate append for 10m in", "into"},
		{"simulate append for 10m into mo", "Movies"},
		{"A", "advance A:"},
		{"get Movies Drama/Psycho ", ""},
	} {
		var got []string
		for _, completion := range w.Complete(c.text) {
			got = append(got, completion.Text)
			if completion.End != len(c.text) || completion.Start > completion.End {
				t.Errorf("%q: %q is for the bytes %d to %d", c.text, completion.Text, completion.Start, completion.End)
			}
		}
		want := c.want
		if strings.Contains(c.text, "Members") || c.text == "get M" {
			want = "Members Movies"
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", c.text, strings.Join(got, " "), want)
		}
	}
}

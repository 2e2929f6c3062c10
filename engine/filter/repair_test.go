package filter

import (
	"errors"
	"testing"
)

// A mistake that has one obvious meaning has the way out that a reader expects.
func TestMend(t *testing.T) {
	for _, c := range []struct{ text, want, label string }{
		{"PartitionKey == 'Drama'", "PartitionKey eq 'Drama'", "Write eq"},
		{"PartitionKey='Drama'", "PartitionKey eq 'Drama'", "Write eq"},
		{"Year >= 5", "Year ge 5", "Write ge"},
		{"Year != 5", "Year ne 5", "Write ne"},
		{"Year eq 5 && Month eq 6", "Year eq 5 and Month eq 6", "Write and"},
		{"! (Year eq 5)", "not (Year eq 5)", "Write not"},
		{"Year eq 5 And Month eq 6", "Year eq 5 and Month eq 6", "Write and"},
		{"Year EQ 5", "Year eq 5", "Write eq"},
		{"Year equals 5", "Year eq 5", "Write eq"},
		{`Title eq "Up"`, "Title eq 'Up'", "Use single quotes"},
		{"Title eq “It’s”", "Title eq 'It’s'", "Use single quotes"},
		{"Title eq 'Up", "Title eq 'Up'", "Close the quote"},
		{"Title eq 'Up and Year eq 5", "Title eq 'Up' and Year eq 5", "Close the quote"},
		{"Name eq 'O'Brien'", "Name eq 'O''Brien'", "Double the quote inside the text"},
		{"(Year eq 5", "(Year eq 5)", "Close the parenthesis"},
		{"Year eq 5)", "Year eq 5", "Remove the parenthesis"},
		{"Year eq 5 and", "Year eq 5", "Remove and"},
		{"Votes eq 5454161346626", "Votes eq 5454161346626L", "Add L for an Int64"},
		{"PartitionKey eq 5", "PartitionKey eq '5'", "Put it in quotes"},
		{"Timestamp ge '2020-01-22'", "Timestamp ge datetime'2020-01-22'", "Write a date"},
		{"Genre eq Drama", "Genre eq 'Drama'", "Put Drama in quotes"},
		{"Done eq True", "Done eq true", "Write true"},
		{"startswith(RowKey,'Ab')", "(RowKey ge 'Ab' and RowKey lt 'Ac')", "Write two bounds"},
	} {
		r, ok := Mend(c.text, fault(t, c.text))
		if !ok || r.Text != c.want || r.Label != c.label {
			t.Errorf("%s: got %q (%q, %v), want %q (%q)", c.text, r.Text, r.Label, ok, c.want, c.label)
		}
	}
	for _, hopeless := range []string{"Year eq", "endswith(Title,'s')", "Year eq null", "A add B eq 5"} {
		if r, ok := Mend(hopeless, fault(t, hopeless)); ok {
			t.Errorf("%s: nobody can know what was meant, got %q", hopeless, r.Text)
		}
	}
}

// fault is what is wrong with a text.
func fault(t *testing.T, text string) *Error {
	t.Helper()
	_, err := Parse(text)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%s has no mistake", text)
	}
	return e
}

// Ways out, taken one after another, end: each leads nearer to the end.
func TestMendEnds(t *testing.T) {
	for _, text := range brokenInputs(t) {
		last := text
		for step := 0; ; step++ {
			_, err := Parse(last)
			e, wrong := err.(*Error)
			if !wrong {
				break
			}
			r, ok := Mend(last, e)
			if !ok {
				break
			}
			if step > len(text) {
				t.Fatalf("%q: still mending at %q", text, last)
			}
			if r.Caret < 0 || r.Caret > len(r.Text) {
				t.Fatalf("%q: caret %d of %q", last, r.Caret, r.Text)
			}
			last = r.Text
		}
	}
}

// FuzzComplete: no text and place make Complete or Mend panic, what is to be
// replaced lies before the place, and a list is bounded.
func FuzzComplete(f *testing.F) {
	for _, line := range brokenInputs(f) {
		f.Add(line, len(line)/2)
		f.Add(line, len(line))
	}
	fields := seen()
	f.Fuzz(func(t *testing.T, text string, at int) {
		from, list := Complete(text, at, fields)
		if from < 0 || from > min(max(at, 0), len(text)) || len(list) > maxSuggestions {
			t.Fatalf("%q at %d: from %d, %d suggestions", text, at, from, len(list))
		}
		if _, err := Parse(text); err != nil {
			if r, ok := Mend(text, err.(*Error)); ok && r.Text == text {
				t.Fatalf("%q is mended into itself", text)
			}
		}
	})
}

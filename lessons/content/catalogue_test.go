package content

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The catalogue says of each lesson what its file says, in the order of the
// numbers. UPDATE=1 writes it.
func TestCatalogue(t *testing.T) {
	list := parsed(t)
	var want strings.Builder
	for _, l := range list {
		tasks := 0
		for i := range l.Steps {
			tasks += len(l.Steps[i].Tasks)
		}
		fmt.Fprintf(&want, "%d\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", l.Number, l.ID, l.Track, l.Minutes, tasks, l.Title, l.Goal, l.Teaches, strings.Join(l.Needs, " "))
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("catalogue.txt", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if catalogue != want.String() {
		t.Errorf("catalogue.txt differs; UPDATE=1 go test writes it. Got:\n%s\nwant:\n%s", catalogue, want.String())
	}
	if got := len(Catalogue()); got != len(list) {
		t.Errorf("got %d entries, want %d", got, len(list))
	}
}

// Every term has an ID and forms of its own, and its lesson is one of the
// curriculum.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, term := range Glossary() {
		for _, form := range append([]string{"#" + term.ID}, term.Forms...) {
			if seen[form] && form != term.Forms[0] || form == "" {
				t.Errorf("%s: %q is there twice", term.ID, form)
			}
			seen[form] = true
		}
		if term.Means == "" || term.Lesson != "" && Text(term.Lesson) == nil {
			t.Errorf("%s: it has no meaning, or its lesson %q is not there", term.ID, term.Lesson)
		}
	}
	if got, want := len(Glossary()), strings.Count(glossary, "\n"); got != want {
		t.Errorf("got %d terms of %d lines", got, want)
	}
}

package content

import (
	"slices"
	"strings"
	"testing"
)

// A lesson builds on lessons with lower numbers, and on the first one through them.
func TestNeeds(t *testing.T) {
	reached := map[string]bool{}
	for _, e := range Catalogue() {
		for _, id := range e.Needs {
			if !reached[id] {
				t.Errorf("%s needs %s, which does not come before it", e.ID, id)
			}
		}
		if reached[e.ID] = len(e.Needs) > 0 || e.Number == 1; !reached[e.ID] {
			t.Errorf("%s builds on nothing", e.ID)
		}
	}
}

// A recommended order has lessons that exist, each once, and none before one that
// it builds on.
func TestPaths(t *testing.T) {
	needs := map[string][]string{}
	for _, e := range Catalogue() {
		needs[e.ID] = e.Needs
	}
	for _, p := range Paths() {
		for i, id := range p.Lessons {
			if _, known := needs[id]; !known || slices.Index(p.Lessons, id) != i {
				t.Errorf("%s: %s is not there, or twice", p.ID, id)
			}
			for _, before := range needs[id] {
				if slices.Contains(p.Lessons[i:], before) {
					t.Errorf("%s: %s comes before %s, which it builds on", p.ID, id, before)
				}
			}
		}
	}
	if got, want := len(Paths()), strings.Count(paths, "\n"); got != want || want != 3 {
		t.Errorf("got %d paths of %d lines, want 3", got, want)
	}
}

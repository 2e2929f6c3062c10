package command

import (
	"slices"
	"strings"
	"testing"
)

// Each verb has its line: an example that is one of its commands, and a
// purpose that no other verb has.
func TestHelpNamesEachVerb(t *testing.T) {
	said := map[string]Verb{}
	list := Help("all", nil)
	if len(list) != len(Verbs()) {
		t.Fatalf("got %d lines, want %d", len(list), len(Verbs()))
	}
	for _, l := range list {
		c, err := Parse(l.Example)
		if err != nil || c.Verb != l.Verb {
			t.Errorf("%s: the example is a %v, %v", l.Verb, c.Verb, err)
		}
		if other, twice := said[l.Does]; twice || l.Does == "" || strings.HasSuffix(l.Does, ".") {
			t.Errorf("%s: %q, which %s has", l.Verb, l.Does, other)
		}
		said[l.Does] = l.Verb
	}
}

// Help alone lists what belongs to the commands nearby, and a topic what it
// names.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		text, nearby string
		has, lacks   Verb
	}{
		{"help", "get Movies A/B", Merge, Simulate},
		{" HELP ", "simulate append for 10m", Simulate, QueuePut},
		{"?", "queue create jobs", QueueGet, BlobGet},
		{"help query", "get Movies A/B", Query, Get},
		{"help queue", "get Movies A/B", QueuePeek, Query},
		{"help me", "get Movies A/B", Get, Simulate},
		{"help all", "get Movies A/B", BlobDelete, NoVerb},
	} {
		near, err := Parse(c.nearby)
		if err != nil {
			t.Fatal(err)
		}
		topic, asked := HelpTopic(c.text)
		var verbs []Verb
		for _, l := range Help(topic, []Command{near}) {
			verbs = append(verbs, l.Verb)
		}
		if !asked || !slices.Contains(verbs, c.has) || slices.Contains(verbs, c.lacks) {
			t.Errorf("%s: got %v, want one with %s and without %s", c.text, verbs, c.has, c.lacks)
		}
	}
	for _, text := range []string{"", "helpful", "query Movies help", "get Movies help/me"} {
		if _, asked := HelpTopic(text); asked {
			t.Errorf("%q asks for help", text)
		}
	}
}

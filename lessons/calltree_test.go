package lessons

import (
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// The tree has the levels and nodes of a B-tree with at most three keys in a
// node, and a search reads one node of each level until it finds the key.
func TestTreeCalls(t *testing.T) {
	w := script.New(1, script.DefaultStart, nil)
	f := NewFacts(w)
	do := func(text string) {
		c, err := command.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.Do(c)
		if err != nil {
			t.Fatal(err)
		}
		f.Add(r)
	}
	is := func(text string) {
		t.Helper()
		e, problem := ParseExpr(text)
		if problem != "" {
			t.Fatal(problem)
		}
		if !e.True(f) {
			t.Errorf("%s does not hold", text)
		}
	}
	do("create table Tests")
	is("levels(Tests) = 0 and nodes(Tests) = 0 and visited() = 0")
	for _, row := range []string{"a", "b", "c"} {
		do("insert Tests p/" + row)
	}
	is("levels(Tests) = 1 and nodes(Tests) = 1")
	do("insert Tests p/d")
	is("levels(Tests) = 2 and nodes(Tests) = 3 and visited() = 0")
	do("get Tests p/b")
	is("visited() = 1")
	do("query Tests where PartitionKey eq 'p' and RowKey eq 'd'")
	is("visited() = 2")
	do("get Tests p/absent")
	is("visited() = 2")
}

package lessons

import (
	"strconv"
	"testing"
)

// The tree has the levels and nodes of a B-tree with at most three keys in a
// node, and a search reads one node of each level until it finds the key.
func TestTreeCalls(t *testing.T) {
	a := newAsked(t)
	a.do("create table Tests")
	a.is("levels(Tests) = 0 and nodes(Tests) = 0 and visited() = 0")
	a.do("insert Tests p/a", "insert Tests p/b", "insert Tests p/c")
	a.is("levels(Tests) = 1 and nodes(Tests) = 1")
	a.do("insert Tests p/d")
	a.is("levels(Tests) = 2 and nodes(Tests) = 3 and visited() = 0")
	a.do("get Tests p/b")
	a.is("visited() = 1")
	a.do("query Tests where PartitionKey eq 'p' and RowKey eq 'd'")
	a.is("visited() = 2")
	a.do("get Tests p/absent")
	a.is("visited() = 2")
}

// What the last insert split is recounted from the picture of the tree before it.
func TestTreeSplits(t *testing.T) {
	a := newAsked(t)
	a.do("create table Tests")
	nodes, levels, split, grown := 0, 0, 0, 0
	for i := range 60 {
		a.do("insert Tests p/" + strconv.Itoa(i*37%60+100))
		tree := NewKeyTree(a.facts.snapshot("Tests"))
		shape := tree.Index.Shape()
		more, root := tree.Splits()
		if want := len(shape.Levels) > levels && i > 0; root != want {
			t.Fatalf("insert %d: a new root: %v, want %v", i, root, want)
		}
		sum := more
		if root {
			sum++
			grown++
		}
		if i == 0 {
			sum++ // the first node of all
		}
		if shape.Nodes() != nodes+sum {
			t.Fatalf("insert %d: got %d splits, want %d nodes to become %d", i, more, nodes, shape.Nodes())
		}
		nodes, levels, split = shape.Nodes(), len(shape.Levels), split+more
	}
	if split < 10 || grown < 2 {
		t.Errorf("got %d splits and %d roots, too few to show anything", split, grown)
	}
}

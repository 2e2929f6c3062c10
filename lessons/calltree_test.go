package lessons

import "testing"

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

package step

import (
	"slices"

	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
)

// TreeRead is the index of a table as a B-tree, with what a command reads of
// it.
type TreeRead struct {
	Shape    index.Shape
	Fanout   int
	Keys     []table.Key
	Path     []index.Visit // of the descent
	From, To int           // places of the entities that were read, half-open
	More     int           // entities that are left out
}

// TreeOf returns the index of a table, of which nothing is read yet, and the tree
// that finds keys in it.
func TreeOf(live *table.Table) (t TreeRead, tree lessons.KeyTree) {
	tree = lessons.NewKeyTree(live.Snapshot())
	t.Keys, t.More = tree.Keys, tree.More
	t.Shape, t.Fanout = tree.Index.Shape(), tree.Index.Fanout()
	return t, tree
}

// Read takes in what the last command read: the way down to its key or to the
// first key of its range, and the entities there.
func (t *TreeRead) Read(tree *lessons.KeyTree, last *script.Result) {
	if last == nil || last.Plan == nil && last.Command.Key == (table.Key{}) {
		return
	}
	low, high, bounded := last.Command.Key, last.Command.Key, true
	if last.Plan != nil && last.Plan.Kind != query.PointQuery {
		low, high, bounded = last.Plan.Range()
	} else if last.Plan != nil {
		low, _, _ = last.Plan.Range()
		high = low
	}
	path, place, found := tree.Search(&t.Shape, low)
	t.Path, t.From, t.To = path, place, len(t.Keys)
	if bounded {
		t.To, _ = slices.BinarySearchFunc(t.Keys, high, table.Key.Compare)
	}
	if found && low == high {
		t.To = place + 1
	}
	t.To = max(t.From, t.To)
}

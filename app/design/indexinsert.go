package design

import (
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

// InsertView is an insert of one key, before and after.
type InsertView struct {
	Key    table.Key
	Place  int // where it comes to stand
	Exists bool
	Visits []index.Visit // on the way to its leaf
	Splits int           // nodes that are cut, from the leaf up
	After  index.Shape
	Holder index.Spot // in After
}

// Inserted returns what happens to the tree when the key that the reader chose is
// inserted. The tree that is shown stays without it.
func (x *Index) Inserted() *InsertView {
	k, w := x.shown, x.page.Edit.Work().Index
	if k.found.insert != nil && k.found.inserted == w.Insert {
		return k.found.insert
	}
	v := &InsertView{Key: w.Insert.Key()}
	if !w.Insert.Given {
		v.Key = k.full()
	}
	v.Place, v.Exists = k.find(v.Key)
	v.Visits = k.tree.Search(&k.shape, v.Place, v.Exists)
	for i := len(v.Visits) - 1; i >= 0 && !v.Exists && k.isFull(v.Visits[i].Spot); i-- {
		v.Splits++
	}
	if !v.Exists {
		v.After = k.tree.With(v.Place).Shape()
		v.Holder, _ = v.After.Holder(v.Place)
	}
	k.found.insert, k.found.inserted = v, w.Insert
	return v
}

// KeyAfter returns the key at a place of the tree after the insert.
func (x *Index) KeyAfter(place int) table.Key {
	v := x.Inserted()
	switch {
	case place == v.Place:
		return v.Key
	case place > v.Place:
		place--
	}
	return x.Key(place)
}

func (k *keyTree) isFull(at index.Spot) bool {
	return int(k.shape.Levels[at.Level][at.Node].Items) == k.tree.Fanout()-1
}

// full returns a new key for a full leaf near the middle of the table, or for
// the middle when no leaf is full.
func (k *keyTree) full() table.Key {
	depth := len(k.shape.Levels)
	if depth == 0 {
		return table.Key{PartitionKey: "a", RowKey: "1"}
	}
	leaves := k.shape.Levels[depth-1]
	middle := len(leaves) * 5 / 8
	best := middle
	for i := range leaves {
		if k.isFull(index.Spot{Level: depth - 1, Node: i}) && (!k.isFull(index.Spot{Level: depth - 1, Node: best}) ||
			abs(i-middle) < abs(best-middle)) {
			best = i
		}
	}
	n := leaves[best]
	for at := n.From + (n.Items-1)/2; at < n.To; at++ {
		key := k.places.key(int(at))
		for _, end := range []string{" (new)", "-new", "0"} {
			made := table.Key{PartitionKey: key.PartitionKey, RowKey: key.RowKey + end}
			if place, found := k.find(made); !found && place == int(at)+1 && place < int(n.To) {
				return made
			}
		}
	}
	last := k.places.key(int(n.To) - 1)
	return table.Key{PartitionKey: last.PartitionKey, RowKey: last.RowKey + " (new)"}
}

func abs(n int) int { return max(n, -n) }

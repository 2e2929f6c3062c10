// Package index shows a B-tree from within: which items stand in which node,
// what a search compares, and what an insert splits.
//
// A reader meets Tree first, then Shape, its nodes: they are found from what the
// public Walk of github.com/tidwall/btree gives, without touching what that library
// keeps to itself.
//
// What always holds: a Tree is that library's tree, so what is shown is what it
// does. Its items are places of keys in key order, which compare like the keys
// and hold no memory of them.
//
// Left out: the keys themselves, which whoever shows a tree knows by their
// place, and deletion.
package index

import "github.com/tidwall/btree"

// The fan-outs that a tree can have: how many children a node has at most. The
// library knows even ones only.
const (
	MinFanout = 4
	MaxFanout = 64
)

// Tree is a B-tree of the places of keys.
type Tree struct {
	tree     *btree.BTreeG[int32]
	fanout   int
	probe    int32
	compared []int32 // items that the search under way was compared with
	watching bool
}

// New returns an empty tree. The fan-out is brought between MinFanout and
// MaxFanout, and an odd one is made even.
func New(fanout int) *Tree {
	t := &Tree{fanout: min(max(fanout, MinFanout), MaxFanout) &^ 1}
	t.tree = btree.NewBTreeGOptions(t.less, btree.Options{Degree: t.fanout / 2, NoLocks: true})
	return t
}

// Fanout returns how many children a node has at most.
func (t *Tree) Fanout() int { return t.fanout }

// Len returns how many items there are.
func (t *Tree) Len() int { return t.tree.Len() }

func (t *Tree) less(a, b int32) bool {
	if t.watching {
		other := a
		if a == t.probe {
			other = b
		}
		t.compared = append(t.compared, other)
	}
	return a < b
}

// Items are twice the place and one more, so that there is room for one more
// key before each and behind the last.
func at(place int) int32     { return int32(place)*2 + 1 }
func before(place int) int32 { return int32(place) * 2 }

// Add inserts the key at a place.
func (t *Tree) Add(place int) { t.tree.Set(at(place)) }

// With returns a tree that also has a key right before the one at a place. The
// two share their nodes until one is written; t stays as it is.
func (t *Tree) With(place int) *Tree {
	more := &Tree{fanout: t.fanout, tree: t.tree.Copy()}
	more.tree.Set(before(place))
	return more
}

// Shape returns the structure of the tree. It looks at every item.
func (t *Tree) Shape() Shape { return rebuild(t.tree.Walk) }

// Visit is a node that a search reads, and what it learns there.
type Visit struct {
	Spot
	Compared []int // places of the items that the key was compared with, in turn
	Found    bool
	Item     int // the item that was found, else the child that the search goes to or would
}

// Search looks for the key at a place, or, if there is none, for one right
// before it, and tells which nodes the library reads on the way. s is the
// shape of the tree.
func (t *Tree) Search(s *Shape, place int, there bool) []Visit {
	if t.Len() == 0 {
		return nil
	}
	t.probe = before(place)
	if there {
		t.probe = at(place)
	}
	t.compared, t.watching = t.compared[:0], true
	t.tree.Get(t.probe)
	t.watching = false
	visits := []Visit{{}}
	for _, item := range t.compared {
		visits = s.follow(visits, int(item/2))
	}
	last := &visits[len(visits)-1]
	last.Item, last.Found = s.Find(last.Level, last.Node, place)
	last.Found = last.Found && there
	return visits
}

// follow goes down from the last node that was read to the one that holds the
// item at a place, and notes the comparison there.
func (s *Shape) follow(visits []Visit, place int) []Visit {
	for {
		last := &visits[len(visits)-1]
		i, found := s.Find(last.Level, last.Node, place)
		if found || s.Leaf(last.Level) {
			last.Compared = append(last.Compared, place)
			return visits
		}
		last.Item = i
		visits = append(visits, Visit{Spot: s.Child(last.Spot, i)})
	}
}

package lessons

import (
	"slices"
	"sort"

	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// The tree of a lesson: a small fan-out, so that few entities make levels, and
// the most entities that it is made of.
const (
	treeFanout = 4
	maxTreeKey = 600
)

// KeyTree is the index of a table as a lesson draws it.
//
// What always holds: Keys are in key order, their number is that of the tree's
// items, and each was inserted when its entity was last written.
type KeyTree struct {
	Index *index.Tree
	Keys  []table.Key
	More  int // entities beyond the most that are taken
	Last  int // place of the key that was written last, -1 without a key
	order []int
}

// NewKeyTree returns the tree of a table.
func NewKeyTree(from *table.Snapshot) KeyTree {
	t := KeyTree{Index: index.New(treeFanout), Last: -1}
	var written []table.Ticks
	from.Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows[:min(len(rows), maxTreeKey-len(t.Keys))] {
			t.Keys = append(t.Keys, r.Key())
			written = append(written, r.Timestamp())
		}
		return len(t.Keys) < maxTreeKey
	})
	t.More = from.Len() - len(t.Keys)
	places := make([]int, len(t.Keys))
	for i := range places {
		places[i] = i
	}
	sort.SliceStable(places, func(i, j int) bool { return written[places[i]] < written[places[j]] })
	for _, place := range places {
		t.Index.Add(place)
		t.Last = place
	}
	t.order = places
	return t
}

// Splits tells what the key that was written last did to the tree: how many
// nodes it split into two, and whether a new root stands above them.
func (t *KeyTree) Splits() (nodes int, root bool) {
	if len(t.order) < 2 {
		return 0, false
	}
	earlier := index.New(treeFanout)
	for _, place := range t.order[:len(t.order)-1] {
		if place > t.Last {
			place-- // places stay those of all keys, one after another
		}
		earlier.Add(place)
	}
	before, now := earlier.Shape(), t.Index.Shape()
	nodes = now.Nodes() - before.Nodes()
	if root = len(now.Levels) > len(before.Levels); root {
		nodes--
	}
	return nodes, root
}

// Search returns the nodes on the way to a key, or to where it would be, and
// the place of the key or of the first one behind it.
func (t *KeyTree) Search(shape *index.Shape, k table.Key) (path []index.Visit, place int, found bool) {
	place, found = slices.BinarySearchFunc(t.Keys, k, table.Key.Compare)
	return t.Index.Search(shape, place, found), place, found
}

// treeCalls ask about the index of a table as the picture tree draws it.
func treeCalls() []call {
	return []call{
		{"levels", []param{inTable}, number, "how many levels the index has as the picture tree draws it, with at most 3 keys in a node; 0 " +
			"without an entity", func(f *Facts, a arguments) value {
			t := NewKeyTree(f.snapshot(a.text(0)))
			return numberOf(len(t.Index.Shape().Levels))
		}, nil},
		{"nodes", []param{inTable}, number, "how many nodes it has", func(f *Facts, a arguments) value {
			t := NewKeyTree(f.snapshot(a.text(0)))
			shape := t.Index.Shape()
			return numberOf(shape.Nodes())
		}, nil},
		{"visited", nil, number, "how many nodes of it are on the way to the key of the last get, or to where the range of the last query " +
			"begins; 0 before the first", visited, nil},
	}
}

func visited(f *Facts, _ arguments) value {
	last := f.back(func(r *script.Result) bool {
		return r.Plan != nil || r.Command.Verb == command.Get && len(r.Exchanges) > 0
	})
	if last == nil {
		return numberOf(0)
	}
	low := last.Command.Key
	if last.Plan != nil {
		low, _, _ = last.Plan.Range()
	}
	t := NewKeyTree(f.snapshot(last.Command.Table))
	shape := t.Index.Shape()
	if len(t.Keys) == 0 {
		return numberOf(0)
	}
	path, _, _ := t.Search(&shape, low)
	return numberOf(len(path))
}

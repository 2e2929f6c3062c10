package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidwall/btree"
)

// The shape of a random tree of every degree, made by inserts in any order, by
// loading and by deleting, is that of the tree: as deep as it says it is, no
// node too full or too empty, and every item once and in order.
func TestRebuild(t *testing.T) {
	const seed = 5
	for degree := 2; degree <= 32; degree++ {
		random := rand.New(rand.NewPCG(seed, uint64(degree)))
		for round := range 12 {
			tree := randomTree(random, degree, round)
			s := rebuild(tree.Walk)
			if s.Len != tree.Len() || len(s.Levels) != tree.Height() {
				t.Fatalf("degree %d, round %d: %d items in %d levels, want %d in %d", degree, round, s.Len, len(s.Levels), tree.Len(), tree.Height())
			}
			if err := s.Check(2 * degree); err != nil {
				t.Fatalf("degree %d, round %d: %v", degree, round, err)
			}
			if least := leastItems(s); least < degree-1 {
				t.Fatalf("degree %d, round %d: a node below the root holds %d items, want %d or more", degree, round, least, degree-1)
			}
			if got, want := inOrder(&s, Spot{}), places(s.Len); !slices.Equal(got, want) {
				t.Fatalf("degree %d, round %d: the items in order are %v", degree, round, got)
			}
		}
	}
}

// randomTree grows by inserts, in some rounds sorted, in some from a copy, and
// shrinks again.
func randomTree(random *rand.Rand, degree, round int) *btree.BTreeG[int] {
	tree := btree.NewBTreeGOptions(func(a, b int) bool { return a < b }, btree.Options{Degree: degree, NoLocks: true})
	keys := random.Perm(1 + random.IntN(40*degree*degree))
	if round%3 == 1 {
		slices.Sort(keys)
	}
	for i, k := range keys {
		if round%3 == 2 && i%50 == 0 {
			tree = tree.Copy()
		}
		tree.Set(k)
	}
	if round%4 == 3 {
		for _, k := range keys[:len(keys)/3] {
			tree.Delete(k)
		}
	}
	return tree
}

func leastItems(s Shape) int {
	least := 1 << 30
	for _, level := range s.Levels[1:] {
		for _, n := range level {
			least = min(least, int(n.Items))
		}
	}
	return least
}

// inOrder reads a node and all below it in order, by its children alone.
func inOrder(s *Shape, at Spot) []int {
	var out []int
	n := s.Levels[at.Level][at.Node]
	for i := range int(n.Items) {
		if !s.Leaf(at.Level) {
			out = append(out, inOrder(s, s.Child(at, i))...)
		}
		out = append(out, s.Item(at.Level, at.Node, i))
	}
	if !s.Leaf(at.Level) {
		out = append(out, inOrder(s, s.Child(at, int(n.Items)))...)
	}
	return out
}

func places(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Neighbours in memory that are no neighbours in a node are told apart: the two
// halves of a split share their memory until one is written.
func TestRebuildAfterSplit(t *testing.T) {
	for fanout := MinFanout; fanout <= MaxFanout; fanout += 2 {
		tree := New(fanout)
		for i := range fanout * fanout * 2 {
			tree.Add(i)
			if s := tree.Shape(); s.Check(fanout) != nil || len(s.Levels) != tree.tree.Height() {
				t.Fatalf("fan-out %d, %d items: %v", fanout, i+1, s)
			}
		}
	}
}

// A search reads one node of each level down to the one that holds the key, and
// compares within each: for every key that is there and every gap.
func TestSearch(t *testing.T) {
	const keys = 500
	tree := New(6)
	for _, k := range rand.New(rand.NewPCG(1, 2)).Perm(keys) {
		tree.Add(k)
	}
	s := tree.Shape()
	for place := range keys {
		visits := tree.Search(&s, place, true)
		last := visits[len(visits)-1]
		if holder, item := s.Holder(place); last.Spot != holder || last.Item != item || !last.Found {
			t.Fatalf("the search for %d ends at %v, want %v, item %d", place, last, holder, item)
		}
		path(t, &s, visits, place)
	}
	for place := range keys + 1 {
		visits := tree.Search(&s, place, false)
		last := visits[len(visits)-1]
		if !s.Leaf(last.Level) || last.Found {
			t.Fatalf("the search for a key before %d ends at %v, want a leaf", place, last)
		}
		path(t, &s, visits, place)
	}
}

// path fails unless each node is the child that the one before it led to and
// was compared with at least once and about as often as a binary search does.
func path(t *testing.T, s *Shape, visits []Visit, place int) {
	t.Helper()
	for i, v := range visits {
		if v.Level != i || i > 0 && s.Child(visits[i-1].Spot, visits[i-1].Item) != v.Spot {
			t.Fatalf("the search for %d goes %v", place, visits)
		}
		if n := len(v.Compared); n < 1 || n > 4 {
			t.Fatalf("the search for %d compares %d times in a node of %d items", place, n, s.Levels[v.Level][v.Node].Items)
		}
	}
}

// A tree with one more key differs from the one before it, which stays.
func TestWith(t *testing.T) {
	tree := New(4)
	for i := range 50 {
		tree.Add(i)
	}
	was := tree.Shape()
	for place := range 51 {
		s := tree.With(place).Shape()
		if err := s.Check(4); err != nil || s.Len != 51 {
			t.Fatalf("with a key before %d: %d items, %v", place, s.Len, err)
		}
	}
	if now := tree.Shape(); now.Nodes() != was.Nodes() || now.Len != 50 {
		t.Errorf("the tree has %d nodes and %d items, want %d and 50", now.Nodes(), now.Len, was.Nodes())
	}
}

// A node of a level holds a place or leads to it exactly when Between says so.
func TestBetween(t *testing.T) {
	tree := New(4)
	for i := range 60 {
		tree.Add(i)
	}
	s := tree.Shape()
	for from := range 60 {
		for to := from; to <= 60; to++ {
			for level, nodes := range s.Levels {
				first, last := s.Between(level, from, to)
				for i, n := range nodes {
					if want := int(n.From) < to && int(n.To) > from && from < to; want != (i >= first && i < last) {
						t.Fatalf("places %d to %d of level %d: nodes %d to %d, node %d is %v", from, to, level, first, last, i, n)
					}
				}
			}
		}
	}
}

func TestEmpty(t *testing.T) {
	tree := New(3)
	s := tree.Shape()
	if err := s.Check(4); err != nil || s.Nodes() != 0 || tree.Search(&s, 0, false) != nil || tree.Fanout() != 4 {
		t.Errorf("an empty tree has %d nodes: %v", s.Nodes(), err)
	}
}

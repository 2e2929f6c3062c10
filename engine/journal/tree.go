package journal

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	words "github.com/keyrange/keyrange/engine/text"
)

// Main is the name of the first branch of a new Tree.
const Main = "main"

// The bounds of a Tree. How many entries it may have is the caller's to say.
const (
	MaxBranches   = 64
	MaxBranchName = 64 // bytes
)

// Tree is a log of entries as a tree. The zero Tree is not usable: New and
// Restore make one.
//
// What always holds, in the order in which Check looks at it:
//
//  1. an entry's id is higher than its parent's and is never used again; the
//     root alone has no parent
//  2. there are 1 to MaxBranches branches, with names that differ; each comes
//     after the one that it was made from
//  3. the place where a branch was left and the place at which it was made lie
//     on its way, the way from the root to its tip
//  4. every entry lies on the way of some branch
//  5. line is the way of the current branch, and the position lies in it
type Tree[T any] struct {
	entries  map[int]*entry[T]
	branches []branch
	current  int
	line     []int
	at       int
	next     int // id of the next entry

	changed map[int]bool // ids of entries that were added, amended or dropped since Settle
	moved   bool         // something that is saved has changed since Settle
}

type entry[T any] struct {
	parent int // noParent for the root
	value  T
}

const noParent = -1

// branch is a way from the root to its tip.
type branch struct {
	name   string
	tip    int
	at     int // position where it was left
	parent int // the branch that it was made from
	fork   int // position at which it was made
}

// New returns a Tree that stands at a root. Nothing of it is saved yet.
func New[T any](root T) *Tree[T] {
	return &Tree[T]{
		entries:  map[int]*entry[T]{0: {noParent, root}},
		branches: []branch{{name: Main}},
		line:     []int{0},
		next:     1,
		changed:  map[int]bool{0: true},
	}
}

// Len returns how many entries the current branch has after the root, those
// that are undone included.
func (t *Tree[T]) Len() int { return len(t.line) - 1 }

// Position returns how many entries of the current branch are done.
func (t *Tree[T]) Position() int { return t.at }

// Size returns how many entries all branches have together, the root included.
func (t *Tree[T]) Size() int { return len(t.entries) }

// ID returns the id of entry n of the current branch, from 0, the root, to Len.
func (t *Tree[T]) ID(n int) int { return t.line[n] }

// Entry returns entry n of the current branch, from 0, the root, to Len. What
// is changed through it is not noted: use Amend or Touch.
func (t *Tree[T]) Entry(n int) *T { return &t.entries[t.line[n]].value }

// Here returns the entry where the Tree stands; see Entry.
func (t *Tree[T]) Here() *T { return t.Entry(t.at) }

// Get returns the entry of an id, nil if there is none; see Entry.
func (t *Tree[T]) Get(id int) *T {
	if e := t.entries[id]; e != nil {
		return &e.value
	}
	return nil
}

// Parent returns the id of an entry's parent; for the root that is -1 and ok is
// false. The entry must be there.
func (t *Tree[T]) Parent(id int) (parent int, ok bool) {
	parent = t.entries[id].parent
	return parent, parent != noParent
}

// All returns the entries of all branches by id, ascending: the root first and
// each after its parent.
func (t *Tree[T]) All() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for _, id := range words.SortedKeys(t.entries) {
			if !yield(id, &t.entries[id].value) {
				return
			}
		}
	}
}

// Way returns the ids from the root to an entry. The entry must be there.
func (t *Tree[T]) Way(id int) []int {
	var way []int
	for ; id != noParent; id = t.entries[id].parent {
		way = append(way, id)
	}
	slices.Reverse(way)
	return way
}

// Find returns the position of an id in the current branch; ok is false when it
// has no such entry.
func (t *Tree[T]) Find(id int) (n int, ok bool) { return slices.BinarySearch(t.line, id) }

// Add puts an entry after those that are done, moves to it and returns its id.
// Entries that were undone here stay in their branch: the Tree then goes on in a
// new one, and with MaxBranches branches in its place of the oldest other one,
// which it drops.
func (t *Tree[T]) Add(value T) int {
	if t.at < t.Len() {
		if len(t.branches) >= MaxBranches {
			t.DropOldest()
		}
		t.Fork(t.FreeName())
	}
	id := t.next
	t.next++
	t.entries[id] = &entry[T]{t.line[t.at], value}
	t.Touch(id)
	t.line = append(t.line, id)
	t.branches[t.current].tip = id
	t.at++
	return id
}

// Amend replaces the entry where the Tree stands.
func (t *Tree[T]) Amend(value T) {
	*t.Here() = value
	t.Touch(t.line[t.at])
}

// Last reports whether the entry where the Tree stands is the last of its branch
// and in no other one, so that amending it changes nothing else.
func (t *Tree[T]) Last() bool {
	here := t.line[t.at]
	if t.at < t.Len() || slices.ContainsFunc(t.branches, func(b branch) bool { return b.tip == here && b.name != t.Current() }) {
		return false
	}
	for _, e := range t.entries {
		if e.parent == here {
			return false
		}
	}
	return true
}

// Seek moves to the place after n entries of the current branch; n below 0 is
// 0, and beyond Len is Len.
func (t *Tree[T]) Seek(n int) {
	t.at = max(0, min(n, t.Len()))
	t.moved = true
}

// Touch notes that entries are not saved as they now are, and without an id that
// something beside them is not.
func (t *Tree[T]) Touch(ids ...int) {
	if t.changed == nil {
		t.changed = map[int]bool{}
	}
	for _, id := range ids {
		t.changed[id] = true
	}
	t.moved = true
}

// TouchAll notes that nothing is saved.
func (t *Tree[T]) TouchAll() { t.Touch(slices.Collect(maps.Keys(t.entries))...) }

// Settle returns the ids of the entries that were added, amended or dropped
// since the last Settle, ascending, and counts them as saved. ok is false when
// nothing has changed.
func (t *Tree[T]) Settle() (ids []int, ok bool) {
	ids, ok = words.SortedKeys(t.changed), t.moved
	t.changed, t.moved = nil, false
	return ids, ok
}

// Check returns what does not hold, nil if all does.
func (t *Tree[T]) Check() error {
	roots := 0
	for id, e := range t.entries {
		if e.parent == noParent {
			roots++
		} else if t.entries[e.parent] == nil || e.parent >= id {
			return fmt.Errorf("entry %d has the parent %d", id, e.parent)
		}
		if id >= t.next {
			return fmt.Errorf("entry %d is there before its turn, the next is %d", id, t.next)
		}
	}
	if roots != 1 {
		return fmt.Errorf("%d roots", roots)
	}
	return errors.Join(t.checkBranches(), t.checkLine())
}

func (t *Tree[T]) checkBranches() error {
	if len(t.branches) == 0 || len(t.branches) > MaxBranches {
		return fmt.Errorf("%d branches", len(t.branches))
	}
	used := map[int]bool{}
	for i, b := range t.branches {
		if t.find(b.name) != i || b.parent > max(0, i-1) || b.parent < 0 || t.entries[b.tip] == nil {
			return fmt.Errorf("branch %d, %q, has the parent %d and the tip %d", i, b.name, b.parent, b.tip)
		}
		way := t.Way(b.tip)
		if b.at < 0 || b.at >= len(way) || b.fork < 0 || b.fork >= len(way) {
			return fmt.Errorf("branch %q of %d entries was left at %d and made at %d", b.name, len(way)-1, b.at, b.fork)
		}
		for _, id := range way {
			used[id] = true
		}
	}
	if len(used) != len(t.entries) {
		return fmt.Errorf("%d of %d entries are in no branch", len(t.entries)-len(used), len(t.entries))
	}
	return nil
}

func (t *Tree[T]) checkLine() error {
	if t.current < 0 || t.current >= len(t.branches) || !slices.Equal(t.line, t.Way(t.branches[t.current].tip)) {
		return fmt.Errorf("line %v is not the way of branch %d", t.line, t.current)
	}
	if t.at < 0 || t.at > t.Len() {
		return fmt.Errorf("position %d of %d", t.at, t.Len())
	}
	return nil
}

package journal

import (
	"slices"
	"unicode/utf8"
)

// Head is what is saved of a Tree besides its entries. Its fields have the names
// under which they are written as JSON.
type Head struct {
	Branches []BranchHead
	Current  int // place of the current branch in Branches
	At       int // position in it
	Next     int // id of the next entry
}

// BranchHead is what is saved of a branch.
type BranchHead struct {
	Name   string
	Tip    int // id of its last entry
	At     int // position where it was left
	Parent int // place of the branch that it was made from
	Fork   int // position at which it was made
}

// Head returns what must be saved beside the entries.
func (t *Tree[T]) Head() Head {
	h := Head{Current: t.current, At: t.at, Next: t.next}
	for i, b := range t.branches {
		if i == t.current {
			b.at = t.at
		}
		h.Branches = append(h.Branches, BranchHead{b.name, b.tip, b.at, b.parent, b.fork})
	}
	return h
}

// Cut returns a Tree of entries from to to of the current branch, with their
// ids, in a branch named Main. The position must lie between them.
func (t *Tree[T]) Cut(from, to int) *Tree[T] {
	line := t.line[from : to+1]
	last := line[len(line)-1]
	c := &Tree[T]{entries: map[int]*entry[T]{}, line: slices.Clone(line), at: t.at - from, next: last + 1}
	c.branches = []branch{{name: Main, tip: last, at: c.at}}
	parent := noParent
	for _, id := range line {
		c.entries[id] = &entry[T]{parent, t.entries[id].value}
		parent = id
	}
	return c
}

// Renumbered returns a Tree with the same entries under the ids 0, 1, 2 and so
// on, so that what is written of it does not tell what was dropped.
func (t *Tree[T]) Renumbered() *Tree[T] {
	h, entries, ids := t.Head(), map[int]Saved[T]{}, map[int]int{noParent: noParent}
	for id, value := range t.All() {
		ids[id] = len(entries)
		entries[ids[id]] = Saved[T]{ids[t.entries[id].parent], *value}
	}
	for i := range h.Branches {
		h.Branches[i].Tip = ids[h.Branches[i].Tip]
	}
	h.Next = len(entries)
	again, _ := Restore(h, entries) // a Tree can always be restored
	return again
}

// Saved is an entry with the id of its parent, which is negative for the root.
type Saved[T any] struct {
	Parent int
	Value  T
}

// Restore returns the Tree that a Head and its entries by id describe. Entries
// that no branch has are left out. ok is false when they describe none: no
// values make Restore panic. Nothing of the Tree counts as changed.
func Restore[T any](h Head, entries map[int]Saved[T]) (_ *Tree[T], ok bool) {
	if len(h.Branches) == 0 || len(h.Branches) > MaxBranches || h.Current < 0 || h.Current >= len(h.Branches) || h.At < 0 {
		return nil, false
	}
	t := &Tree[T]{entries: map[int]*entry[T]{}, current: h.Current, next: h.Next}
	root := noParent
	for i, b := range h.Branches {
		if b.Tip >= h.Next || !t.take(entries, b.Tip, &root) {
			return nil, false
		}
		length := len(t.Way(b.Tip)) - 1
		if b.Name == "" || len(b.Name) > MaxBranchName || !utf8.ValidString(b.Name) || t.Has(b.Name) ||
			b.At < 0 || b.At > length || b.Parent < 0 || b.Parent > max(0, i-1) || b.Fork < 0 || b.Fork > length {
			return nil, false
		}
		t.branches = append(t.branches, branch{b.Name, b.Tip, b.At, b.Parent, b.Fork})
	}
	t.line = t.Way(t.branches[t.current].tip)
	t.at = min(h.At, t.Len())
	return t, true
}

// take takes the entries on the way to a tip into the Tree. All ways must begin
// at one root.
func (t *Tree[T]) take(entries map[int]Saved[T], tip int, root *int) bool {
	for id := tip; ; { // ends, because a parent has a lower id
		e, found := entries[id]
		if !found || id < 0 || e.Parent >= id {
			return false
		}
		if t.entries[id] != nil {
			return true // so is the rest of the way
		}
		if e.Parent < 0 {
			if *root != noParent {
				return false
			}
			*root = id
			t.entries[id] = &entry[T]{noParent, e.Value}
			return true
		}
		t.entries[id] = &entry[T]{e.Parent, e.Value}
		id = e.Parent
	}
}

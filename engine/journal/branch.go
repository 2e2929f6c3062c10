package journal

import (
	"slices"
	"strconv"
)

// Branch is one way through a Tree, as it is shown.
type Branch struct {
	Name     string
	Parent   string // the branch that it was made from; empty for the first
	Fork     int    // position at which it was made
	Len      int    // entries, those before Fork included
	Position int    // where the Tree stands in it, or stood when it was left
	Shared   int    // entries that it shares with the current branch
	Tip      int    // id of its last entry
	Current  bool
}

// Branches returns the branches in the order in which they were made.
func (t *Tree[T]) Branches() []Branch {
	list := make([]Branch, len(t.branches))
	for i, b := range t.branches {
		way := t.Way(b.tip)
		list[i] = Branch{Name: b.name, Fork: b.fork, Len: len(way) - 1, Position: b.at, Shared: shared(way, t.line), Tip: b.tip,
			Current: i == t.current}
		if i > 0 {
			list[i].Parent = t.branches[b.parent].name
		}
		if i == t.current {
			list[i].Position = t.at
		}
	}
	return list
}

// shared returns how many entries after the root two ways have in common.
func shared(a, b []int) int {
	n := 0
	for n+1 < min(len(a), len(b)) && a[n+1] == b[n+1] {
		n++
	}
	return n
}

// Current returns the name of the branch in which the Tree stands.
func (t *Tree[T]) Current() string { return t.branches[t.current].name }

// Has reports whether there is a branch of that name.
func (t *Tree[T]) Has(name string) bool { return t.find(name) >= 0 }

func (t *Tree[T]) find(name string) int {
	return slices.IndexFunc(t.branches, func(b branch) bool { return b.name == name })
}

// FreeName returns a name for a branch that nobody named.
func (t *Tree[T]) FreeName() string {
	for n := 2; ; n++ { // ends, because there are at most MaxBranches names
		if name := "branch " + strconv.Itoa(n); !t.Has(name) {
			return name
		}
	}
}

// Fork makes a branch of the entries that are done and goes on in it: what was
// undone stays in the branch that it is in. It reports whether it did. It does
// not for a name that is empty, too long or taken, nor for one branch more than
// MaxBranches.
func (t *Tree[T]) Fork(name string) bool {
	if name == "" || len(name) > MaxBranchName || t.Has(name) || len(t.branches) >= MaxBranches {
		return false
	}
	t.moved = true
	t.branches[t.current].at = t.at
	t.branches = append(t.branches, branch{name: name, tip: t.line[t.at], at: t.at, parent: t.current, fork: t.at})
	t.current = len(t.branches) - 1
	t.line = slices.Clone(t.line[:t.at+1])
	return true
}

// Switch goes to another branch, to the position where it was left. It reports
// whether there is one of that name.
func (t *Tree[T]) Switch(name string) bool {
	i := t.find(name)
	if i < 0 {
		return false
	}
	t.branches[t.current].at = t.at
	t.current, t.line = i, t.Way(t.branches[i].tip)
	t.Seek(t.branches[i].at)
	return true
}

// Drop forgets a branch and the entries that only it has. Branches that were
// made from it count as made from its parent. It reports whether it did: there
// may be no branch of that name, and the current one stays.
func (t *Tree[T]) Drop(name string) bool {
	i := t.find(name)
	if i < 0 || i == t.current {
		return false
	}
	gone := t.branches[i]
	t.branches = slices.Delete(t.branches, i, i+1)
	for k := range t.branches {
		b := &t.branches[k]
		if b.parent == i {
			b.parent, b.fork = gone.parent, min(b.fork, gone.fork)
		}
		if b.parent > i {
			b.parent--
		}
	}
	if t.current > i {
		t.current--
	}
	if i == 0 { // the first branch has no parent
		t.branches[0].parent, t.branches[0].fork = 0, 0
	}
	t.forget(gone.tip)
	return true
}

// forget drops the entries on the way to a tip that no branch has.
func (t *Tree[T]) forget(tip int) {
	used := map[int]bool{}
	for _, b := range t.branches {
		for id := b.tip; id != noParent && !used[id]; id = t.entries[id].parent {
			used[id] = true
		}
	}
	t.moved = true
	for id := tip; id != noParent && !used[id]; {
		parent := t.entries[id].parent
		delete(t.entries, id)
		t.Touch(id)
		id = parent
	}
}

// Oldest returns the name of the branch but the current one whose last entry was
// added first; ok is false when there is no other.
func (t *Tree[T]) Oldest() (name string, ok bool) {
	best := -1
	for i, b := range t.branches {
		if i != t.current && (best < 0 || b.tip < t.branches[best].tip) {
			best = i
		}
	}
	if best < 0 {
		return "", false
	}
	return t.branches[best].name, true
}

// DropOldest drops that branch and returns its name; ok is false when there is
// no other.
func (t *Tree[T]) DropOldest() (name string, ok bool) {
	name, ok = t.Oldest()
	return name, ok && t.Drop(name)
}

// DropRoot forgets the root of a Tree with one branch, so that the entry after
// it is the root. It reports whether it did: the last entry stays.
func (t *Tree[T]) DropRoot() bool {
	if len(t.branches) > 1 || t.Len() == 0 {
		return false
	}
	delete(t.entries, t.line[0])
	t.Touch(t.line[0], t.line[1])
	t.line = t.line[1:]
	t.entries[t.line[0]].parent = noParent
	t.branches[0] = branch{name: t.branches[0].name, tip: t.branches[0].tip}
	t.at = max(0, t.at-1)
	return true
}

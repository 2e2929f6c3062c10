package runs

import (
	"slices"

	"github.com/keyrange/keyrange/engine/journal"
)

// history is the gestures of a simulator, in all branches.
type history struct{ *journal.Tree[simGesture] }

// Label returns what gesture n of the branch did, from 1 on.
func (h history) Label(n int) string { return h.Entry(n).label }

// branch returns the current branch.
func (h history) branch() journal.Branch {
	list := h.Branches()
	return list[slices.IndexFunc(list, func(b journal.Branch) bool { return b.Current })]
}

func (h history) parent() *simGesture {
	name := h.branch().Parent
	for _, b := range h.Branches() {
		if b.Name == name {
			return h.Get(h.Way(b.Tip)[b.Position])
		}
	}
	return nil
}

// fork makes a branch of the gestures that are done; for one too many the oldest
// goes.
func (h history) fork() bool {
	if len(h.Branches()) >= journal.MaxBranches {
		h.DropOldest()
	}
	return h.Fork(h.FreeName())
}

// Way is a branch of the journal along virtual time.
type Way struct {
	Name            string
	From, Length    int64 // where it leaves the current branch, and its end
	Parent, Current bool  // Parent: the current one was made from it
}

// Ways returns the branches in the order in which they were made.
func (h history) Ways() []Way {
	branches, current := h.Branches(), h.branch()
	here := h.Way(current.Tip)
	list := make([]Way, len(branches))
	for i, b := range branches {
		way := h.Way(b.Tip)
		tip := h.Get(b.Tip)
		w := Way{Name: b.Name, From: tip.span, Length: tip.span, Current: b.Current, Parent: b.Name == current.Parent}
		for _, other := range [2][]int{way, here} {
			if n := b.Shared + 1; n < len(other) {
				w.From = min(w.From, h.Get(other[n]).made)
			}
		}
		list[i] = w
	}
	return list
}

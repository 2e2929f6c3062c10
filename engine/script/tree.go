package script

import (
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script/command"
)

// MainBranch is the name of the first branch.
const MainBranch = journal.Main

// Full says which bound of a World is reached.
type Full string

// Error returns the sentence.
func (f Full) Error() string { return string(f) }

// The bounds that a command or a branch may meet.
const (
	FullOfCommands Full = "The log holds 20,000 commands, which is the most. Drop a branch or start a new log."
	FullOfBranches Full = "There are 64 branches, which is the most. Drop one."
	BadBranchName  Full = "A branch has a name of 1 to 64 bytes that no other branch has."
	NoBranch       Full = "There is no branch with this name."
	BranchInUse    Full = "The current branch cannot be dropped, and neither can main. Switch to another one."
)

// entry is a command in the tree of a World. The root has none.
type entry struct {
	command command.Command
	total   int         // work from the root to here, known once it was done
	mark    *checkpoint // nil: none is kept
	length  int         // of the command as a text
	weight  int         // bytes of its values
}

// Branches returns the branches in the order in which they were made.
func (w *World) Branches() []journal.Branch { return w.tree.Branches() }

// Current returns the name of the branch in which the World stands.
func (w *World) Current() string { return w.tree.Current() }

// LogOf returns all commands of a branch, nil when there is none of that name.
// The World stays where it is.
func (w *World) LogOf(name string) []command.Command {
	for _, b := range w.tree.Branches() {
		if b.Name != name {
			continue
		}
		log := make([]command.Command, 0, b.Len)
		for _, id := range w.tree.Way(b.Tip)[1:] {
			log = append(log, w.tree.Get(id).command)
		}
		return log
	}
	return nil
}

// Branch makes a new branch of the commands that are done, and goes on in it:
// what was undone stays in the branch that it is in. The error is a Full.
func (w *World) Branch(name string) error {
	switch {
	case len(w.tree.Branches()) >= MaxBranches:
		return FullOfBranches
	case !usable(name) || !w.tree.Fork(name):
		return BadBranchName
	}
	return nil
}

// usable reports whether a branch may have a name.
func usable(name string) bool {
	return name != "" && len(name) <= MaxBranchName && !command.Hidden(name) && strings.TrimSpace(name) == name
}

// Switch goes to another branch, to the place where it was left. The error is
// a Full.
func (w *World) Switch(name string) error {
	if !w.tree.Has(name) {
		return NoBranch
	}
	if name == w.tree.Current() {
		return nil
	}
	for _, b := range w.tree.Branches() {
		if b.Name == name {
			at := w.at
			w.Seek(min(at, b.Shared))
			shared := w.at
			w.tree.Seek(at) // where the branch is left
			w.tree.Switch(name)
			w.at = shared
			w.Seek(w.tree.Position())
		}
	}
	return nil
}

// Drop forgets a branch and the commands that only it has. The error is a
// Full: the first branch and the current one stay.
func (w *World) Drop(name string) error {
	if !w.tree.Has(name) {
		return NoBranch
	}
	if name == w.tree.Branches()[0].Name || !w.tree.Drop(name) {
		return BranchInUse
	}
	w.marks = w.marks[:0]
	for id, e := range w.tree.All() {
		if e.mark != nil {
			w.marks = append(w.marks, id)
		}
	}
	return nil
}

package script

import (
	"slices"
	"strconv"
	"strings"
)

// MainBranch is the name of the first branch.
const MainBranch = "main"

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

// node is a command in the tree. The root, at 0, has none.
type node struct {
	command Command
	parent  int
	total   int         // work from the root to here, known once it was done
	mark    *checkpoint // nil: none is kept
	length  int         // of the command as a text
	weight  int         // bytes of its values
}

// branch is a way from the root to its tip.
type branch struct {
	name   string
	tip    int
	at     int // where the World stood when it was left
	parent int // branch that it was made from
	fork   int // commands that it shares with that one when it was made
}

// tree is all commands of a World. A node comes after its parent.
type tree struct {
	nodes    []node
	branches []branch
}

func newTree() tree {
	return tree{nodes: make([]node, 1), branches: []branch{{name: MainBranch}}}
}

func (t *tree) add(parent int, c Command) (int, error) {
	if len(t.nodes) > MaxCommands {
		return 0, FullOfCommands
	}
	t.nodes = append(t.nodes, node{command: c, parent: parent, length: len(c.String()), weight: c.weight()})
	return len(t.nodes) - 1, nil
}

// last reports whether a node is the tip of one branch and no other has it.
func (t *tree) last(n int) bool {
	tips := 0
	for _, b := range t.branches {
		if b.tip == n {
			tips++
		}
	}
	return tips == 1 && !slices.ContainsFunc(t.nodes[n+1:], func(other node) bool { return other.parent == n })
}

// line returns the nodes from the root to a tip.
func (t *tree) line(tip int) []int {
	depth := 0
	for n := tip; n != 0; n = t.nodes[n].parent {
		depth++
	}
	line := make([]int, depth+1)
	for n := tip; n != 0; n = t.nodes[n].parent {
		line[depth] = n
		depth--
	}
	return line
}

func (t *tree) find(name string) int {
	for i := range t.branches {
		if t.branches[i].name == name {
			return i
		}
	}
	return -1
}

// freeName returns a name for a branch that the user did not name.
func (t *tree) freeName() string {
	for n := 2; ; n++ { // ends, because there are at most MaxBranches names
		if name := "branch " + strconv.Itoa(n); t.find(name) < 0 {
			return name
		}
	}
}

// Branch is one way through the log.
type Branch struct {
	Name     string
	Parent   string // the branch it was made from; "" for the first
	Fork     int    // position in Parent at which it was made
	Len      int    // commands, those before Fork included
	Position int    // where the World stands in it, or stood when it was left
	Current  bool
}

// Branches returns the branches in the order in which they were made.
func (w *World) Branches() []Branch {
	list := make([]Branch, len(w.tree.branches))
	for i, b := range w.tree.branches {
		list[i] = Branch{Name: b.name, Fork: b.fork, Len: len(w.tree.line(b.tip)) - 1, Position: b.at, Current: i == w.current}
		if i > 0 {
			list[i].Parent = w.tree.branches[b.parent].name
		}
		if i == w.current {
			list[i].Position = w.at
		}
	}
	return list
}

// Current returns the name of the branch in which the World stands.
func (w *World) Current() string { return w.tree.branches[w.current].name }

// LogOf returns all commands of a branch, nil when there is none of that name.
// The World stays where it is.
func (w *World) LogOf(name string) []Command {
	i := w.tree.find(name)
	if i < 0 {
		return nil
	}
	line := w.tree.line(w.tree.branches[i].tip)
	log := make([]Command, len(line)-1)
	for n := range log {
		log[n] = w.tree.nodes[line[n+1]].command
	}
	return log
}

// Branch makes a new branch of the commands that are done, and goes on in it:
// what was undone stays in the branch that it is in. The error is a Full.
func (w *World) Branch(name string) error { return w.fork(name) }

func (w *World) fork(name string) error {
	switch {
	case len(w.tree.branches) >= MaxBranches:
		return FullOfBranches
	case !w.tree.usable(name):
		return BadBranchName
	}
	w.tree.branches[w.current].at = w.at
	w.tree.branches = append(w.tree.branches, branch{name: name, tip: w.line[w.at], parent: w.current, fork: w.at})
	w.current = len(w.tree.branches) - 1
	w.line = append([]int(nil), w.line[:w.at+1]...)
	return nil
}

func (t *tree) usable(name string) bool {
	return name != "" && len(name) <= MaxBranchName && !hidden(name) && strings.TrimSpace(name) == name && t.find(name) < 0
}

// Switch goes to another branch, to the place where it was left. The error is
// a Full.
func (w *World) Switch(name string) error {
	i := w.tree.find(name)
	if i < 0 {
		return NoBranch
	}
	w.tree.branches[w.current].at = w.at
	line := w.tree.line(w.tree.branches[i].tip)
	shared := 0
	for shared+1 < len(line) && shared+1 < len(w.line) && line[shared+1] == w.line[shared+1] {
		shared++
	}
	w.Seek(min(w.at, shared))
	w.line, w.current = line, i
	w.Seek(w.tree.branches[i].at)
	return nil
}

// Drop forgets a branch and the commands that only it has. The error is a
// Full: the first branch and the current one stay.
func (w *World) Drop(name string) error {
	i := w.tree.find(name)
	switch {
	case i < 0:
		return NoBranch
	case i == 0 || i == w.current:
		return BranchInUse
	}
	w.tree.remove(i)
	if w.current > i {
		w.current--
	}
	w.line = w.tree.line(w.tree.branches[w.current].tip)
	w.marks = w.marks[:0]
	for id := range w.tree.nodes {
		if w.tree.nodes[id].mark != nil {
			w.marks = append(w.marks, id)
		}
	}
	return nil
}

// remove takes a branch out, and the nodes that no other branch has. Branches
// made from it are then branches of its parent.
func (t *tree) remove(i int) {
	gone := t.branches[i]
	t.branches = append(t.branches[:i], t.branches[i+1:]...)
	used := make([]bool, len(t.nodes))
	used[0] = true
	for b := range t.branches {
		if c := &t.branches[b]; b > 0 && c.parent == i {
			c.parent, c.fork = gone.parent, min(c.fork, gone.fork)
		} else if c.parent > i {
			c.parent--
		}
		for n := t.branches[b].tip; !used[n]; n = t.nodes[n].parent {
			used[n] = true
		}
	}
	place := make([]int, len(t.nodes))
	kept := t.nodes[:0]
	for n := range used {
		if used[n] {
			place[n] = len(kept)
			moved := t.nodes[n]
			moved.parent = place[moved.parent]
			kept = append(kept, moved)
		}
	}
	clear(t.nodes[len(kept):])
	t.nodes = kept
	for b := range t.branches {
		t.branches[b].tip = place[t.branches[b].tip]
	}
}

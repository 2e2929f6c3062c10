package design

import (
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
)

// maxGestures bounds the journal of the designer.
const maxGestures = 2000

// Journal is every gesture that was made in the designer, as a tree.
//
// What always holds beside the invariants of the tree: a gesture's newTable
// tells whether its table differs from its parent's; at most maxGestures
// gestures follow the root, and what was dropped to keep to that is told by
// Note; folded are the commands of dropped gestures over the root's table.
type Journal struct {
	tree    *journal.Tree[gesture]
	folded  []step
	dropped string
}

// gesture is the work after something that the user did.
type gesture struct {
	label    string
	work     Work
	command  string // that the console did, empty for every other gesture
	typed    bool   // more typing of the same kind goes into it
	newTable bool   // its table differs from its parent's
}

// newJournal returns one that begins at a work.
func newJournal(label string, w Work) *Journal {
	return &Journal{tree: journal.New(gesture{label: label, work: w})}
}

func (j *Journal) here() *gesture { return j.tree.Here() }

// Len returns how many gestures the current branch has, those that are undone
// included.
func (j *Journal) Len() int { return j.tree.Len() }

// Position returns how many gestures of the branch are done.
func (j *Journal) Position() int { return j.tree.Position() }

// Branches returns the branches in the order in which they were made.
func (j *Journal) Branches() []journal.Branch { return j.tree.Branches() }

// Label returns what gesture n of the branch did, from 1 to Len, and for 0 how
// it began.
func (j *Journal) Label(n int) string { return j.tree.Entry(n).label }

// Work returns the work after n gestures of the branch. It must not be changed.
func (j *Journal) Work(n int) *Work { return &j.tree.Entry(n).work }

// NewTable reports whether gesture n of the branch, from 1 to Len, gave another
// table.
func (j *Journal) NewTable(n int) bool { return j.tree.Entry(n).newTable }

// add makes a gesture after those that are done and returns its id. If others
// were undone here, they stay in their branch and the journal goes on in a new
// one.
func (j *Journal) add(g gesture) int {
	j.makeRoom()
	if j.Position() < j.Len() {
		j.fork(j.tree.FreeName())
	}
	g.label = Shortened(g.label)
	g.newTable = !g.work.sameTable(&j.here().work)
	return j.tree.Add(g)
}

// amend replaces the work of the gesture where the journal stands.
func (j *Journal) amend(w Work) {
	g := *j.here()
	g.work = w
	if parent, ok := j.tree.Parent(j.tree.ID(j.Position())); ok {
		g.newTable = !w.sameTable(&j.tree.Get(parent).work)
	}
	j.tree.Amend(g)
}

// amends reports whether typing goes into the gesture where the journal stands,
// which no other branch may have.
func (j *Journal) amends(label string) bool {
	g := j.here()
	return g.typed && g.label == label && j.tree.Last()
}

// fork makes a branch of the gestures that are done and goes on in it. For one
// branch too many the oldest one is dropped. It reports whether it did.
func (j *Journal) fork(name string) bool {
	if name != "" && !j.tree.Has(name) && len(j.tree.Branches()) >= journal.MaxBranches {
		j.dropped, _ = j.tree.DropOldest()
	}
	return j.tree.Fork(name)
}

// makeRoom drops the oldest branch, or the oldest gestures of the only one,
// when the journal is full.
func (j *Journal) makeRoom() {
	for j.tree.Size() > maxGestures {
		if name, ok := j.tree.DropOldest(); ok {
			j.dropped = name
		} else {
			j.dropRoot()
		}
	}
}

// dropRoot forgets the beginning of the only branch.
func (j *Journal) dropRoot() {
	j.dropped = "the oldest gesture"
	if first := j.tree.Entry(0); first.command != "" {
		j.folded = append(j.folded, step{j.tree.ID(0), first.command})
	}
	if j.NewTable(1) {
		j.folded = nil
	}
	j.tree.DropRoot()
}

// MaxLabel is how many characters name a gesture.
const MaxLabel = 80

// Shortened cuts a label to what a journal keeps of it.
func Shortened(label string) string {
	if len(label) > MaxLabel {
		if r := []rune(label); len(r) > MaxLabel {
			return string(r[:MaxLabel-1]) + "…"
		}
	}
	return strings.ToValidUTF8(label, "�")
}

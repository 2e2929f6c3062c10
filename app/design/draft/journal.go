package draft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
	words "github.com/keyrange/keyrange/engine/text"
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
	Tree    *journal.Tree[Gesture]
	folded  []Step
	dropped string
}

// Gesture is the work after something that the user did.
type Gesture struct {
	Label    string
	Work     Work
	Command  string // that the console did, empty for every other gesture
	typed    bool   // more typing of the same kind goes into it
	newTable bool   // its table differs from its parent's
}

// NewJournal returns one that begins at a work.
func NewJournal(label string, w Work) *Journal {
	return &Journal{Tree: journal.New(Gesture{Label: label, Work: w})}
}

func (j *Journal) here() *Gesture { return j.Tree.Here() }

// Len returns how many gestures the current branch has, those that are undone
// included.
func (j *Journal) Len() int { return j.Tree.Len() }

// Position returns how many gestures of the branch are done.
func (j *Journal) Position() int { return j.Tree.Position() }

// Branches returns the branches in the order in which they were made.
func (j *Journal) Branches() []journal.Branch { return j.Tree.Branches() }

// Label returns what gesture n of the branch did, from 1 to Len, and for 0 how
// it began.
func (j *Journal) Label(n int) string { return j.Tree.Entry(n).Label }

// Work returns the work after n gestures of the branch. It must not be changed.
func (j *Journal) Work(n int) *Work { return &j.Tree.Entry(n).Work }

// NewTable reports whether gesture n of the branch, from 1 to Len, gave another
// table.
func (j *Journal) NewTable(n int) bool { return j.Tree.Entry(n).newTable }

// Add makes a gesture after those that are done and returns its id. If others
// were undone here, they stay in their branch and the journal goes on in a new
// one.
func (j *Journal) Add(g Gesture) int {
	j.makeRoom()
	if j.Position() < j.Len() {
		j.fork(j.Tree.FreeName())
	}
	g.Label = Shortened(g.Label)
	g.newTable = !g.Work.SameTable(&j.here().Work)
	return j.Tree.Add(g)
}

// Amend replaces the work of the gesture where the journal stands.
func (j *Journal) Amend(w Work) {
	g := *j.here()
	g.Work = w
	if parent, ok := j.Tree.Parent(j.Tree.ID(j.Position())); ok {
		g.newTable = !w.SameTable(&j.Tree.Get(parent).Work)
	}
	j.Tree.Amend(g)
}

// amends reports whether typing goes into the gesture where the journal stands,
// which no other branch may have.
func (j *Journal) amends(label string) bool {
	g := j.here()
	return g.typed && g.Label == label && j.Tree.Last()
}

// fork makes a branch of the gestures that are done and goes on in it. For one
// branch too many the oldest one is dropped. It reports whether it did.
func (j *Journal) fork(name string) bool {
	if name != "" && !j.Tree.Has(name) && len(j.Tree.Branches()) >= journal.MaxBranches {
		j.dropped, _ = j.Tree.DropOldest()
	}
	return j.Tree.Fork(name)
}

// makeRoom drops the oldest branch, or the oldest gestures of the only one,
// when the journal is full.
func (j *Journal) makeRoom() {
	for j.Tree.Size() > maxGestures {
		if name, ok := j.Tree.DropOldest(); ok {
			j.dropped = name
		} else {
			j.dropRoot()
		}
	}
}

// dropRoot forgets the beginning of the only branch.
func (j *Journal) dropRoot() {
	j.dropped = "the oldest gesture"
	if first := j.Tree.Entry(0); first.Command != "" {
		j.folded = append(j.folded, Step{j.Tree.ID(0), first.Command})
	}
	if j.NewTable(1) {
		j.folded = nil
	}
	j.Tree.DropRoot()
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

// Cut returns the gestures from one place of the current branch to another as a
// journal of its own. The commands before them go along.
func (j *Journal) Cut(from, to int) *Journal {
	c := &Journal{Tree: j.Tree.Cut(from, to), folded: j.StepsTo(j.Tree.ID(from))}
	if c.Tree.Entry(0).Command != "" {
		c.folded = c.folded[:len(c.folded)-1]
	}
	return c
}

// Head completes what is saved besides the moments.
func (j *Journal) Head(h Head) string {
	h.Head = j.Tree.Head()
	for _, f := range j.folded {
		h.Folded = append(h.Folded, savedStep{f.Gesture, f.Text})
	}
	sets := map[string]bool{}
	for _, g := range j.Tree.All() {
		if hash := g.Work.Set.Hash; hash != "" {
			sets[hash] = true
		}
	}
	h.Sets = words.SortedKeys(sets)
	return AsJSON(h)
}

// Encode writes a gesture as it is saved.
func (j *Journal) Encode(id int) string {
	g := j.Tree.Get(id)
	parent, _ := j.Tree.Parent(id)
	return AsJSON(savedMoment{N: id, P: parent, L: g.Label, C: g.Command, T: g.typed, W: g.Work})
}

// Steps returns the commands over the table of the present work, those of the
// current branch that are undone included, and how many are done. Another table
// begins another list.
func (j *Journal) Steps() (list []Step, done int) {
	first := j.Segment(j.Position())
	if first == 0 {
		list = append(list, j.folded...)
	}
	for n := first; n <= j.Len(); n++ {
		g := j.Tree.Entry(n)
		if n > first && g.newTable {
			break
		}
		if n == j.Position()+1 {
			done = len(list)
		}
		if g.Command != "" {
			list = append(list, Step{j.Tree.ID(n), g.Command})
		}
	}
	if j.Position() == j.Len() || j.NewTable(j.Position()+1) {
		done = len(list)
	}
	return list, done
}

// Segment returns the first position of the current branch that has the same
// table as a position, without another one in between.
func (j *Journal) Segment(at int) int {
	for at > 0 && !j.NewTable(at) {
		at--
	}
	return at
}

// Before returns how many commands there were over the table before the present
// one.
func (j *Journal) Before() int {
	n := 0
	for at := j.Segment(j.Position()) - 1; at >= 0; at-- {
		if g := j.Tree.Entry(at); g.Command != "" {
			n++
		} else if n > 0 && g.newTable {
			break
		}
	}
	return n
}

// PlaceOf returns the position of a gesture in the current branch, -1 if it is
// not in it.
func (j *Journal) PlaceOf(id int) int {
	if at, ok := j.Tree.Find(id); ok {
		return at
	}
	return -1
}

// StepsTo returns the commands from the beginning of a table to a gesture.
func (j *Journal) StepsTo(id int) []Step {
	var list []Step
	for more := true; more; {
		g := j.Tree.Get(id)
		if g.Command != "" {
			list = append(list, Step{id, g.Command})
		}
		if g.newTable {
			break
		}
		if id, more = j.Tree.Parent(id); !more {
			for i := len(j.folded) - 1; i >= 0; i-- {
				list = append(list, j.folded[i])
			}
		}
	}
	slices.Reverse(list)
	return list
}

// File returns the parts of a file but the data sets.
func (j *Journal) File(head string) [][]byte {
	parts := [][]byte{[]byte(fileMagic + head + "\n")}
	for id := range j.Tree.All() {
		parts = append(parts, []byte(j.Encode(id)+"\n"))
	}
	return parts
}

// Note warns before the journal drops something, and tells what it dropped.
func (j *Journal) Note() string {
	oldest, others := j.Tree.Oldest()
	switch n := j.Tree.Size() - 1; {
	case j.dropped != "":
		return "The journal holds 2,000 gestures and 64 branches. To make room it dropped " + j.dropped + "."
	case n > maxGestures*9/10:
		next := "the oldest gestures are"
		if others {
			next = oldest + " is"
		}
		return "The journal holds " + strconv.Itoa(n) + " of 2,000 gestures. At 2,000, " + next +
			" dropped. Export the work in Settings to keep all of it."
	case len(j.Branches()) > journal.MaxBranches-4:
		return "The journal holds " + strconv.Itoa(len(j.Branches())) + " of 64 branches. At 64, " + oldest +
			" is dropped. Export the work in Settings to keep all of it."
	}
	return ""
}

package store

import "strings"

// The bounds of a journal.
const (
	maxGestures = 2000
	maxBranches = 64
)

// mainBranch is the name of the first branch.
const mainBranch = "main"

// Journal is every gesture that was made, as a tree: a moment for each, and
// branches as ways through them. It stands at one moment of one branch.
//
// What always holds:
//   - a moment's number is higher than its parent's and is never used again;
//     the root alone has none
//   - line is the way from the root to the tip of the current branch, and at a
//     place in it
//   - every moment lies on the way to the tip of some branch
//   - there are at most so many moments after the root and maxBranches
//     branches; what was dropped for that is told by Dropped
type Journal struct {
	moments  map[int]*moment
	branches []branch
	current  int
	line     []int
	at       int
	next     int    // number of the next moment
	most     int    // gestures, at most maxGestures
	folded   []step // commands of dropped moments over the root's table
	dropped  string

	dirty map[int]bool // moments that are not saved as they now are
	moved bool         // something is not saved
}

// moment is the work after a gesture.
type moment struct {
	parent   int // -1 for the root
	label    string
	work     Work
	run      *simMoment // in the journal of the simulator, nil in every other
	command  string     // that the console did, empty for every other gesture
	typed    bool       // more typing of the same kind goes into it
	newTable bool       // its table is another one than its parent's
}

// branch is a way from the root to its tip.
type branch struct {
	name   string
	tip    int
	at     int // place where it was left
	parent int // the branch that it was made from
	fork   int // place at which it was made
}

// newJournal returns one that begins at a work.
func newJournal(label string, w Work) *Journal {
	return &Journal{
		moments:  map[int]*moment{0: {parent: -1, label: label, work: w}},
		branches: []branch{{name: mainBranch}},
		line:     []int{0},
		next:     1,
		most:     maxGestures,
		dirty:    map[int]bool{0: true},
	}
}

// here returns the moment where the journal stands.
func (j *Journal) here() *moment { return j.moments[j.line[j.at]] }

// Len returns how many gestures the current branch has, those that are undone
// included.
func (j *Journal) Len() int { return len(j.line) - 1 }

// Position returns how many gestures of the branch are done.
func (j *Journal) Position() int { return j.at }

// Label returns what gesture n of the branch did, from 1 to Len, and for 0 how
// it began.
func (j *Journal) Label(n int) string { return j.moments[j.line[n]].label }

// Work returns the work after n gestures of the branch. It must not be changed.
func (j *Journal) Work(n int) *Work { return &j.moments[j.line[n]].work }

// NewTable reports whether gesture n of the branch, from 1 to Len, gave another
// table.
func (j *Journal) NewTable(n int) bool { return j.moments[j.line[n]].newTable }

// add makes a gesture after those that are done. If others were undone here,
// they stay in their branch and the journal goes on in a new one.
func (j *Journal) add(m moment) {
	j.makeRoom()
	if j.at < j.Len() {
		j.fork(j.freeName())
	}
	n := j.next
	j.next++
	m.label = shortened(m.label)
	j.touched(n)
	m.parent = j.line[j.at]
	m.newTable = !m.work.sameTable(&j.here().work)
	j.moments[n] = &m
	j.line = append(j.line, n)
	j.branches[j.current].tip = n
	j.at++
}

// amend replaces the work of the moment where the journal stands.
func (j *Journal) amend(w Work) {
	m := j.here()
	m.work = w
	j.touched(j.line[j.at])
	if m.parent >= 0 {
		m.newTable = !w.sameTable(&j.moments[m.parent].work)
	}
}

// amends reports whether typing goes into the moment where the journal stands,
// which no other branch may have.
func (j *Journal) amends(label string) bool {
	m := j.here()
	if !m.typed || m.label != label || j.at < j.Len() {
		return false
	}
	here := j.line[j.at]
	for i, b := range j.branches {
		if i != j.current && b.tip == here {
			return false
		}
	}
	for _, other := range j.moments {
		if other.parent == here {
			return false // another branch goes on from here
		}
	}
	return true
}

// seek goes to the moment after n gestures of the branch.
func (j *Journal) seek(n int) {
	j.at = max(0, min(n, j.Len()))
	j.moved = true
}

// maxLabel is how many characters name a gesture.
const maxLabel = 80

func shortened(label string) string {
	if len(label) > maxLabel {
		if r := []rune(label); len(r) > maxLabel {
			return string(r[:maxLabel-1]) + "…"
		}
	}
	return strings.ToValidUTF8(label, "�")
}

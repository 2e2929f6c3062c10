package store

import (
	"slices"
	"strconv"
)

// Branch is one way through the journal.
type Branch struct {
	Name     string
	Parent   string // the branch that it was made from; empty for the first
	Fork     int    // place at which it was made
	Len      int    // gestures, those before Fork included
	Position int    // where the journal stands in it, or stood when it was left
	Leaves   int    // gestures that it shares with the current branch
	Current  bool
}

// Branches returns the branches in the order in which they were made.
func (j *Journal) Branches() []Branch {
	list := make([]Branch, len(j.branches))
	for i, b := range j.branches {
		way := j.way(b.tip)
		list[i] = Branch{Name: b.name, Fork: b.fork, Len: len(way) - 1, Position: b.at, Leaves: common(way, j.line), Current: i == j.current}
		if i > 0 {
			list[i].Parent = j.branches[b.parent].name
		}
		if i == j.current {
			list[i].Position = j.at
		}
	}
	return list
}

// common returns how many gestures two ways have in common.
func common(a, b []int) int {
	n := 0
	for n+1 < min(len(a), len(b)) && a[n+1] == b[n+1] {
		n++
	}
	return n
}

// fork makes a branch of the gestures that are done and goes on in it. It
// reports whether it did: there may be too many, or one of that name.
func (j *Journal) fork(name string) bool {
	if name == "" || len(name) > maxBranchName || j.find(name) >= 0 {
		return false
	}
	if len(j.branches) >= maxBranches {
		j.dropBranch(j.oldest())
	}
	j.moved = true
	j.branches[j.current].at = j.at
	j.branches = append(j.branches, branch{name: name, tip: j.line[j.at], at: j.at, parent: j.current, fork: j.at})
	j.current = len(j.branches) - 1
	j.line = slices.Clone(j.line[:j.at+1])
	return true
}

// maxBranchName is the longest name of a branch in bytes.
const maxBranchName = 64

// switchTo goes to another branch, to the place where it was left. It reports
// whether there is one of that name.
func (j *Journal) switchTo(name string) bool {
	i := j.find(name)
	if i < 0 {
		return false
	}
	j.branches[j.current].at = j.at
	j.current, j.line = i, j.way(j.branches[i].tip)
	j.seek(j.branches[i].at)
	return true
}

func (j *Journal) find(name string) int {
	return slices.IndexFunc(j.branches, func(b branch) bool { return b.name == name })
}

// freeName returns a name for a branch that the user did not name.
func (j *Journal) freeName() string {
	for n := 2; ; n++ { // ends, because there are at most maxBranches names
		if name := "branch " + strconv.Itoa(n); j.find(name) < 0 {
			return name
		}
	}
}

// way returns the moments from the root to a tip.
func (j *Journal) way(tip int) []int {
	var way []int
	for n := tip; n >= 0; n = j.moments[n].parent {
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

package store

import "slices"

// makeRoom drops the oldest branch, or the oldest gestures of the only one,
// when the journal is full.
func (j *Journal) makeRoom() {
	for len(j.moments) > j.most {
		if i := j.oldest(); i >= 0 {
			j.dropBranch(i)
		} else {
			j.dropRoot()
		}
	}
}

// oldest returns the branch but the current one whose tip was made first, or
// -1 when there is no other.
func (j *Journal) oldest() int {
	best := -1
	for i, b := range j.branches {
		if i != j.current && (best < 0 || b.tip < j.branches[best].tip) {
			best = i
		}
	}
	return best
}

// dropBranch forgets a branch and the moments that only it has.
func (j *Journal) dropBranch(i int) {
	gone := j.branches[i]
	j.dropped = gone.name
	j.branches = slices.Delete(j.branches, i, i+1)
	used := map[int]bool{}
	for k := range j.branches {
		b := &j.branches[k]
		if b.parent == i {
			b.parent, b.fork = gone.parent, min(b.fork, gone.fork)
		}
		if b.parent > i {
			b.parent--
		}
		for n := b.tip; n >= 0 && !used[n]; n = j.moments[n].parent {
			used[n] = true
		}
	}
	for n := gone.tip; n >= 0 && !used[n]; {
		parent := j.moments[n].parent
		delete(j.moments, n)
		j.touched(n)
		n = parent
	}
	if j.current > i {
		j.current--
	}
	if i == 0 { // the first branch has no parent
		j.branches[0].parent, j.branches[0].fork = 0, 0
	}
}

// dropRoot forgets the beginning of the only branch.
func (j *Journal) dropRoot() {
	j.dropped = "the oldest gesture"
	if first := j.moments[j.line[0]]; first.command != "" {
		j.folded = append(j.folded, step{j.line[0], first.command})
	}
	if j.moments[j.line[1]].newTable {
		j.folded = nil
	}
	delete(j.moments, j.line[0])
	j.touched(j.line[0], j.line[1])
	j.line = j.line[1:]
	j.moments[j.line[0]].parent = -1
	j.branches[0] = branch{name: j.branches[0].name, tip: j.branches[0].tip}
	j.current, j.at = 0, max(0, j.at-1)
}

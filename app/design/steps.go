package design

import "slices"

// step is a command of the console and the id of the gesture that did it.
type step struct {
	gesture int
	text    string
}

// steps returns the commands over the table of the present work, those of the
// current branch that are undone included, and how many are done. Another table
// begins another list.
func (j *Journal) steps() (list []step, done int) {
	first := j.segment(j.Position())
	if first == 0 {
		list = append(list, j.folded...)
	}
	for n := first; n <= j.Len(); n++ {
		g := j.tree.Entry(n)
		if n > first && g.newTable {
			break
		}
		if n == j.Position()+1 {
			done = len(list)
		}
		if g.command != "" {
			list = append(list, step{j.tree.ID(n), g.command})
		}
	}
	if j.Position() == j.Len() || j.NewTable(j.Position()+1) {
		done = len(list)
	}
	return list, done
}

// segment returns the first position of the current branch that has the same
// table as a position, without another one in between.
func (j *Journal) segment(at int) int {
	for at > 0 && !j.NewTable(at) {
		at--
	}
	return at
}

// before returns how many commands there were over the table before the present
// one.
func (j *Journal) before() int {
	n := 0
	for at := j.segment(j.Position()) - 1; at >= 0; at-- {
		if g := j.tree.Entry(at); g.command != "" {
			n++
		} else if n > 0 && g.newTable {
			break
		}
	}
	return n
}

// placeOf returns the position of a gesture in the current branch, -1 if it is
// not in it.
func (j *Journal) placeOf(id int) int {
	if at, ok := j.tree.Find(id); ok {
		return at
	}
	return -1
}

// stepsTo returns the commands from the beginning of a table to a gesture.
func (j *Journal) stepsTo(id int) []step {
	var list []step
	for more := true; more; {
		g := j.tree.Get(id)
		if g.command != "" {
			list = append(list, step{id, g.command})
		}
		if g.newTable {
			break
		}
		if id, more = j.tree.Parent(id); !more {
			for i := len(j.folded) - 1; i >= 0; i-- {
				list = append(list, j.folded[i])
			}
		}
	}
	slices.Reverse(list)
	return list
}

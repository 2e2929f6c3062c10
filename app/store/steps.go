package store

// step is a command of the console and the number of the moment that did it.
type step struct {
	moment int
	text   string
}

// steps returns the commands over the table of the present moment, those of
// the current branch that are undone included, and how many are done. Another
// table begins another list.
func (j *Journal) steps() (list []step, done int) {
	first := j.segment(j.at)
	if first == 0 {
		list = append(list, j.folded...)
	}
	for n := first; n < len(j.line); n++ {
		m := j.moments[j.line[n]]
		if n > first && m.newTable {
			break
		}
		if n == j.at+1 {
			done = len(list)
		}
		if m.command != "" {
			list = append(list, step{j.line[n], m.command})
		}
	}
	if j.at == j.Len() || j.moments[j.line[j.at+1]].newTable {
		done = len(list)
	}
	return list, done
}

// segment returns the first place of the current branch that has the same
// table as a place, without another one in between.
func (j *Journal) segment(at int) int {
	for at > 0 && !j.moments[j.line[at]].newTable {
		at--
	}
	return at
}

// before returns how many commands there were over the table before the present
// one.
func (j *Journal) before() int {
	first := j.segment(j.at)
	n := 0
	for at := first - 1; at >= 0; at-- {
		if m := j.moments[j.line[at]]; m.command != "" {
			n++
		} else if n > 0 && m.newTable {
			break
		}
	}
	return n
}

// placeOf returns where a moment lies in the current branch, -1 if it does not.
func (j *Journal) placeOf(number int) int {
	for at, n := range j.line {
		if n == number {
			return at
		}
	}
	return -1
}

// stepsTo returns the commands from the beginning of a table to a moment.
func (j *Journal) stepsTo(number int) []step {
	var list []step
	for n := number; n >= 0; {
		m := j.moments[n]
		if m.command != "" {
			list = append(list, step{n, m.command})
		}
		if m.newTable {
			break
		}
		if m.parent < 0 {
			for i := len(j.folded) - 1; i >= 0; i-- {
				list = append(list, j.folded[i])
			}
		}
		n = m.parent
	}
	for a, b := 0, len(list)-1; a < b; a, b = a+1, b-1 {
		list[a], list[b] = list[b], list[a]
	}
	return list
}

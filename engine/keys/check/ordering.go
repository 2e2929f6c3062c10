package check

import "github.com/keyrange/keyrange/engine/table"

// Ordering puts the rows of an Analysis into the order of their keys, rows with
// the same key in the order in which they were added. It is a merge sort of the
// runs that are in order already, done in bounded pieces of work, because rows
// often come sorted by what their keys are made of.
//
// What always holds: ends divides placed into runs, each in order; the runs that
// were merged on this pass stand in merged, divided by done.
type Ordering struct {
	of       *Analysis
	placed   []placed
	ends     []int32  // where each run of placed ends
	ranks    []uint64 // of the RowKeys, by write
	families []uint64 // ranks of the PartitionKeys, by partition

	merged      []placed
	done        []int32 // where each run of merged ends
	run         int     // the first of the two runs that are being merged
	left, right int32   // the next of each
}

// placed is a row and the write that has its key: that of the row itself or, for
// a duplicate, of an earlier row.
type placed struct{ write, row int32 }

// leastRun is how long a run is made at least, by inserting rows into it.
const leastRun = 32

// NewOrdering returns an Ordering without rows, of an Analysis that has none yet,
// with room for so many.
func NewOrdering(of *Analysis, rows int) *Ordering {
	return &Ordering{of: of, placed: make([]placed, 0, rows), ranks: make([]uint64, 0, rows)}
}

// Add takes the next row and the write that Analysis.Add returned for it.
func (o *Ordering) Add(write, row int) {
	if write == len(o.ranks) {
		w := o.of.writes[write]
		o.ranks = append(o.ranks, table.KeyRank(o.of.rowKey(w)))
		if int(w.partition) == len(o.families) {
			o.families = append(o.families, table.KeyRank(o.of.texts.of(o.of.partitions[w.partition].key)))
		}
	}
	next := placed{int32(write), int32(row)}
	n := len(o.placed)
	o.placed = append(o.placed, next)
	switch last := len(o.ends) - 1; {
	case last < 0:
		o.ends = append(o.ends, 1)
	case !o.before(next, o.placed[n-1]):
		o.ends[last]++
	case n-o.begins(last) < leastRun:
		o.insert(o.begins(last), next)
		o.ends[last]++
	default:
		o.ends = append(o.ends, int32(n+1))
	}
}

// begins returns where a run begins.
func (o *Ordering) begins(run int) int {
	if run == 0 {
		return 0
	}
	return int(o.ends[run-1])
}

// insert moves the last row to its place in the run that begins at low.
func (o *Ordering) insert(low int, next placed) {
	n := len(o.placed) - 1
	high := n
	for low < high {
		if m := (low + high) / 2; o.before(next, o.placed[m]) {
			high = m
		} else {
			low = m + 1
		}
	}
	copy(o.placed[low+1:], o.placed[low:n])
	o.placed[low] = next
}

// before reports whether the key of x sorts before that of y.
func (o *Ordering) before(x, y placed) bool {
	if x.write == y.write {
		return false
	}
	v, w := &o.of.writes[x.write], &o.of.writes[y.write]
	if v.partition != w.partition {
		if a, b := o.families[v.partition], o.families[w.partition]; a != b {
			return a < b
		}
		return table.CompareUTF16(o.of.texts.of(o.of.partitions[v.partition].key), o.of.texts.of(o.of.partitions[w.partition].key)) < 0
	}
	if a, b := o.ranks[x.write], o.ranks[y.write]; a != b {
		return a < b
	}
	return table.CompareUTF16(o.of.rowKey(*v), o.of.rowKey(*w)) < 0
}

// Step moves at most so many rows, at least one, and reports whether there is
// more to do.
func (o *Ordering) Step(moves int) (more bool) {
	if len(o.ends) < 2 {
		o.merged, o.done, o.ranks, o.families = nil, nil, nil, nil
		return false
	}
	if o.merged == nil {
		o.merged = make([]placed, 0, len(o.placed))
	}
	if len(o.merged) == 0 {
		o.turn(0)
	}
	for ; moves > 0 && o.run < len(o.ends); moves-- {
		o.move()
	}
	if o.run >= len(o.ends) {
		o.placed, o.merged = o.merged, o.placed[:0]
		o.ends, o.done = o.done, o.ends[:0]
	}
	return true
}

// turn goes on to merge a run with the one after it, if there is one.
func (o *Ordering) turn(run int) {
	if o.run = run; run < len(o.ends) {
		o.left, o.right = int32(o.begins(run)), o.ends[run]
	}
}

// move moves one row: of two with the same key the one of the first run.
func (o *Ordering) move() {
	middle, end := o.ends[o.run], o.ends[min(o.run+1, len(o.ends)-1)]
	if o.left < middle && (o.right >= end || !o.before(o.placed[o.right], o.placed[o.left])) {
		o.merged = append(o.merged, o.placed[o.left])
		o.left++
	} else {
		o.merged = append(o.merged, o.placed[o.right])
		o.right++
	}
	if o.left == middle && o.right >= end {
		o.done = append(o.done, int32(len(o.merged)))
		o.turn(o.run + 2)
	}
}

// Len returns how many rows there are.
func (o *Ordering) Len() int { return len(o.placed) }

// At returns the key and the number of the row at a place, once Step has no more
// to do.
func (o *Ordering) At(place int) (key table.Key, row int) {
	p := o.placed[place]
	return o.of.key(o.of.writes[p.write]), int(p.row)
}

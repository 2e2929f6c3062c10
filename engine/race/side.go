package race

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// cell is how many writes per second 1 in a cell stands for: what one range takes
// is about half of what a byte holds.
const cell = 8

// buckets are the slices of the keys that begin with a bucket.
const buckets = 16

// count adds up what was accepted and refused, and by how many servers.
func (x *Side) count(s *sim.Simulation) {
	x.Accepted, x.Refused, x.Served = make([]int64, columns), make([]int64, columns), make([]int, columns)
	servers := make([]map[int32]bool, columns)
	each(s, func(column int, c *record.Column) {
		for row := range c.Done {
			x.Accepted[column] += int64(c.Done[row])
			x.Refused[column] += refused(c, row)
		}
		for _, p := range c.Parts {
			if p.Done == 0 {
				continue
			}
			if servers[column] == nil {
				servers[column] = map[int32]bool{}
			}
			servers[column][p.Server] = true
		}
	})
	for i, of := range servers {
		x.Served[i] = len(of)
	}
}

// refused counts the entities of a row that were refused, whatever the cause.
func refused(c *record.Column, row int) (n int64) {
	for why := range record.Causes {
		n += int64(c.RefusedEntities(why, row))
	}
	return n
}

// notes notes the splits and merges.
func (x *Side) notes(s *sim.Simulation) {
	kinds := map[record.NoteKind]string{record.SplitNote: "s", record.MergeNote: "u"}
	x.Marks = []Mark{}
	for _, n := range s.Notes() {
		if kind := kinds[n.Kind]; kind != "" && n.At < Span {
			x.Marks = append(x.Marks, Mark{int(n.At / Column), place(s, n.Key), kind})
			if n.Kind == record.SplitNote {
				x.Splits++
			}
		}
	}
}

// place is where a key stands among those that the race writes.
func place(s *sim.Simulation, key uint64) int {
	heat := s.Heat()
	row := int(heat.RowOf(key))
	low, high := heat.Rows[row], ^uint64(0)
	if row+1 < len(heat.Rows) {
		high = heat.Rows[row+1]
	}
	inside := int((key - low) / max(1, (high-low)/1000))
	return min(999, (1000*row+min(inside, 999))/len(heat.Rows))
}

// cuts are the slices that are drawn as one: the buckets of keys that begin with
// one; of keys that grow, what lies between two splits.
func cuts(side int, marks []Mark) []int {
	out := []int{0}
	if side == 1 {
		for i := 1; i < buckets; i++ {
			out = append(out, 1000*i/buckets)
		}
		return out
	}
	for _, m := range marks {
		if m.Kind == "s" {
			out = append(out, m.Place)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sliceAt says in which slice a row of the recording lies: where its middle does.
func (x *Side) sliceAt(row, _ int) int {
	at, exact := slices.BinarySearch(x.Cuts, (2*row+1)*1000/(2*record.HeatRows))
	if !exact {
		at--
	}
	return at
}

// bucketOf says to which bucket the writes of a row belong that come in a column. The
// rows are equal shares of the keys, and do not begin exactly where a bucket does;
// but the keys of a bucket grow with the time, so that at each moment all buckets are
// written at the same place inside them.
func bucketOf(row, column int) int {
	const scale = 2 * columns * record.HeatRows
	at := buckets*(2*row+1)*columns - (2*column+1)*record.HeatRows // minus the place inside, in parts of scale
	return min(buckets-1, max(0, (at+scale/2)/scale))
}

// fill writes the cells.
func (x *Side) fill(s *sim.Simulation, sliceOf func(row, column int) int) {
	n := len(x.Cuts)
	done, lost := make([]int64, columns*n), make([]int64, columns*n)
	each(s, func(column int, c *record.Column) {
		for row := range c.Done {
			at := column*n + sliceOf(row, column)
			done[at] += int64(c.Done[row])
			lost[at] += refused(c, row)
		}
	})
	x.Cells = make([]byte, 0, 2*len(done))
	for i := range done {
		rate := done[i] / (Column / clock.Second)
		share := lost[i] * 255 / max(1, done[i]+lost[i])
		x.Cells = append(x.Cells, byte(min(255, (rate+cell/2)/cell)), byte(share))
	}
}

// owned is the partition map at the end of a column.
func owned(s *sim.Simulation, column int) Owned {
	heat := s.Heat()
	asked := map[uint32]bool{}
	for i := range heat.Columns {
		if int(int64(i)*heat.Span/Column) == column {
			for _, p := range heat.Columns[i].Parts {
				asked[p.Range] = asked[p.Range] || p.Offered > 0
			}
		}
	}
	o := Owned{Column: column}
	for _, r := range s.Ranges() {
		low, busy := uint64(0), 0
		if len(o.Places) > 0 {
			low, _ = s.Ordinal(r.Low)
		}
		if asked[r.Number] {
			busy = 1
		}
		o.Places, o.Servers, o.Busy = append(o.Places, place(s, low)), append(o.Servers, r.Server), append(o.Busy, busy)
	}
	return o
}

// moves notes the ranges that another server has from one map to the next.
func (x *Side) moves(maps []Owned) {
	for i := 1; i < len(maps); i++ {
		before := map[int]int{}
		for j, at := range maps[i-1].Places {
			before[at] = maps[i-1].Servers[j]
		}
		for j, at := range maps[i].Places {
			if server, there := before[at]; there && server != maps[i].Servers[j] {
				x.Marks = append(x.Marks, Mark{maps[i].Column, at, "m"})
			}
		}
	}
	slices.SortStableFunc(x.Marks, func(a, b Mark) int { return a.Column - b.Column })
}

// changed leaves out every map that is the one before.
func changed(all []Owned) (out []Owned) {
	for i, o := range all {
		if i > 0 {
			before := out[len(out)-1]
			if slices.Equal(o.Places, before.Places) && slices.Equal(o.Servers, before.Servers) && slices.Equal(o.Busy, before.Busy) {
				continue
			}
		}
		out = append(out, o)
	}
	return out
}

package runs

import (
	"slices"
	"sort"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// RangeLife is one range of a run, from when it came to be until it was split or
// merged, with the entities of a metric in each period.
//
// What always holds: every request counts for one range, so what all ranges have
// in a period is what the rows of the map have.
type RangeLife struct {
	Number             uint32
	Low, High          uint64 // High is 0 for the end of the table
	Server             int    // the last that it had
	First, Last        int    // columns in which it was asked
	Counts             []int64
	Offered, Throttled int64 // entities in all
	Present            bool  // it is in the partition map now
}

// whole reports whether the range lies between two keys. 0 is the end.
func (l *RangeLife) within(low, high uint64) bool {
	return l.Low >= low && (high == 0 || l.High != 0 && l.High <= high)
}

func (l *RangeLife) meets(low, high uint64) bool {
	return (high == 0 || l.Low < high) && (l.High == 0 || l.High > low)
}

// RangeLives returns the ranges that were asked in some columns, and those of the
// present partition map, in the order of the keys. The columns are cut into so
// many periods.
func (r *Run) RangeLives(from, to, periods int, metric Metric) []RangeLife {
	heat := r.sim.Heat()
	lives, at := []RangeLife{}, map[uint32]int{}
	life := func(number uint32, low, high uint64, server, column int) *RangeLife {
		i, found := at[number]
		if !found {
			i, at[number] = len(lives), len(lives)
			lives = append(lives, RangeLife{Number: number, Low: low, High: high, First: column, Counts: make([]int64, periods)})
		}
		lives[i].Server, lives[i].Last = server, column
		return &lives[i]
	}
	each := r.window / heat.Span
	for column := from; column < to; column++ {
		period := (column - from) * periods / (to - from)
		for i := int64(column) * each; i < int64(column+1)*each && int(i) < len(heat.Columns); i++ {
			for j := range heat.Columns[i].Parts {
				p := &heat.Columns[i].Parts[j]
				l := life(p.Range, p.Low, p.High, int(p.Server), column)
				l.Counts[period] += metric.ofPart(p)
				l.Offered += int64(p.Offered)
				l.Throttled += throttledOf(p)
			}
		}
	}
	owners := r.owners(nil)
	for i, o := range owners {
		high := uint64(0)
		if i+1 < len(owners) {
			high = owners[i+1].Low
		}
		l := life(o.Number, o.Low, high, o.Server, to-1)
		l.Present = true
	}
	sort.SliceStable(lives, func(i, j int) bool {
		a, b := lives[i], lives[j]
		return a.Low < b.Low || a.Low == b.Low && a.Number < b.Number
	})
	return lives
}

// ofPart returns the entities of a metric in what a range did.
func (m Metric) ofPart(p *record.Part) int64 {
	switch m {
	case readMetric:
		return int64(p.Reads)
	case writeMetric:
		return int64(p.Offered) - int64(p.Reads)
	case ServedMetric:
		return int64(p.Done)
	case throttledMetric:
		return throttledOf(p)
	}
	return int64(p.Offered)
}

func throttledOf(p *record.Part) (n int64) {
	for why, of := range p.Refused {
		if record.Cause(why).Throttles() {
			n += int64(of)
		}
	}
	return n
}

// Shared is a range that a cell of the map belongs to. Where it lies inside the
// cell's rows, Whole is true and Count is what it has there.
type Shared struct {
	Number uint32
	Server int
	Whole  bool
	Count  int64
}

// Sharing returns the ranges to which a cell belongs, in the order of the keys.
func (r *Run) Sharing(column int, metric Metric, b Band) []Shared {
	rows := r.sim.Heat().Rows
	low, high := rows[b.From], uint64(0)
	if b.To < len(rows) {
		high = rows[b.To]
	}
	var out []Shared
	for _, l := range r.RangeLives(column, column+1, 1, metric) {
		if l.meets(low, high) && (l.Offered > 0 || l.Counts[0] > 0 || r.owns(column, l.Number)) {
			out = append(out, Shared{l.Number, l.Server, l.within(low, high), l.Counts[0]})
		}
	}
	return out
}

// owns reports whether a range is in the partition map at the end of a column.
func (r *Run) owns(column int, number uint32) bool {
	return slices.ContainsFunc(r.Owners(column), func(o owner) bool { return o.Number == number })
}

package explain

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Thresholds of the patterns.
const (
	mostOf      = 800 // thousandths of the operations on the newest key
	halfOf      = 500
	muchOf      = 300
	leastSteps  = 3  // new highest keys, for a direction
	timesFair   = 4  // a row with so many times its fair share stands out
	leastSeen   = 20 // operations below which nothing is said
	periodRows  = 96 // columns that a period is looked for in
	leastPeriod = 2  // columns
)

// pattern names what the operations of a cell have in common. A direction is
// told from the whole table: keys that rise within one row but lie below others
// are not appended.
func (w *witness) pattern(s *sim.Simulation, a *Answer, column, row int) Pattern {
	switch {
	case w.count == 0:
		return Idle
	case w.scans*2 > w.count:
		return Scanning
	case w.count < leastSeen:
		return Even
	}
	share := w.count * 1000 / max(1, w.all)
	fair := 1000 / max(1, active(&s.Heat().Columns[column]))
	standsOut := share >= timesFair*fair || fair == 1000
	switch {
	case share >= muchOf && w.heading.rises >= leastSteps && w.atTop*1000 >= w.count*mostOf:
		return Append
	case share >= muchOf && w.heading.falls >= leastSteps && w.atBottom*1000 >= w.count*mostOf:
		return Prepend
	case w.periodic(s.Heat().Columns, column, row):
		return Periodic
	case standsOut && a.TopShare >= halfOf:
		return HotKey
	case standsOut:
		return HotRange
	}
	return Even
}

// active counts the rows in which anything happens.
func active(c *record.Column) (n int) {
	for _, offered := range c.Offered {
		if offered > 0 {
			n++
		}
	}
	return n
}

// periodic reports whether the row's load up to this column goes up and down with
// one period: it rises above its middle at least three times, at distances that
// differ by at most a tenth or one column, and falls to nearly nothing between.
func (w *witness) periodic(columns []record.Column, column, row int) bool {
	from := max(0, column+1-periodRows)
	most := uint32(0)
	for i := from; i <= column; i++ {
		most = max(most, columns[i].Offered[row])
	}
	last, short, long, rises := -1, 1<<30, 0, 0
	low := true
	for i := from; i <= column; i++ {
		n := columns[i].Offered[row]
		if n*4 <= most {
			low = true
		}
		if !low || n*2 <= most {
			continue
		}
		low = false
		if last >= 0 {
			short, long = min(short, i-last), max(long, i-last)
			rises++
		}
		last = i
	}
	return rises >= 3 && short >= leastPeriod && long-short <= max(1, long/10) && most >= leastSeen
}

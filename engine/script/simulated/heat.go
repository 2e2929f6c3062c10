package simulated

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// The size of a Heat.
const (
	HeatRows    = 32
	HeatColumns = 60
)

// Heat is a small heat map of a run: for each stretch of the key space and of
// time the entities that were sent per second, retries included, in thousandths
// of the target of a partition.
//
// What always holds: a cell is Over exactly when one PartitionKey in it was sent
// more than its target in some second; however much a whole row of keys gets, no
// single one of them has to be over.
type Heat struct {
	Cells     [HeatColumns][HeatRows]int  // by time, then by key from the lowest
	Over      [HeatColumns][HeatRows]bool // one partition is over its target
	Throttled [HeatColumns]int            // entities that were throttled, in thousandths of those that were sent
	Low, High string                      // the keys at both ends
	Splits    []SplitMark                 // in the order of time, at most maxMarks
}

// SplitMark is where and when a range was split.
type SplitMark struct {
	Share int    // of the time of the run, in thousandths
	Row   int    // that holds the key
	At    int64  // microseconds from the start
	Key   string // at which the upper range begins
}

// maxMarks is how many splits are marked. A picture with more is not readable.
const maxMarks = 64

// splits marks the first splits of a run.
func (h *Heat) splits(s *sim.Simulation, rows []uint64) {
	for _, n := range s.Notes() {
		if n.Kind != record.SplitNote || n.At > s.Now() {
			continue
		}
		if len(h.Splits) == maxMarks {
			return
		}
		m := SplitMark{Share: int(n.At * 1000 / max(1, s.Now())), At: n.At, Key: s.Key(n.Key)}
		for y := range HeatRows {
			if from, _ := rowsOf(y, len(rows)); rows[from] <= n.Key {
				m.Row = y
			}
		}
		h.Splits = append(h.Splits, m)
	}
}

// heatOf folds the heat map of a run.
func heatOf(s *sim.Simulation) (h Heat) {
	full, now := s.Heat(), s.Now()
	target := s.Scenario().Params.PartitionTarget
	for x := range HeatColumns {
		from, to := int64(x)*now/HeatColumns, int64(x+1)*now/HeatColumns
		first, last := int(from/max(1, full.Span)), int((to-1)/max(1, full.Span))
		var sent, throttled, peak [record.HeatRows]int64
		columns := int64(0)
		for c := first; c <= last && c < len(full.Columns); c++ {
			columns++
			for y := range full.Rows {
				sent[y] += int64(full.Columns[c].Offered[y])
				throttled[y] += int64(full.Columns[c].Throttled[y])
				peak[y] = max(peak[y], int64(full.Columns[c].Peak[y]))
			}
		}
		h.column(x, sent[:len(full.Rows)], throttled[:len(full.Rows)], max(1, columns*full.Span*target))
		for y := range HeatRows {
			from, to := rowsOf(y, len(full.Rows))
			h.Over[x][y] = slices.Max(peak[from:to]) > target
		}
	}
	h.splits(s, full.Rows)
	h.Low, h.High = s.Key(full.Rows[0]), s.Key(full.Rows[len(full.Rows)-1])
	return h
}

// column takes the rows of the recording. Where there are fewer of them than
// cells, for want of different keys, each fills several cells.
func (h *Heat) column(x int, sent, throttled []int64, target int64) {
	for y := range HeatRows {
		from, to := rowsOf(y, len(sent))
		h.Cells[x][y] = int(total(sent[from:to]) * 1000 * clock.Second / target)
	}
	h.Throttled[x] = int(total(throttled) * 1000 / max(1, total(sent)))
}

// rowsOf returns which rows of a recording of so many one cell stands for.
func rowsOf(y, rows int) (from, to int) {
	from = y * rows / HeatRows
	return from, max(from+1, (y+1)*rows/HeatRows)
}

func total(list []int64) (n int64) {
	for _, v := range list {
		n += v
	}
	return n
}

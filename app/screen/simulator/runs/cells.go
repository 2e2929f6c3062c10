package runs

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Metric is what the colours of the heat map count.
type Metric uint8

// The metrics.
const (
	SentMetric  Metric = iota // with every retry
	readMetric                // in gets and scans
	writeMetric               // in all others
	ServedMetric
	throttledMetric
)

// String returns the metric's name.
func (m Metric) String() string {
	return [...]string{"sent", "sent in reads", "sent in writes", "accepted", "throttled"}[m]
}

// Cell is one place of the heat map: a row of the key space in one window.
type Cell struct {
	Count     int64 // entities of the metric
	Rate      int64 // of them per second
	Load      int64 // thousandths of what one range can take
	Key       int64 // thousandths of its target that one PartitionKey was sent, the busiest in its busiest second
	Throttled int64 // thousandths of what was sent
}

// simSum is what a column counts, by rows.
type simSum struct {
	offered, reads, served, throttled, peak [record.HeatRows]int64
	wanted, over                            int64
	refused                                 record.Refusals // requests
	latency                                 record.Histogram
}

// of returns the entities of a metric in a row.
func (s *simSum) of(metric Metric, row int) int64 {
	switch metric {
	case readMetric:
		return s.reads[row]
	case writeMetric:
		return s.offered[row] - s.reads[row]
	case ServedMetric:
		return s.served[row]
	case throttledMetric:
		return s.throttled[row]
	}
	return s.offered[row]
}

// Rows returns how many rows the recording has.
func (r *Run) Rows() int { return len(r.sim.Heat().Rows) }

// sum adds up the recording in a column and returns how much of its time has
// passed.
func (r *Run) sum(column int, sum *simSum) (micros int64) {
	heat := r.sim.Heat()
	from, to := int64(column)*r.window, int64(column+1)*r.window
	for i := from / heat.Span; i < to/heat.Span && int(i) < len(heat.Columns); i++ {
		c := &heat.Columns[i]
		for row := range heat.Rows {
			sum.offered[row] += int64(c.Offered[row])
			sum.reads[row] += int64(c.Reads[row])
			sum.served[row] += int64(c.Done[row])
			sum.throttled[row] += int64(c.Throttled[row])
			sum.peak[row] = max(sum.peak[row], int64(c.Peak[row]))
		}
		for why, n := range c.Refused {
			sum.refused[why] += uint64(n)
		}
		sum.wanted += int64(c.Wanted)
		sum.over += int64(c.Over)
		for j, n := range c.Latency {
			sum.latency[j] += n
		}
	}
	return max(clock.Second, min(to, r.sim.Recorded())-from)
}

// Cells writes the cells of a column, one for each band.
func (r *Run) Cells(column int, metric Metric, bands []Band, out []Cell) {
	var sum simSum
	micros, capacity, target := r.sum(column, &sum), r.Capacity(), r.Target()
	for i, b := range bands {
		var c Cell
		offered, throttled := int64(0), int64(0)
		for row := b.From; row < b.To; row++ {
			c.Count += sum.of(metric, row)
			offered += sum.offered[row]
			throttled += sum.throttled[row]
			c.Key = max(c.Key, sum.peak[row]*1000/max(1, target))
		}
		c.Rate = perSecond(c.Count, micros)
		c.Load = c.Count * 1000 * clock.Second / max(1, micros*capacity)
		c.Throttled = throttled * 1000 / max(1, offered)
		out[i] = c
	}
}

// Band is a run of rows of the recording that is drawn as one.
type Band struct{ From, To int }

// Bands returns the rows of the picture, at most so many as wanted and as few as
// the range boundaries allow: neighbours are put together, the coldest first,
// but never across a boundary of the last partition map.
func (r *Run) Bands(want int) []Band {
	n := r.Rows()
	bands := make([]Band, n)
	for i := range bands {
		bands[i] = Band{i, i + 1}
	}
	if want >= n {
		return bands
	}
	heat := r.warmth()
	cut := r.cuts()
	for len(bands) > want {
		best := -1
		for i := 0; i+1 < len(bands); i++ {
			if !cut[bands[i+1].From] && (best < 0 || heat[i]+heat[i+1] < heat[best]+heat[best+1]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		bands[best].To = bands[best+1].To
		heat[best] += heat[best+1]
		bands = append(bands[:best+1], bands[best+2:]...)
		heat = append(heat[:best+1], heat[best+2:]...)
	}
	return bands
}

// warmth is what each row was sent in all.
func (r *Run) warmth() []uint64 {
	heat := r.sim.Heat()
	sum := make([]uint64, len(heat.Rows))
	for i := range heat.Columns {
		for row := range heat.Rows {
			sum[row] += uint64(heat.Columns[i].Offered[row])
		}
	}
	return sum
}

// cuts tells which rows begin another range than the row before. A range that
// begins inside a row cuts on both of its sides.
func (r *Run) cuts() []bool {
	rows := r.sim.Heat().Rows
	cut := make([]bool, len(rows)+1)
	for _, o := range r.owners(nil) {
		row, inside := r.RowOf(o.Low)
		cut[row] = true
		if inside > 0 {
			cut[row+1] = true
		}
	}
	return cut
}

// RowOf returns the row that holds a key, and how far inside the row the key is,
// in thousandths.
func (r *Run) RowOf(ordinal uint64) (row int, inside int64) {
	rows := r.sim.Heat().Rows
	for row+1 < len(rows) && rows[row+1] <= ordinal {
		row++
	}
	height := ^uint64(0)
	if row+1 < len(rows) {
		height = rows[row+1]
	}
	height = (height - rows[row]) / 1000
	if height == 0 {
		return row, 0
	}
	return row, int64(min((ordinal-rows[row])/height, 999))
}

// rowKey returns the first PartitionKey of a row, "" for the first row.
func (r *Run) rowKey(row int) string {
	rows := r.sim.Heat().Rows
	if row <= 0 || row >= len(rows) {
		return ""
	}
	return r.sim.Key(rows[row])
}

// RowLow returns the ordinal at which a row begins.
func (r *Run) RowLow(row int) uint64 { return r.sim.Heat().Rows[row] }

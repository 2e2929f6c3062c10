package runs

import "github.com/keyrange/keyrange/engine/sim/record"

// Counts are what some columns of a run come to. Those of all columns are the
// run's totals, but for the requests that are still on their way.
type Counts struct {
	Micros           int64 // how much of their time has passed
	Sent, Done       uint64
	Refused          record.Refusals // requests
	Wanted, Accepted uint64          // entities: of operations that began, and of requests that were done
	Over             uint64          // seconds in which one partition was sent more than its target
	Latency          record.Histogram
	Ranges           int // at the end
}

// Refused counts the entities of some rows that were refused in a column.
func (r *Run) Refused(column int, b Band) (out record.Refusals) {
	heat := r.sim.Heat()
	each := r.window / heat.Span
	for i := int64(column) * each; i < int64(column+1)*each && int(i) < len(heat.Columns); i++ {
		for why := range out {
			for row := b.From; row < b.To; row++ {
				out[why] += uint64(heat.Columns[i].RefusedEntities(record.Cause(why), row))
			}
		}
	}
	return out
}

// Counts adds up the columns from one up to another.
func (r *Run) Counts(from, to int) (c Counts) {
	heat := r.sim.Heat()
	each := r.window / heat.Span
	for i := int64(from) * each; i < int64(to)*each && int(i) < len(heat.Columns); i++ {
		h := &heat.Columns[i]
		c.Sent += uint64(h.Sent)
		c.Done += uint64(h.Requests)
		c.Wanted += uint64(h.Wanted)
		c.Over += uint64(h.Over)
		for why, n := range h.Refused {
			c.Refused[why] += uint64(n)
		}
		for row := range heat.Rows {
			c.Accepted += uint64(h.Done[row])
		}
		for j, n := range h.Latency {
			c.Latency[j] += n
		}
	}
	c.Micros = max(0, min(int64(to)*r.window, r.sim.Recorded())-int64(from)*r.window)
	if to > from {
		c.Ranges = len(r.Owners(to - 1))
	}
	return c
}

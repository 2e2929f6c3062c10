package study

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Probe is one run: clients in a closed loop against a table without a manager,
// counted after a time of warming up. Probes are equal when they count the same.
type Probe struct {
	Op                  service.Operation
	Size                demand.VMSize
	Many                bool // each thread has a partition of its own
	VMs, Threads, Batch int
	Seconds             int64
	marks               []int64 // microseconds: how many requests were quicker
}

// warm is how long a probe runs before it is counted.
const warm = 30 * clock.Second

func (p *Probe) equal(o *Probe) bool {
	return p.Op == o.Op && p.Size == o.Size && p.Many == o.Many && p.VMs == o.VMs && p.Threads == o.Threads &&
		p.Batch == o.Batch && p.Seconds == o.Seconds && slices.Equal(p.marks, o.marks)
}

// Scenario returns the run under a seed.
func (p *Probe) Scenario(seed uint64) sim.Scenario {
	load := demand.Load{VMs: p.VMs, Threads: p.Threads, Size: p.Size, Batch: p.Batch, Sticky: true}
	load.Mix[p.Op] = 1
	c := sim.Scenario{Seed: seed, Span: clock.Hour, Params: sim.Defaults(), Template: "one", Ranges: 1,
		Entities: demand.Entities{Kind: demand.Nothing, Count: 1, Scale: 1}, Groups: []sim.Group{{Name: "clients", Load: load}}}
	c.Params.Manager = false
	if p.Many {
		c.Template, c.Ranges = "{Id}", 64
	}
	return c
}

// end is the moment at which a probe is over.
func (p *Probe) end() int64 { return warm + p.Seconds*clock.Second }

// Count is what a probe counted.
type Count struct {
	Seeds                     uint64
	Entities, Done, Throttled uint64
	below                     []uint64 // of each mark: the share of requests that were quicker, in thousandths
}

// count is what a probe counted between two moments.
func (p *Probe) count(before, after *record.Totals) Count {
	t := after.Sub(before)
	c := Count{Seeds: 1, Entities: t.Entities, Done: t.Done, Throttled: t.Throttled}
	for _, m := range p.marks {
		c.below = append(c.below, t.Latency.Below(m))
	}
	return c
}

// value is what a chart shows of a count. i is the place of a mark.
func (p *Probe) value(m Measure, c *Count, i int) float64 {
	time := float64(p.Seconds) * float64(c.Seeds)
	switch m {
	case Throttled:
		return 100 * float64(c.Throttled) / float64(max(1, c.Throttled+c.Done))
	case Below:
		return float64(c.below[i]) / float64(10*c.Seeds)
	case Request, Entity: // the threads do nothing else
		each := float64(p.VMs*p.Threads) * time * 1000 / float64(max(1, c.Done))
		if m == Entity {
			each /= float64(p.Batch)
		}
		return each
	}
	return float64(c.Entities) / time
}

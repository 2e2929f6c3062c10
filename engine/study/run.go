package study

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Run is one probe under a seed, run in pieces of any size.
type Run struct {
	probe  Probe
	now    *sim.Simulation
	before record.Totals
	warmed bool
	count  *Count // nil until it is done
}

// Begin prepares to run a probe. A probe that cannot be run is done at once and
// has counted nothing.
func (p *Probe) Begin(seed uint64) *Run {
	r := &Run{probe: *p}
	var err error
	if r.now, err = sim.New(p.Scenario(seed)); err != nil {
		r.count = &Count{Seeds: 1, below: make([]uint64, len(p.marks))}
	}
	return r
}

// leastNumbers is how many numbers say a probe without marks and a seed.
const leastNumbers = 8

// NewRun is Begin for a probe in numbers: the operation, 1 for extra-large VMs, 1
// for a partition for each thread, VMs, threads, entities of a request, seconds,
// the seed, and the marks.
func NewRun(n []int64) *Run {
	if len(n) < leastNumbers {
		return &Run{count: &Count{}}
	}
	p := Probe{Op: service.Insert, Size: demand.Small, Many: n[2] == 1, VMs: int(n[3]), Threads: int(n[4]), Batch: int(n[5]), Seconds: n[6],
		marks: n[leastNumbers:]}
	if n[0] == int64(service.Get) {
		p.Op = service.Get
	}
	if n[1] == 1 {
		p.Size = demand.ExtraLarge
	}
	return p.Begin(uint64(n[7]))
}

// Done reports whether nothing is left to run.
func (r *Run) Done() bool { return r.count != nil }

// Step goes on for at most so many events of the simulation.
func (r *Run) Step(events int) {
	if r.Done() {
		return
	}
	until := r.probe.end()
	if !r.warmed {
		until = warm
	}
	if r.now.RunBudget(until, events) == events {
		return
	}
	now := r.now.Total()
	if !r.warmed {
		r.warmed, r.before = true, now
		return
	}
	c := r.probe.count(&r.before, &now)
	r.count, r.now = &c, nil
}

// Result returns how far the run is, in thousandths, or once it is done what was
// counted: entities, requests done and throttled, and the shares of the marks.
func (r *Run) Result() []int64 {
	if !r.Done() {
		return []int64{r.now.Now() * 1000 / r.probe.end()}
	}
	n := []int64{int64(r.count.Entities), int64(r.count.Done), int64(r.count.Throttled)}
	for _, b := range r.count.below {
		n = append(n, int64(b))
	}
	return n
}

// Count runs a probe to its end.
func (p *Probe) Count(seed uint64) Count {
	r := p.Begin(seed)
	for !r.Done() {
		r.Step(1 << 40)
	}
	return *r.count
}

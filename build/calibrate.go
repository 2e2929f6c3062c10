package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
)

// calibration is one published point and what the model makes of it.
type calibration struct {
	id, point, published string
	measure              func(seed uint64) float64
	low, high            float64 // the band of the mean over all seeds
	unit                 string
	digits               int
	extremes             bool   // the band holds for every seed, not for the mean
	unmatched            string // why the model cannot give what was published
}

// calibrate prints published measurements beside the simulated ones and fails
// when one is outside its band.
func calibrate(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	seeds := flags.Int("seeds", 10, "how many seeds")
	only := flags.String("only", "", "id of the only row to measure")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("build calibrate: %w", err)
	}
	if *seeds < 1 || *seeds > 1000 || flags.NArg() > 0 {
		return errors.New("build calibrate: give -seeds from 1 to 1,000, or -only and the id of a row")
	}
	fmt.Fprintf(out, "%-5s %-42s %-26s %20s %20s  %s\n", "id", "point", "published", "simulated", "band", "ok")
	var outside []string
	for _, c := range append(clientRows(), rangeRows()...) {
		if *only != "" && c.id != *only {
			continue
		}
		if !c.print(out, *seeds) {
			outside = append(outside, c.id)
		}
	}
	if len(outside) > 0 {
		return errors.New("build calibrate: outside the band: " + strings.Join(outside, ", "))
	}
	return nil
}

// print measures one row over all seeds, prints it and reports whether it is in
// its band.
func (c *calibration) print(out io.Writer, seeds int) bool {
	sum, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for seed := range seeds {
		v := c.measure(uint64(seed + 1))
		sum += v
		least, most = min(least, v), max(most, v)
	}
	mean := sum / float64(seeds)
	in := mean >= c.low && mean <= c.high
	if c.extremes {
		in = least >= c.low && most <= c.high
	}
	simulated := fmt.Sprintf("%.*f%s", c.digits, mean, c.unit)
	if c.extremes {
		simulated = fmt.Sprintf("%.*f to %.*f%s", c.digits, least, c.digits, most, c.unit)
	}
	word := "ok"
	switch {
	case c.unmatched != "":
		word = "no match: " + c.unmatched
	case !in:
		word = "OUTSIDE"
	case math.IsInf(c.low, -1) && math.IsInf(c.high, 1):
		word = "nothing published"
	}
	fmt.Fprintf(out, "%-5s %-42s %-26s %20s %20s  %s\n", c.id, c.point, c.published, simulated, c.band(), word)
	return in || c.unmatched != ""
}

func (c *calibration) band() string {
	low, high := math.IsInf(c.low, -1), math.IsInf(c.high, 1)
	number := func(v float64) string { return fmt.Sprintf("%.*f", c.digits, v) }
	switch {
	case low && high:
		return "none"
	case low:
		return "up to " + number(c.high)
	case high:
		return "from " + number(c.low)
	}
	return number(c.low) + " to " + number(c.high)
}

// probe is one run of the test programme of 2010: single-threaded clients in a
// closed loop, without a manager.
type probe struct {
	vms, threads, batch int
	size                sim.VMSize
	op                  sim.Operation
	many                bool // each thread has a partition of its own
	seconds             int64
}

// seeded is a probe under one seed.
type seeded struct {
	probe
	seed uint64
}

// counted keeps what probes have counted: several rows look at the same one.
var counted = map[seeded]sim.Totals{}

// run returns what was counted after 30 seconds of warming up.
func (p probe) run(seed uint64) sim.Totals {
	key := seeded{p, seed}
	t, found := counted[key]
	if !found {
		t = p.count(seed)
		counted[key] = t
	}
	return t
}

func (p probe) count(seed uint64) sim.Totals {
	load := sim.Load{VMs: p.vms, Threads: p.threads, Size: p.size, Batch: p.batch, Sticky: true}
	load.Mix[p.op] = 1
	c := sim.Scenario{Seed: seed, Span: sim.Hour, Params: sim.Defaults(), Template: "one", Ranges: 1,
		Entities: sim.Entities{Kind: sim.Nothing, Count: 1, Scale: 1}, Groups: []sim.Group{{Name: "clients", Load: load}}}
	c.Params.Manager = false
	if p.many {
		c.Template, c.Ranges = "{Id}", 64
	}
	s := simulation(c)
	const warm = 30 * sim.Second
	s.Run(warm)
	before := s.Total()
	s.Run(warm + p.seconds*sim.Second)
	after := s.Total()
	return after.Sub(&before)
}

// simulation makes a run of a scenario that is known to be right.
func simulation(c sim.Scenario) *sim.Simulation {
	s, err := sim.New(c)
	if err != nil {
		panic(err)
	}
	return s
}

func (p probe) rate(seed uint64) float64 {
	t := p.run(seed)
	return float64(t.Entities) / float64(p.seconds)
}

// throttled is the share of throttled requests in percent.
func (p probe) throttled(seed uint64) float64 {
	t := p.run(seed)
	return 100 * float64(t.Throttled) / float64(t.Throttled+t.Done)
}

// below is the share of requests that took less, in percent.
func (p probe) below(micros int64) func(uint64) float64 {
	return func(seed uint64) float64 {
		t := p.run(seed)
		return float64(t.Latency.Below(micros)) / 10
	}
}

// preset returns a ready scenario under a seed.
func preset(name string, seed uint64) sim.Scenario {
	c, err := sim.FromPreset(name)
	if err != nil {
		panic(err)
	}
	c.Seed = seed
	return c
}

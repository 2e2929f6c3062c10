package main

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// behaviours are the measures of what no figure shows, by their names in the
// study.
var behaviours = map[string]func(seed uint64) float64{
	"firstSplit":   firstSplit,
	"absenceLeast": func(seed uint64) float64 { return newTableOf(seed).least },
	"absenceMost":  func(seed uint64) float64 { return newTableOf(seed).most },
	"bestAppend":   bestAppend,
	"afterSeason":  afterSeason,
	"newTable":     func(seed uint64) float64 { return newTableOf(seed).ratio },
	"scanPages":    scanned(func(t record.Totals) uint64 { return t.Pages }),
	"scanEmpty":    scanned(func(t record.Totals) uint64 { return t.Empty }),
	"accountRate":  accountRate,
	"relieved":     relieved,
}

// preset returns a run of a ready scenario under a seed.
func preset(name string, seed uint64) *sim.Simulation {
	c, err := sim.FromPreset(name)
	if err == nil {
		c.Seed = seed
		var s *sim.Simulation
		if s, err = sim.New(c); err == nil {
			return s
		}
	}
	panic(err) // the presets are known to be right
}

// firstSplit is when an overloaded range is first split.
func firstSplit(seed uint64) float64 {
	s := preset("guid", seed)
	for at := clock.Minute; at <= clock.Hour; at += clock.Minute {
		s.Run(at)
		for _, n := range s.Notes() {
			if n.Kind == record.SplitNote {
				return seconds(n.At)
			}
		}
	}
	return 0
}

// newTable is what happens in the first 45 minutes of a table without load
// history.
type newTable struct{ least, most, ratio float64 }

var newTables = map[uint64]newTable{}

func newTableOf(seed uint64) newTable {
	n, found := newTables[seed]
	if found {
		return n
	}
	s := preset("newtable", seed)
	share := func(from, to int64) float64 {
		s.Run(from)
		before := s.Total()
		s.Run(to)
		now := s.Total()
		d := now.Sub(&before)
		return float64(d.Throttled) / float64(max(1, d.Sent))
	}
	first := share(0, 5*clock.Minute)
	n.ratio = share(40*clock.Minute, 45*clock.Minute) / first
	least, most := clock.Hour, int64(0)
	for _, note := range s.Notes() {
		if note.Kind == record.OnlineNote {
			least, most = min(least, note.For), max(most, note.For)
		}
	}
	n.least, n.most = seconds(least), seconds(most)
	newTables[seed] = n
	return n
}

// bins returns the entities per second in each piece of a run.
func bins(s *sim.Simulation, length, end int64) []float64 {
	var out []float64
	before := s.Total()
	for at := length; at <= end; at += length {
		s.Run(at)
		now := s.Total()
		out = append(out, float64(now.Entities-before.Entities)/seconds(length))
		before = now
	}
	return out
}

func bestAppend(seed uint64) float64 {
	best := 0.0
	for _, rate := range bins(preset("append", seed), 5*clock.Minute, clock.Hour) {
		best = max(best, rate)
	}
	return best
}

func afterSeason(seed uint64) float64 {
	s := preset("season", seed)
	s.Run(s.Scenario().Span)
	if s.Total().Merges == 0 {
		return 0
	}
	return float64(s.Map().Len())
}

func scanned(count func(record.Totals) uint64) func(uint64) float64 {
	return func(seed uint64) float64 {
		s := preset("deleteall", seed)
		s.Run(5 * clock.Minute)
		return float64(count(s.Total()))
	}
}

func accountRate(seed uint64) float64 {
	s := preset("account", seed)
	return bins(s, clock.Minute, 5*clock.Minute)[4]
}

func relieved(seed uint64) float64 {
	rates := bins(preset("noisy", seed), 2*clock.Minute, 30*clock.Minute)
	return rates[len(rates)-1] / rates[1]
}

package main

import (
	"github.com/keyrange/keyrange/engine/sim"
)

// rangeRows are the figures that depend on ranges, servers and the manager.
func rangeRows() []calibration {
	xl := sim.ExtraLarge
	stress := func(vms int, seconds int64) probe { return probe{vms, 15, 1, xl, sim.Insert, false, seconds} }
	spread := func(vms int) probe { return probe{vms, 15, 1, xl, sim.Insert, true, 60} }
	batch := func(vms int) probe { return probe{vms, 10, 100, xl, sim.Insert, false, 1200} }
	linear := func(vms int) func(uint64) float64 {
		return func(seed uint64) float64 {
			return 100 * spread(vms).rate(seed) / (float64(vms) * spread(1).rate(seed))
		}
	}
	capacity := 1e6 / (590 + 392.0)
	rows := []calibration{
		{id: "Q14", point: "one partition, 2 VMs, entities/s", published: "600", measure: stress(2, 600).rate, low: 570, high: 630, digits: 1},
		{id: "Q14", point: "throttled there", published: "none", measure: stress(2, 3600).throttled, low: 0, high: 0.0001, unit: " %", digits: 6},
		{id: "Q15", point: "5 VMs, entities/s", published: "about 1,000", measure: stress(5, 600).rate, low: 970, high: 1050, digits: 1},
		{id: "Q15", point: "throttled there", published: "0.0004 %", measure: stress(5, 3600).throttled, low: 0.0002, high: 0.0015, unit: " %", digits: 5},
		{id: "Q16", point: "10 VMs, throttled", published: "0.03 %", measure: stress(10, 1800).throttled, low: 0.02, high: 0.045, unit: " %", digits: 4},
		{id: "Q17", point: "16 VMs, throttled", published: "0.2 %", measure: stress(16, 900).throttled, low: 0.15, high: 0.26, unit: " %", digits: 3},
		{id: "Q18", point: "many partitions, 5 VMs against 5 times 1", published: "rises", measure: linear(5), low: 95, high: 105, unit: " %", digits: 1},
		{id: "Q18", point: "many partitions, 16 VMs against 16 times 1", published: "rises", measure: linear(16), low: 95, high: 105, unit: " %", digits: 1},
		{id: "Q19", point: "gets against inserts, one partition", published: "more", measure: getsOverInserts, low: 1.01, high: nothingAbove, unit: " times", digits: 2},
		{id: "Q19", point: "gets, many partitions against one", published: "more", measure: manyOverOne, low: 1.01, high: nothingAbove, unit: " times", digits: 2},
		{id: "-", point: "batch 100, 10 threads, entities/s", published: "not in the text", measure: batch(1).rate, low: nothingBelow, high: nothingAbove, digits: 0},
		{id: "Q24", point: "batch 100, 20 threads, entities/s", published: "2,300", measure: batch(2).rate, low: 2200, high: 2400, digits: 0},
		{id: "Q24", point: "throttled there", published: "almost none", measure: batch(2).throttled, low: nothingBelow, high: 2, unit: " %", digits: 2},
		{id: "Q25", point: "30 threads, throttled", published: "11 % between 20 and 30", measure: batch(3).throttled, low: 6, high: 12, unit: " %", digits: 2},
		{id: "Q25", point: "30 threads, the 11 % themselves", published: "11 %", measure: batch(3).throttled, low: 10, high: 12, unit: " %", digits: 2,
			unmatched: "with a pause of 3 s after an error no smooth law rises so fast; a hard limit would, and would throttle nothing in Q15"},
		{id: "-", point: "40 threads, throttled", published: "not in the text", measure: batch(4).throttled, low: nothingBelow, high: nothingAbove, unit: " %", digits: 2},
		{id: "Q26", point: "50 threads, entities/s", published: "2,500", measure: batch(5).rate, low: 2400, high: 2600, digits: 0},
		{id: "Q26", point: "throttled there", published: "22 %", measure: batch(5).throttled, low: 20, high: 25, unit: " %", digits: 2},
		{id: "Q28", point: "time to the first split", published: "300 to 600 s", measure: firstSplit, low: 300, high: 660, unit: " s", digits: 0, extremes: true},
		{id: "Q29", point: "shortest absence in 45 minutes", published: "10 s", measure: func(seed uint64) float64 { return newTableOf(seed).least }, low: 10, high: 20, unit: " s", digits: 1, extremes: true},
		{id: "Q29", point: "longest absence in 45 minutes", published: "20 s", measure: func(seed uint64) float64 { return newTableOf(seed).most }, low: 10, high: 20, unit: " s", digits: 1, extremes: true},
		{id: "Q31", point: "append, best 5 minutes of an hour", published: "one partition's limit", measure: bestAppend, low: nothingBelow, high: 1.005 * capacity, unit: "/s", digits: 1, extremes: true},
		{id: "Q47", point: "ranges after a season, low mark 2", published: "merged back", measure: afterSeason, low: 2, high: 2, digits: 0, extremes: true},
		{id: "Q48", point: "new table: throttled at the end / start", published: "falling", measure: func(seed uint64) float64 { return newTableOf(seed).ratio }, low: nothingBelow, high: 0.5, digits: 3},
		{id: "Q36", point: "scan of 8 ranges, 4 empty: pages", published: "tokens and empty pages", measure: scanned(func(t sim.Totals) uint64 { return t.Pages }), low: 12, high: 12, digits: 0, extremes: true},
		{id: "Q36", point: "empty pages among them", published: "tokens and empty pages", measure: scanned(func(t sim.Totals) uint64 { return t.Empty }), low: 4, high: 4, digits: 0, extremes: true},
		{id: "Q02", point: "account limit, 360 threads, entities/s", published: "5,000", measure: accountRate, low: 4950, high: 5050, digits: 0},
		{id: "Q30", point: "eight ranges on one server: end / start", published: "then balanced", measure: relieved, low: 1.5, high: nothingAbove, unit: " times", digits: 2},
	}
	return rows
}

func getsOverInserts(seed uint64) float64 {
	gets := probe{16, 15, 1, sim.ExtraLarge, sim.Get, false, 60}
	inserts := probe{16, 15, 1, sim.ExtraLarge, sim.Insert, false, 60}
	return gets.rate(seed) / inserts.rate(seed)
}

func manyOverOne(seed uint64) float64 {
	one := probe{16, 15, 1, sim.ExtraLarge, sim.Get, false, 60}
	many := probe{16, 15, 1, sim.ExtraLarge, sim.Get, true, 60}
	return many.rate(seed) / one.rate(seed)
}

// firstSplit is when an overloaded range is first split.
func firstSplit(seed uint64) float64 {
	s := simulation(preset("guid", seed))
	for at := sim.Minute; at <= sim.Hour; at += sim.Minute {
		s.Run(at)
		for _, n := range s.Notes() {
			if n.Kind == sim.SplitNote {
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
	s := simulation(preset("newtable", seed))
	share := func(from, to int64) float64 {
		s.Run(from)
		before := s.Total()
		s.Run(to)
		now := s.Total()
		d := now.Sub(&before)
		return float64(d.Throttled) / float64(max(1, d.Sent))
	}
	first := share(0, 5*sim.Minute)
	n.ratio = share(40*sim.Minute, 45*sim.Minute) / first
	least, most := sim.Hour, int64(0)
	for _, note := range s.Notes() {
		if note.Kind == sim.OnlineNote {
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
	for _, rate := range bins(simulation(preset("append", seed)), 5*sim.Minute, sim.Hour) {
		best = max(best, rate)
	}
	return best
}

func afterSeason(seed uint64) float64 {
	s := simulation(preset("season", seed))
	s.Run(s.Scenario().Span)
	if s.Total().Merges == 0 {
		return 0
	}
	return float64(s.Map().Len())
}

func scanned(count func(sim.Totals) uint64) func(uint64) float64 {
	return func(seed uint64) float64 {
		s := simulation(preset("deleteall", seed))
		s.Run(5 * sim.Minute)
		return float64(count(s.Total()))
	}
}

func accountRate(seed uint64) float64 {
	s := simulation(preset("account", seed))
	return bins(s, sim.Minute, 5*sim.Minute)[4]
}

func relieved(seed uint64) float64 {
	rates := bins(simulation(preset("noisy", seed)), 2*sim.Minute, 30*sim.Minute)
	return rates[len(rates)-1] / rates[1]
}

package main

import (
	"math"

	"github.com/keyrange/keyrange/engine/sim"
)

var (
	nothingBelow = math.Inf(-1)
	nothingAbove = math.Inf(1)
)

// clientRows are the figures that depend on the clients more than on the ranges.
func clientRows() []calibration {
	xl, small := sim.ExtraLarge, sim.Small
	gets := probe{1, 1, 1, xl, sim.Get, true, 600}
	inserts := probe{1, 1, 1, xl, sim.Insert, true, 600}
	batches := probe{1, 1, 100, small, sim.Insert, true, 600}
	crowd := func(size sim.VMSize, threads, batch int) probe {
		return probe{1, threads, batch, size, sim.Insert, true, 300}
	}
	ratio := func(a, b probe) func(uint64) float64 {
		return func(seed uint64) float64 { return 100 * a.rate(seed) / b.rate(seed) }
	}
	small30, xl30 := crowd(small, 30, 100), crowd(xl, 30, 100)
	return []calibration{
		{id: "Q07", point: "gets below 40 ms, XL VM", published: "majority", measure: gets.below(40 * sim.Millisecond), low: 55, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q08", point: "inserts below 50 ms, XL VM", published: "majority", measure: inserts.below(50 * sim.Millisecond), low: 60, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q09", point: "batches of 100 below 1.2 s, small VM", published: "majority", measure: batches.below(1200 * sim.Millisecond), low: 60, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q10", point: "saving of batch 100 reached by batch 20", published: "peaks at 20", measure: saving, low: 94, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q12", point: "batch 20 against 100, 30 threads, XL", published: "peaks near 20", measure: ratio(crowd(xl, 30, 20), xl30), low: 90, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q12", point: "batch 20 against 100, 30 threads, small", published: "peaks near 20", measure: ratio(crowd(small, 30, 20), small30), low: 70, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q13", point: "XL against small, batch 100, 30 threads", published: "a little over 150 %", measure: ratio(xl30, small30), low: 140, high: 200, unit: " %", digits: 1},
		{id: "Q13", point: "XL against small, batch 20, 30 threads", published: "a little over 150 %", measure: ratio(crowd(xl, 30, 20), crowd(small, 30, 20)), low: 140, high: 200, unit: " %", digits: 1,
			unmatched: "the fitted wire time grows with the batch, so the large VM gains more from small ones"},
		{id: "Q20", point: "30 threads against 15, small, batch 100", published: "flat after 15", measure: ratio(small30, crowd(small, 15, 100)), low: nothingBelow, high: 105, unit: " %", digits: 1},
		{id: "Q20", point: "30 threads against 15, XL, batch 100", published: "keeps rising", measure: ratio(xl30, crowd(xl, 15, 100)), low: 120, high: nothingAbove, unit: " %", digits: 1},
		{id: "Q21", point: "threads that gets level off at, small VM", published: "about 6", measure: knee, low: 6, high: 8, unit: " threads", digits: 1},
		{id: "Q22", point: "entities/s, 16 small VMs x 15, batch 100", published: "17,000 reached", measure: probe{16, 15, 100, small, sim.Insert, true, 60}.rate, low: 17_000, high: nothingAbove, digits: 0},
		{id: "Q06", point: "throttled there", published: "none seen", measure: probe{16, 15, 100, small, sim.Insert, true, 60}.throttled, low: nothingBelow, high: 0.05, unit: " %", digits: 4},
		{id: "Q06", point: "throttled there, exactly none", published: "none seen", measure: probe{16, 15, 100, small, sim.Insert, true, 60}.throttled, low: 0, high: 0, unit: " %", digits: 4,
			unmatched: "threads with random keys share ranges by chance, fewer the more ranges there are"},
	}
}

// saving is how much of the time per entity that batches of 100 save is saved by
// batches of 20, in percent.
func saving(seed uint64) float64 {
	perEntity := func(batch int) float64 {
		p := probe{1, 1, batch, sim.ExtraLarge, sim.Insert, true, 300}
		return 1 / p.rate(seed) // one thread: the time between entities
	}
	one, all := perEntity(1), perEntity(100)
	return 100 * (one - perEntity(20)) / (one - all)
}

// knee is the least number of threads that reach 95 % of what twelve do.
func knee(seed uint64) float64 {
	rate := func(threads int) float64 {
		return probe{1, threads, 1, sim.Small, sim.Get, true, 120}.rate(seed)
	}
	most := rate(12)
	for threads := 1; ; threads++ {
		if rate(threads) >= 0.95*most {
			return float64(threads)
		}
	}
}

package load

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// mostLess is how much less the endpoint may do with -load unlimited than without
// -load, in percent.
const mostLess = 5

// The rounds in which two servers are measured side by side.
const (
	besideRounds = 41
	besideWhile  = 150 * time.Millisecond
)

// unlimited measures the endpoint with -load unlimited beside one without -load, and
// returns the jobs that it does too slowly.
func unlimited(out io.Writer) (missed, err error) {
	var pair [2]*target
	for i, flags := range [][]string{nil, {"-load", "unlimited"}} {
		t, err := program(oursName, append([]string{"tables", "-tables-port", "0"}, flags...)...)
		if err != nil {
			return nil, err
		}
		defer t.stop()
		if err := t.fill(); err != nil {
			return nil, err
		}
		pair[i] = t
	}
	fmt.Fprintf(out, "Requests with -load unlimited against those without -load, on 16 connections, the middle of %d pairs of %v each:\n",
		besideRounds, besideWhile)
	for _, job := range Jobs {
		if !job.Echoed {
			continue
		}
		shares, err := beside(pair, job)
		if err != nil {
			return nil, err
		}
		percent := func(part int) float64 { return 100 * (shares[len(shares)*part/4] - 1) }
		fmt.Fprintf(out, "  %-12s %+5.1f %% (at least -%d %%); half of the pairs between %+.1f and %+.1f %%\n", job.Name, percent(2), mostLess,
			percent(1), percent(3))
		if percent(2) < -mostLess {
			missed = errors.Join(missed, fmt.Errorf("%s: %.1f %% with -load unlimited, want at least -%d %%", job.Name, percent(2), mostLess))
		}
	}
	fmt.Fprintln(out)
	return missed, nil
}

// beside does a job on two servers in turn and returns which share of the first one's
// rate the second one has, of each pair, in ascending order. Which of them is first
// changes from pair to pair.
func beside(pair [2]*target, job Job) (shares []float64, err error) {
	for round := range besideRounds {
		var rates [2]float64
		for turn := range pair {
			i := (turn + round) % len(pair)
			r, next, err := Measure(pair[i], job, 16, besideWhile, pair[i].next)
			if err != nil {
				return nil, err
			}
			pair[i].next, rates[i] = next, r.PerSecond
		}
		shares = append(shares, rates[1]/rates[0])
	}
	slices.Sort(shares)
	return shares, nil
}

package load

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Result is how one job went on one server.
type Result struct {
	PerSecond     float64
	P50, P95, P99 time.Duration
	Most          time.Duration
}

// rounds is how often a job is done on each server, in turn, so that what else
// the machine does meets all of them.
const rounds = 3

// MeasureAll does a job on all targets in turn, and gives for each the round
// with the middle rate.
func MeasureAll(targets []*target, job Job, connections int, while time.Duration) ([]Result, error) {
	results := make([][]Result, len(targets))
	for range rounds {
		for i, t := range targets {
			r, next, err := Measure(t, job, connections, while/rounds, t.next)
			if err != nil {
				return nil, err
			}
			t.next = next
			results[i] = append(results[i], r)
		}
	}
	middle := make([]Result, len(targets))
	for i, list := range results {
		slices.SortFunc(list, func(a, b Result) int { return cmp.Compare(a.PerSecond, b.PerSecond) })
		middle[i] = list[len(list)/2]
	}
	return middle, nil
}

// Measure does a job on a number of keep-alive connections, each with one
// request at a time, for a while. Requests are numbered from first; the next
// number that is free is returned.
func Measure(t *target, job Job, connections int, while time.Duration, first int) (Result, int, error) {
	times := make([][]time.Duration, connections)
	errs := make([]error, connections)
	var group sync.WaitGroup
	began := time.Now()
	for c := range connections {
		group.Go(func() { times[c], errs[c] = repeat(t, job, began.Add(while), first+c, connections) })
	}
	group.Wait()
	took := time.Since(began)
	var all []time.Duration
	most := 0
	for c := range times {
		if errs[c] != nil {
			return Result{}, first, fmt.Errorf("%s, %s: %w", t.name, job.Name, errs[c])
		}
		all = append(all, times[c]...)
		most = max(most, len(times[c]))
	}
	return summary(all, took), first + (most+1)*connections, nil
}

// repeat does a job on one connection until a moment.
func repeat(t *target, job Job, until time.Time, number, step int) ([]time.Duration, error) {
	c, err := dial(t.address)
	if err != nil {
		return nil, err
	}
	defer c.conn.Close()
	var times []time.Duration
	for now := time.Now(); now.Before(until); number += step {
		c.buffer = job.request(c.buffer[:0], t, number)
		status, err := c.do(c.buffer)
		if err != nil {
			return times, err
		}
		if status != job.Status {
			return times, fmt.Errorf("request %d is answered with %d, want %d", number, status, job.Status)
		}
		after := time.Now()
		times = append(times, after.Sub(now))
		now = after
	}
	return times, nil
}

func summary(times []time.Duration, took time.Duration) Result {
	if len(times) == 0 {
		return Result{}
	}
	slices.Sort(times)
	at := func(part float64) time.Duration { return times[int(part*float64(len(times)-1))] }
	return Result{float64(len(times)) / took.Seconds(), at(0.5), at(0.95), at(0.99), times[len(times)-1]}
}

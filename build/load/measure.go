package load

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"time"
)

// Result is how one job went on one server.
type Result struct {
	PerSecond     float64
	P50, P95, P99 time.Duration
	Most          time.Duration
	Server        time.Duration // processor time of the server for a request
	Client        time.Duration // and of this program
}

// rounds is how often a job is done on each server, in turn, so that what else
// the machine does meets all of them.
const rounds = 7

// MeasureAll does a job on all targets in turn, and gives for each name the round
// with the middle rate.
func MeasureAll(targets []*target, job Job, connections int, while time.Duration) (map[string]Result, error) {
	results := map[string][]Result{}
	for range rounds {
		for _, t := range targets {
			r, next, err := Measure(t, job, connections, while/rounds, t.next)
			if err != nil {
				return nil, err
			}
			t.next = next
			results[t.name] = append(results[t.name], r)
		}
	}
	middle := map[string]Result{}
	for name, list := range results {
		slices.SortFunc(list, func(a, b Result) int { return cmp.Compare(a.PerSecond, b.PerSecond) })
		middle[name] = list[len(list)/2]
	}
	return middle, nil
}

// Measure does a job on a number of keep-alive connections, each with one
// request at a time, for a while. Requests are numbered from first; the next
// number that is free is returned.
func Measure(t *target, job Job, connections int, while time.Duration, first int) (Result, int, error) {
	r := run{target: t, job: job, asked: make([]asked, connections)}
	defer r.close()
	list := make([]*connection, connections)
	for i := range list {
		c, err := dial(t.address)
		if err != nil {
			return Result{}, first, err
		}
		list[i], r.asked[i].connection, r.asked[i].number = c, c, first+i
	}
	server, client := processorTime(t.process), processorTime(os.Getpid())
	began := time.Now()
	r.until = began.Add(while)
	err := r.begin()
	if err == nil {
		err = each(list, r.next)
	}
	if err != nil {
		return Result{}, first, fmt.Errorf("%s, %s: %w", t.name, job.Name, err)
	}
	took := time.Since(began)
	times := r.times()
	result := summary(times, took)
	if len(times) > 0 {
		result.Server = (processorTime(t.process) - server) / time.Duration(len(times))
		result.Client = (processorTime(os.Getpid()) - client) / time.Duration(len(times))
	}
	return result, r.free(first), nil
}

// run is a job while it is done.
type run struct {
	target *target
	job    Job
	until  time.Time
	asked  []asked
}

// asked is what one connection does.
type asked struct {
	*connection
	number int       // of the request
	at     time.Time // when it was sent
	times  []time.Duration
}

func (r *run) begin() error {
	for i := range r.asked {
		if err := r.ask(&r.asked[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) ask(a *asked) error {
	a.request = r.job.request(a.request[:0], r.target, a.number)
	a.at = time.Now()
	return a.send()
}

// next reads on a connection on which something came, and sends the next request
// when the answer is whole. It reports whether the connection is done.
func (r *run) next(i int) (over bool, err error) {
	a := &r.asked[i]
	if whole, err := a.receive(); !whole || err != nil {
		return false, err
	}
	now := time.Now()
	a.times = append(a.times, now.Sub(a.at))
	if err := a.check(r.job); err != nil {
		return false, err
	}
	a.number += len(r.asked)
	if !now.Before(r.until) {
		return true, nil
	}
	return false, r.ask(a)
}

// glance is how much of a body is looked at.
const glance = 1 << 10

// check compares the answer with what the job wants.
func (a *asked) check(job Job) error {
	body := a.answer.text[a.answer.body:]
	switch body = body[:min(len(body), glance)]; {
	case a.answer.status != job.Status:
		return fmt.Errorf("request %d is answered with %d, want %d", a.number, a.answer.status, job.Status)
	case !bytes.Contains(body, []byte(job.Part)):
		return fmt.Errorf("request %d is answered with %s, want %s", a.number, body, job.Part)
	}
	return nil
}

func (r *run) times() (all []time.Duration) {
	for i := range r.asked {
		all = append(all, r.asked[i].times...)
	}
	return all
}

// free is the first number that no request has had.
func (r *run) free(first int) int {
	for i := range r.asked {
		first = max(first, r.asked[i].number)
	}
	return first + 1
}

func (r *run) close() {
	for i := range r.asked {
		if c := r.asked[i].connection; c != nil {
			c.close()
		}
	}
}

func summary(times []time.Duration, took time.Duration) Result {
	if len(times) == 0 {
		return Result{}
	}
	slices.Sort(times)
	at := func(part float64) time.Duration { return times[int(part*float64(len(times)-1))] }
	return Result{PerSecond: float64(len(times)) / took.Seconds(), P50: at(0.5), P95: at(0.95), P99: at(0.99), Most: times[len(times)-1]}
}

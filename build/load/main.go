package load

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/keyrange/keyrange/build/conformance"
)

// while is how long each job is done on each server.
const while = 3500 * time.Millisecond

// aims are what the endpoint has to reach on 16 connections with plain HTTP:
// times Azurite, and parts of the ceiling.
var aims = map[string]ratios{
	"insert": {12, 0.6}, "point get": {12, 0.6}, "page of 100": {20, 0.6}, "batch of 100": {6, 0},
}

// ratios are how the endpoint stands to others.
type ratios struct{ azurite, ceiling float64 }

// Main measures all servers in the repository at root and prints tables. It
// fails when the endpoint misses an aim, or when -load unlimited costs too much.
func Main(root string, out io.Writer) error {
	slower, err := unlimited(out)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "keyrange-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	targets, err := start(root, filepath.Join(folder, "tables.log"))
	defer func() {
		for _, t := range targets {
			t.stop()
		}
	}()
	if err != nil {
		return err
	}
	memory := map[string]int{}
	for _, t := range targets {
		before := t.residentBytes()
		if err := t.fill(); err != nil {
			return err
		}
		memory[t.name] = (t.residentBytes() - before) * 100_000 / (partitions * pageSize)
	}
	missed, err := plain(targets, out)
	if err != nil {
		return err
	}
	if err := clients(root, targets, out); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nMemory of the process per 100,000 entities (from %d):\n", partitions*pageSize)
	for _, t := range targets {
		if t.name != ceilingName {
			fmt.Fprintf(out, "  %-18s %6.1f MB\n", t.name, float64(memory[t.name])/1e6)
		}
	}
	return errors.Join(slower, missed)
}

// The names of the servers.
const (
	oursName    = "ours"
	dataName    = "ours with -data"
	ceilingName = "ceiling"
	azuriteName = "Azurite " + conformance.AzuriteVersion
)

func start(root, log string) ([]*target, error) {
	var targets []*target
	for _, begin := range []func() (*target, error){
		func() (*target, error) { return program(oursName, "tables", "-tables-port", "0") },
		func() (*target, error) { return program(dataName, "tables", "-tables-port", "0", "-data", log) },
		func() (*target, error) { return program(ceilingName, "ceiling") },
		func() (*target, error) { return azurite(root) },
	} {
		t, err := begin()
		if err != nil {
			return targets, err
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// plain measures plain HTTP and returns the aims that are missed.
func plain(targets []*target, out io.Writer) (missed, err error) {
	fmt.Fprintf(out, "Plain HTTP on kept connections, %d rounds of %.1f s each, in turn, the middle one shown. Work is the processor time\n"+
		"of a request, of the server and of the client that asks:\n", rounds, while.Seconds()/rounds)
	for _, connections := range []int{1, 16} {
		for _, job := range Jobs {
			results, err := MeasureAll(able(targets, job), job, connections, while)
			if err != nil {
				return nil, err
			}
			r := tell(out, job, connections, results)
			if aim := aims[job.Name]; connections == 16 && (r.azurite < aim.azurite || r.ceiling < aim.ceiling) {
				missed = errors.Join(missed, fmt.Errorf("%s: %.1f times Azurite and %.2f of the ceiling, want %.0f and %.1f",
					job.Name, r.azurite, r.ceiling, aim.azurite, aim.ceiling))
			}
		}
	}
	return missed, nil
}

// able are the targets that have an answer for a job.
func able(targets []*target, job Job) (list []*target) {
	for _, t := range targets {
		if job.Echoed || t.name != ceilingName {
			list = append(list, t)
		}
	}
	return list
}

// tell prints how a job went and returns how many times the rate of Azurite, and
// which part of the ceiling, the endpoint has.
func tell(out io.Writer, job Job, connections int, results map[string]Result) (r ratios) {
	for _, name := range []string{oursName, dataName, ceilingName, azuriteName} {
		if r, measured := results[name]; measured {
			fmt.Fprintf(out, "  %-12s %2d  %-18s %9.0f/s   p50 %8v  p95 %8v  p99 %8v  most %8v  work %6v + %v\n", job.Name, connections,
				name, r.PerSecond, round(r.P50), round(r.P95), round(r.P99), round(r.Most), round(r.Server), round(r.Client))
		}
	}
	ours := results[oursName].PerSecond
	r.azurite = ours / results[azuriteName].PerSecond
	fmt.Fprintf(out, "  %-12s %2d  ours is %.1f times Azurite", job.Name, connections, r.azurite)
	if job.Echoed {
		r.ceiling = ours / results[ceilingName].PerSecond
		fmt.Fprintf(out, " and %.2f of the ceiling", r.ceiling)
	}
	fmt.Fprintf(out, "; with -data it is %.2f of itself without\n", results[dataName].PerSecond/ours)
	return r
}

func round(d time.Duration) time.Duration { return d.Round(time.Microsecond) }

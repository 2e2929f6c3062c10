package load

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// while is how long each job is done on each server.
const while = 2400 * time.Millisecond

// aims are what the endpoint has to reach on 16 connections with plain HTTP:
// times Azurite, and parts of the ceiling.
var aims = map[string]struct{ azurite, ceiling float64 }{
	"insert": {10, 0.6}, "point get": {10, 0.6}, "page of 100": {20, 0.6},
}

// Main measures all servers in the repository at root and prints tables. It
// fails when the endpoint misses an aim.
func Main(root string, out io.Writer) error {
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
	return missed
}

// The names of the servers.
const (
	oursName    = "ours"
	dataName    = "ours with -data"
	ceilingName = "ceiling"
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
	fmt.Fprintf(out, "Plain HTTP on kept connections, %d rounds of %.1f s each, in turn, the middle one shown:\n", rounds,
		while.Seconds()/rounds)
	for _, connections := range []int{1, 16} {
		for _, job := range Jobs {
			rates := map[string]float64{}
			results, err := MeasureAll(targets, job, connections, while)
			if err != nil {
				return nil, err
			}
			for i, t := range targets {
				r := results[i]
				rates[t.name] = r.PerSecond
				fmt.Fprintf(out, "  %-12s %2d  %-18s %9.0f/s   p50 %8v  p95 %8v  p99 %8v  most %8v\n", job.Name, connections, t.name, r.PerSecond,
					round(r.P50), round(r.P95), round(r.P99), round(r.Most))
			}
			a := targets[len(targets)-1].name
			overAzurite, ofCeiling := rates[oursName]/rates[a], rates[oursName]/rates[ceilingName]
			fmt.Fprintf(out, "  %-12s %2d  ours is %.1f times Azurite and %.2f of the ceiling; with -data it is %.2f of itself without\n",
				job.Name, connections, overAzurite, ofCeiling, rates[dataName]/rates[oursName])
			if aim := aims[job.Name]; connections == 16 && (overAzurite < aim.azurite || ofCeiling < aim.ceiling) {
				missed = errors.Join(missed, fmt.Errorf("%s: %.1f times Azurite and %.2f of the ceiling, want %.0f and %.1f",
					job.Name, overAzurite, ofCeiling, aim.azurite, aim.ceiling))
			}
		}
	}
	return missed, nil
}

func round(d time.Duration) time.Duration { return d.Round(time.Microsecond) }

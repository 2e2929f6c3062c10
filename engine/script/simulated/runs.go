// Package simulated carries out the simulate commands of a log: Runs remembers
// for each the Outcome, a Rehearsal prepares outcomes in pieces, and Heat is the
// heat map of a run, made small.
//
// What always holds: an Outcome is a function of its command alone, and a run
// ends within the bounds that package command names, whatever the command asks
// for.
package simulated

import (
	"slices"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/table"
)

const (
	slice      = 20_000 // events between two looks at the requests
	firstNotes = 5      // sentences in an Outcome
	kept       = 24     // outcomes that Runs remembers
)

// Outcome is the outcome of a run of package sim: a function of preset, time
// and seed alone. It never changes.
type Outcome struct {
	Totals record.Totals
	Notes  []string       // the first decisions in words, the earliest first
	Noted  int            // how many decisions there were
	Map    *partition.Map // the ranges at the end
	Bounds []string       // the PartitionKeys at which they begin, without the first range
	Hash   uint64         // over everything that happened
	Span   table.Ticks    // virtual time of the run
	Quick  bool           // the service decided in seconds instead of minutes
	Over   int            // seconds of it in which one PartitionKey was offered more than the target of a partition
	// Servers is how many servers had a range at the end.
	Servers int
	Heat    Heat
	// Mistake says in a plain sentence why the run was given up; Totals then
	// tells how far it got, and there is no Map. "" for a whole run.
	Mistake string
}

// Rate returns the mean of the entities per second that were stored or read.
func (o *Outcome) Rate() int {
	return int(o.Totals.Entities) * int(table.Second) / int(max(1, o.Span))
}

// simulation is what a run is a function of.
type simulation struct {
	preset string
	time   table.Ticks
	seed   uint64
	load   command.Load
}

// Runs remembers the outcomes of simulate commands, so that Redo and Seek need
// not repeat them. It is no part of a state: what it answers is what a run would.
// Worlds may share one.
type Runs struct {
	keys []simulation // the latest last
	runs []*Outcome
}

// Of returns what the run of a simulate command comes to.
func (o *Runs) Of(c *command.Command) *Outcome {
	k := simulationOf(c)
	if i := slices.Index(o.keys, k); i >= 0 {
		return o.runs[i]
	}
	r := k.begin()
	for r.step(slice) {
	}
	o.keep(k, r.outcome)
	return r.outcome
}

func (o *Runs) keep(k simulation, run *Outcome) {
	if len(o.keys) == kept {
		o.keys, o.runs = slices.Delete(o.keys, 0, 1), slices.Delete(o.runs, 0, 1)
	}
	o.keys, o.runs = append(o.keys, k), append(o.runs, run)
}

// Rehearsal carries out runs in pieces, ahead of the commands that want them.
type Rehearsal struct {
	runs *Runs
	keys []simulation // that are to be run
	now  *running     // the first of them
}

// Rehearse begins to carry out the runs of some commands. It is nil when there
// is nothing to run. Whoever does the commands then finds the outcomes.
func (o *Runs) Rehearse(commands []command.Command) *Rehearsal {
	h := &Rehearsal{runs: o}
	for i := range commands {
		k := simulationOf(&commands[i])
		if commands[i].Verb == command.Simulate && !slices.Contains(o.keys, k) && !slices.Contains(h.keys, k) && len(h.keys) < kept {
			h.keys = append(h.keys, k)
		}
	}
	if len(h.keys) == 0 {
		return nil
	}
	return h
}

// rehearsed is how many events one Step has: a few milliseconds.
const rehearsed = 4_000

// Step does a piece. It returns false once all is run.
func (h *Rehearsal) Step() (more bool) {
	if h.now == nil {
		h.now = h.keys[0].begin()
		return true
	}
	if !h.now.step(rehearsed) {
		h.runs.keep(h.keys[0], h.now.outcome)
		h.keys, h.now = h.keys[1:], nil
	}
	return len(h.keys) > 0
}

// running is a run on its way to its end or to a bound.
//
// What always holds: how it is cut into pieces leaves no trace in the outcome.
type running struct {
	of      simulation
	sim     *sim.Simulation
	span    int64
	left    int // events to the next look at the bounds
	outcome *Outcome
}

func (k simulation) begin() *running {
	r := &running{of: k, left: slice}
	c, err := sim.FromPreset(k.preset)
	if err == nil {
		c.Seed, c.Span = k.seed, micros(k.time)
		k.load.Into(&c)
		r.span = c.Span
		r.sim, err = sim.New(c)
	}
	if err != nil {
		r.outcome = &Outcome{Mistake: err.Error()}
	}
	return r
}

// step does at most so many events. It returns false when the outcome is there.
func (r *running) step(events int) (more bool) {
	if r.outcome != nil {
		return false
	}
	s := r.sim
	until := min(r.span, s.Now()/clock.Second*clock.Second+clock.Second)
	events = min(events, r.left)
	n := s.RunBudget(until, events)
	if r.left -= n; n == events && r.left > 0 {
		return true
	}
	if n < events {
		if until == r.span {
			r.outcome = outcomeOf(s)
			r.outcome.Span, r.outcome.Quick = r.of.time, r.of.load.Quick
			return false
		}
	}
	r.left = slice
	if s.Events() < command.MaxEvents && s.Total().Sent <= command.MaxRequests {
		return true
	}
	at := table.Ticks(s.Now()) * 10 / table.Second * table.Second
	r.outcome = &Outcome{Totals: s.Total(), Hash: s.Hash(), Mistake: command.TooManyRequests(r.of.time, at)}
	return false
}

// micros is the unit of package sim.
func micros(d table.Ticks) int64 { return int64(d / (table.Millisecond / 1000)) }

func outcomeOf(s *sim.Simulation) *Outcome {
	o := &Outcome{Totals: s.Total(), Noted: len(s.Notes()), Map: s.Map(), Hash: s.Hash()}
	o.Over = int(o.Totals.OverSeconds)
	for _, n := range s.Notes()[:min(firstNotes, o.Noted)] {
		o.Notes = append(o.Notes, s.Sentence(n))
	}
	o.Heat = heatOf(s)
	servers := map[int]bool{}
	for i := range o.Map.Len() {
		servers[o.Map.Server(i)] = true
	}
	o.Servers = len(servers)
	for i := 1; i < o.Map.Len(); i++ {
		low, _, _ := o.Map.Bounds(i)
		o.Bounds = append(o.Bounds, low)
	}
	return o
}

func simulationOf(c *command.Command) simulation {
	return simulation{c.Text, c.Duration, c.Seed, c.Load}
}

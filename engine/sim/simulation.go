package sim

import (
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Simulation is a run of a Scenario. It is advanced by its caller, in pieces of
// any size, and can go back.
//
// What always holds: its state is a function of the scenario and the commands
// alone. How it was cut into pieces, and whether it went back, leaves no trace.
type Simulation struct {
	scenario Scenario
	commands []Command
	source   *demand.Source
	recorder *record.Recorder
	state    *state
	past     history
	reached  int64 // by the run before it went back
}

// New prepares a run. The error says what is wrong with the scenario, and where.
func New(c Scenario) (*Simulation, error) { return NewLike(c, nil, noRest) }

// NewLike is New beside a run of which the scenario has much in common: what
// both work out of the same template and the same entities is worked out once.
// rest is called again and again meanwhile, so that a caller with other duties
// can see to them; neither of the runs may be used in it.
func NewLike(c Scenario, other *Simulation, rest func()) (*Simulation, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	var like *demand.Source
	if other != nil {
		like = other.source
	}
	d, err := c.Source(like, rest)
	if err != nil {
		return nil, err
	}
	s := &Simulation{scenario: c, source: d, commands: sortedCommands(c.Commands), state: &state{hash: hash.Basis}}
	s.recorder = record.New(newRows(d, c.Seed, c.Span))
	s.state.attach(d, s.recorder)
	c.begin(s.state, d)
	s.past.begin(s.state)
	return s, nil
}

// noRest is for callers without other duties.
func noRest() {}

// Now returns the virtual time in microseconds.
func (s *Simulation) Now() int64 { return s.state.clock.Now }

// Hash returns a number over everything that has happened. Equal runs have equal
// hashes.
func (s *Simulation) Hash() uint64 { return s.state.hash }

// Events returns how many events were processed.
func (s *Simulation) Events() uint64 { return s.state.events }

// Total returns the counts from the start.
func (s *Simulation) Total() record.Totals {
	t := s.state.ledger.Totals
	t.InFlight = uint64(s.state.clients.InFlight())
	return t
}

// Scenario returns what the run was made of. Its Commands are those of the log,
// also the ones done later.
func (s *Simulation) Scenario() Scenario {
	c := s.scenario
	c.Commands = append([]Command(nil), s.commands...)
	return c
}

// Params returns the numbers of the model that hold now.
func (s *Simulation) Params() Params { return s.state.params() }

// Under returns the keys that another template gives to what is asked for in this
// run. rest is that of NewLike.
func (s *Simulation) Under(template string, rest func()) (*demand.Source, error) {
	c := s.scenario
	c.Template = template
	return c.Source(s.source, rest)
}

// Run advances the run until everything up to a moment of virtual time has
// happened.
func (s *Simulation) Run(until int64) { s.RunBudget(until, 1<<62) }

// RunBudget is Run that stops after so many events, between two of them. It
// returns how many there were, fewer than the budget when the moment is reached.
func (s *Simulation) RunBudget(until int64, events int) int {
	until = min(until, clock.MaxTime)
	before := s.state.events
	for left := events; left > 0; left = events - int(s.state.events-before) {
		if s.toNextCommand(until, left) {
			break
		}
	}
	return int(s.state.events - before)
}

// toNextCommand runs to the next checkpoint, command or the end, whichever is
// first. It reports whether the end is reached.
func (s *Simulation) toNextCommand(until int64, budget int) (done bool) {
	stop, next := until, s.state.commands
	if next < len(s.commands) {
		stop = min(stop, s.commands[next].At)
	}
	// A checkpoint holds the state before everything that happens at its time.
	due := s.past.next(s.state)
	if n, limit := s.process(min(stop, due-1), budget); n == limit {
		return false
	}
	if stop >= due {
		s.past.keep(s.state, s.recorder.Span(), due)
		return false
	}
	s.state.clock.Now = max(s.state.clock.Now, stop)
	if next < len(s.commands) && s.commands[next].At <= stop {
		s.repeats()
		if s.state.clock.Now >= s.recorder.End { // what it refuses is of the column that begins now
			s.recorder.Advance(s.state.clock.Now)
		}
		s.state.commands++
		s.state.apply(s.source, s.recorder, next, &s.commands[next])
		s.past.recorded = max(s.past.recorded, s.state.steps())
		return false
	}
	return true
}

// process runs events up to a moment, or as many as the limit that it returns.
func (s *Simulation) process(until int64, budget int) (n, limit int) {
	limit = budget
	if s.repeats() {
		limit = int(min(uint64(limit), s.past.recorded-s.state.steps()))
	}
	n = s.state.run(s.recorder, until, limit)
	s.past.recorded = max(s.past.recorded, s.state.steps())
	return n, limit
}

// repeats reports whether what happens next is recorded already, and tells the
// recorder so.
func (s *Simulation) repeats() bool {
	again := s.state.steps() < s.past.recorded
	s.recorder.Repeat(again)
	return again
}

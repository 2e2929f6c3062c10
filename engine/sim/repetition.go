package sim

import (
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Repetition is a run that does again what another one did, to be looked at.
//
// What always holds: the run that it repeats is not touched. It only goes forward,
// and nothing that it does is recorded.
type Repetition struct{ run *Simulation }

// Repeat begins a repetition at the last checkpoint that is not after a moment.
func (s *Simulation) Repeat(from int64) *Repetition {
	own := *s.source // so that its draws can be seen
	r := &Simulation{scenario: s.scenario, commands: s.commands, source: &own, state: &state{}, recorder: s.recorder.Silent()}
	r.past.every = 1 << 40 // no checkpoints
	r.state.attach(r.source, r.recorder)
	s.past.marks[s.past.before(from)].state.copyTo(r.state)
	return &Repetition{r}
}

// RunBudget is that of a Simulation.
func (r *Repetition) RunBudget(until int64, events int) int { return r.run.RunBudget(until, events) }

// Watch lets someone see what the service does from now on.
func (r *Repetition) Watch(w service.Watch) { r.run.state.service.Watch(w) }

// WatchDraws lets someone see each operation that is drawn, with its key.
func (r *Repetition) WatchDraws(seen func(o demand.Draw, key uint64)) { r.run.source.Seen = seen }

// Service is that of the repetition, to be looked at.
func (r *Repetition) Service() *service.Service { return &r.run.state.service }

// Params returns the numbers that hold now.
func (r *Repetition) Params() Params { return r.run.Params() }

// Clients are those of the repetition, to be looked at.
func (r *Repetition) Clients() *demand.Clients { return &r.run.state.clients }

// Now returns the virtual time in microseconds.
func (r *Repetition) Now() int64 { return r.run.Now() }

package sim

import (
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// state is all that decides how a run goes on: the service, its clients, and what
// is due. A copy of it, attached anew, is a copy of the run.
type state struct {
	clock    clock.Clock
	service  service.Service
	clients  demand.Clients
	ledger   record.Ledger
	events   uint64 // processed
	hash     uint64 // over all processed events
	commands int    // of the log that were applied
	marked   int64  // time of the last checkpoint
}

// attach lets the parts of the state work with each other, with the keys of the
// run and with its recorder.
func (s *state) attach(d *demand.Source, r *record.Recorder) {
	r.Ledger = &s.ledger
	s.service.Attach(&s.clock, r, &s.clients)
	s.clients.Attach(&s.clock, r, d, &s.service)
}

// copyTo makes another state a copy of this one. It stays attached to what it is.
func (s *state) copyTo(d *state) {
	s.clock.CopyTo(&d.clock)
	s.service.CopyTo(&d.service)
	s.clients.CopyTo(&d.clients)
	d.ledger, d.events, d.hash, d.commands, d.marked = s.ledger, s.events, s.hash, s.commands, s.marked
}

// steps numbers the events and commands of a run in their order.
func (s *state) steps() uint64 { return s.events + uint64(s.commands) }

// bytes is about how much memory a copy takes.
func (s *state) bytes() int {
	return s.service.Bytes() + s.clients.Bytes() + len(s.clock.Waiting())*16 + 4096
}

// params returns the numbers that hold now.
func (s *state) params() Params { return Params{s.service.Params(), s.clients.Delays()} }

// run processes events up to a moment, at most as many as the budget, and
// returns how many there were.
func (s *state) run(r *record.Recorder, until int64, budget int) int {
	n := 0
	for n < budget && s.clock.Due(until) {
		e := s.clock.Pop()
		if s.clock.Now >= r.End {
			r.Advance(s.clock.Now)
		}
		s.hash = (s.hash ^ e.When ^ e.What) * hash.Prime
		n++
		switch k := e.Kind(); k {
		case clock.Send, clock.Resend, clock.Arrive, clock.Arrival:
			s.clients.Handle(k, e)
		default:
			s.service.Handle(k, e)
		}
	}
	s.events += uint64(n)
	return n
}

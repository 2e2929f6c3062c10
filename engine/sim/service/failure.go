package service

import "github.com/keyrange/keyrange/engine/sim/record"

// kill ends a server. Its ranges lose what was not acknowledged, which their
// clients are told, and go to the other servers one by one, each to the one that
// has least to do by then. At least one server stays.
func (s manager) kill(index int32) {
	v := &s.servers[index]
	v.dead, v.busy, v.pending, v.worked, v.load, v.busySince = true, 0, 0, 0, 0, never
	v.ready = none
	s.note(record.Note{Kind: record.FailNote, Server: index})
	for place, i := range s.order {
		if s.ranges[i].server != index {
			continue
		}
		s.abandon(place)
		s.lose(i)
	}
}

// abandon ends a merge that the range at this place takes part in, for the
// neighbour. The range itself is about to be reassigned.
func (s manager) abandon(place int) {
	r := &s.ranges[s.order[place]]
	other := none
	switch {
	case r.change == Absorbing:
		other = s.order[place+1]
	case r.change == Joining || r.joins:
		other = s.order[place-1]
	}
	r.joins = false
	if other == none {
		return
	}
	o := &s.ranges[other]
	o.joins = false
	switch {
	case o.phase == Online:
		o.change = NoChange
	case o.phase == Draining && o.change != Moving:
		s.settle(o)
		if !s.servers[o.server].dead {
			s.offer(other)
		}
	}
}

// lose takes a range from a dead server. Requests that were executed or in the
// commit log without an answer fail like those that waited.
func (s manager) lose(index int32) {
	r := &s.ranges[index]
	r.ready, r.nextReady, r.lostBy = false, none, r.server
	if r.executing != none {
		s.drop(r.executing, record.ServerFailed)
		r.executing = none
	}
	for _, l := range []*list{&r.waiting, &r.group, &r.flight} {
		for l.head != none {
			s.drop(s.take(l), record.ServerFailed)
		}
	}
	r.flushing = false
	r.change, r.target = Moving, s.coolest(none)
	r.server = none // counts for no server until it is assigned
	s.record.Moves++
	s.leave(index)
}

// revive starts a server again, without a range.
func (s manager) revive(index int32) {
	v := &s.servers[index]
	*v = server{ready: none, busySince: never}
	s.note(record.Note{Kind: record.ReviveNote, Server: index})
}

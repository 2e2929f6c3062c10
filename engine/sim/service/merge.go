package service

import "github.com/keyrange/keyrange/engine/sim/record"

// online ends a move. A range that moved in order to be merged is merged now.
func (s manager) online(index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	s.note(record.Note{Kind: record.OnlineNote, Range: r.uid, Server: r.server, Key: r.Low, For: s.clock.Now - r.since})
	joins := r.joins
	r.joins = false
	s.settle(r)
	if joins {
		s.drainPair(s.placeOf(r.Low) - 1)
		return
	}
	s.offer(index)
}

// beginMerge brings two neighbours to one server and then drains both. The left
// one serves until the right one has arrived.
func (s manager) beginMerge(place int) {
	left, right := s.order[place], s.order[place+1]
	if s.ranges[right].server == s.ranges[left].server {
		s.drainPair(place)
		return
	}
	s.ranges[left].change = Absorbing
	s.ranges[right].joins = true
	s.beginMove(right, s.ranges[left].server)
}

// drainPair marks both ranges before either is looked at, so that neither waits
// for a neighbour that does not know of it.
func (s manager) drainPair(place int) {
	for _, i := range s.order[place : place+2] {
		s.unready(i)
		r := &s.ranges[i]
		r.phase, r.since, r.until = Draining, s.clock.Now, 0
		r.meter.trying = false
	}
	s.ranges[s.order[place]].change = Absorbing
	s.ranges[s.order[place+1]].change = Joining
	s.meet(place)
}

// meet lets the two ranges of a merge stand still once both are at rest. It is
// called with the place of either.
func (s manager) meet(place int) {
	if s.ranges[s.order[place]].change == Joining {
		place--
	}
	left, right := &s.ranges[s.order[place]], &s.ranges[s.order[place+1]]
	if left.phase == Draining && left.until == 0 && seams.quiet(left) && seams.quiet(right) {
		s.standStill(left, s.order[place])
	}
}

// merge makes one range of two.
func (s manager) merge(place int) {
	index, other := s.order[place], s.order[place+1]
	left, right := &s.ranges[index], &s.ranges[other]
	left.High = right.High
	seams.join(&left.store, &right.store)
	for right.waiting.head != none {
		s.add(&left.waiting, s.take(&right.waiting))
	}
	left.parent = left.uid
	s.uids++
	left.uid = s.uids
	left.meter = meter{hotSince: never, coldSince: s.clock.Now}
	right.phase, right.change = Dead, NoChange
	right.epoch++
	right.store = store{}
	s.removeRange(place + 1)
	s.record.Merges++
	s.settle(left)
	s.offer(index)
}

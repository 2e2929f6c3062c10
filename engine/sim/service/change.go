package service

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// seams are the places at which a test breaks the model, to see that Check and
// the other tests notice.
var seams = struct {
	right func(key, cut uint64) bool // whether a waiting request goes to the right part
	low   func(cut uint64) uint64    // where the right part begins
	quiet func(r *rangeState) bool   // whether a draining range has come to rest
	keep  func(l list) list          // what is kept of the waiting requests at a split
	join  func(left, right *store)   // how the entities of two ranges become one's
}{
	right: func(key, cut uint64) bool { return key >= cut },
	low:   func(cut uint64) uint64 { return cut },
	quiet: func(r *rangeState) bool { return r.executing == none && !r.flushing },
	keep:  func(l list) list { return l },
	join:  (*store).join,
}

// drain makes a range finish what it executes and writes, and nothing more.
func (s manager) drain(index int32, change Change) {
	s.unready(index)
	r := &s.ranges[index]
	r.phase, r.change, r.since, r.until = Draining, change, s.clock.Now, 0
	r.meter.trying = false
	s.drained(index)
}

// drained goes on with a change when its range has come to rest.
func (s manager) drained(index int32) {
	r := &s.ranges[index]
	if !seams.quiet(r) {
		return
	}
	switch r.change {
	case Splitting:
		s.standStill(r, index)
	case Moving:
		s.leave(index)
	case Absorbing, Joining:
		s.meet(s.placeOf(r.Low))
	}
}

// standStill waits for the pause that a split or merge takes.
func (s manager) standStill(r *rangeState, index int32) {
	r.epoch++
	r.until = s.clock.Now + s.params.Pause
	s.clock.Push(r.until, clock.Pack(clock.Pause, index, int32(r.epoch)))
}

func (s manager) beginSplit(index int32, cut uint64) {
	s.ranges[index].cut = cut
	s.drain(index, Splitting)
}

// paused carries out the change for which a range has stood still.
func (s manager) paused(index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	if r.change == Splitting {
		s.split(index)
	} else {
		s.merge(s.placeOf(r.Low))
	}
}

// split makes two ranges of one. The queue is divided by key, and the part with
// less of it moves to the server that has least to do.
func (s manager) split(index int32) {
	place := s.placeOf(s.ranges[index].Low)
	high := s.ranges[index].High
	other := s.newRange(partition.Range{Low: seams.low(s.ranges[index].cut), High: high}, s.ranges[index].server, s.clock.Now)
	left, right := &s.ranges[index], &s.ranges[other]
	right.parent, left.parent = left.uid, left.uid
	s.uids++
	left.uid = s.uids
	left.High = left.cut
	right.store = left.store.cutAt(left.cut)
	queue := seams.keep(left.waiting)
	left.waiting = emptyList()
	for queue.head != none {
		r := s.take(&queue)
		if seams.right(s.requests[r].Key, left.cut) {
			s.add(&right.waiting, r)
		} else {
			s.add(&left.waiting, r)
		}
	}
	left.meter.halve(&right.meter)
	s.insertRange(place, other)
	s.record.Splits++
	s.settle(left)
	s.settle(right)
	s.offer(index)
	s.offer(other)
	lighter := index
	if s.pending(right) < s.pending(left) {
		lighter = other
	}
	if target := s.coolest(s.ranges[lighter].server); target != none {
		s.beginMove(lighter, target)
	}
}

// halve gives both parts of a split half of the load and begins their
// measurement anew.
func (t *meter) halve(right *meter) {
	half := t.load
	half.Rate /= 2
	half.Utilisation /= 2
	half.Throttled = 0
	*t = meter{load: half, hotSince: never, coldSince: never}
	*right = *t
}

// settle ends a change.
func (s manager) settle(r *rangeState) {
	r.phase, r.change, r.since, r.until, r.lostBy = Online, NoChange, s.clock.Now, 0, none
	r.epoch++
}

func (s manager) beginMove(index, target int32) {
	s.ranges[index].target = target
	s.record.Moves++
	s.drain(index, Moving)
}

// leave takes a range from its server. What waited is refused; the range is away
// until its new server has loaded it.
func (s manager) leave(index int32) {
	r := &s.ranges[index]
	s.evict(index)
	if s.servers[r.target].dead {
		r.target = s.coolest(none)
	}
	r.server = r.target
	r.phase, r.since = Offline, s.clock.Now
	r.epoch++
	r.until = s.clock.Now + s.decide.Between(s.params.OfflineLow, s.params.OfflineHigh)
	s.clock.Push(r.until, clock.Pack(clock.Online, index, int32(r.epoch)))
	s.note(record.Note{Kind: record.OfflineNote, Range: r.uid, Server: r.server, Key: r.Low, For: r.until - s.clock.Now})
}

// evict refuses all requests that wait at a range.
func (s manager) evict(index int32) {
	r := &s.ranges[index]
	if r.waiting.head == none {
		return
	}
	s.servers[r.server].pending -= r.waiting.entities
	for r.waiting.head != none {
		s.drop(s.take(&r.waiting), r.away())
	}
}

// unready takes a range out of its server's list of those that wait for a core.
func (s manager) unready(index int32) {
	r := &s.ranges[index]
	if !r.ready {
		return
	}
	v := &s.servers[r.server]
	before, i := none, v.ready
	for i != index {
		before, i = i, s.ranges[i].nextReady
	}
	if before == none {
		v.ready = r.nextReady
	} else {
		s.ranges[before].nextReady = r.nextReady
	}
	if v.lastReady == index {
		v.lastReady = before
	}
	r.ready, r.nextReady = false, none
}

package sim

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// Phase is what a range is doing.
type Phase uint8

// The phases of a range. A draining range finishes what it has begun; then it
// stands still, is away, or is merged into its neighbour.
const (
	Online Phase = iota
	Draining
	Offline
	Dead
)

// String returns the phase's name.
func (p Phase) String() string { return [...]string{"online", "draining", "offline", "dead"}[p] }

// Change is what a range is being prepared for.
type Change uint8

// The changes of a range.
const (
	NoChange Change = iota
	Splitting
	Moving
	Absorbing // the left of two that are merged; online until the right one is on its server
	Joining   // the right of two that are merged
)

// String returns the change's name.
func (c Change) String() string { return [...]string{"none", "split", "move", "merge", "merge"}[c] }

const reservoirSize = 64

// rangeState is one RangePartition. It has no pointers, so that copying a slice
// of them copies their state.
//
// What always holds: executing is a request or none; a range is in its server's
// ready list if and only if ready is true, and then it is Online, has waiting
// requests and executes none; while flushing, flight is not empty.
type rangeState struct {
	partition.Range
	uid, parent uint32
	server      int32
	epoch       uint32 // counts what makes scheduled events of this range void
	phase       Phase
	change      Change
	ready       bool
	flushing    bool
	nextReady   int32

	waiting   list
	executing int32
	serving   int64 // microseconds of the execution under way
	group     list  // executed writes that wait for the next flush
	flight    list  // writes in the flush under way

	meter     meter
	reservoir reservoir
	store     store
	cut       uint64 // where it is being split
	target    int32  // where it is being moved
	joins     bool   // it moves to be merged with the range before it
	lostBy    int32  // the server that failed and so makes it move, or none
	since     int64  // when the phase began
	until     int64  // when it is expected to end, 0 for not known
	noSplit   uint32 // how often no key for a split was found
}

// pending is how many entities wait or are executed.
func (s *state) pending(r *rangeState) int64 {
	n := r.waiting.entities
	if r.executing != none {
		n += int64(s.requests[r.executing].count)
	}
	return n
}

// meter is what the manager measures of a range.
type meter struct {
	// Counts since the last tick.
	served, offered, throttled, busy int64
	load                             partition.Load // moving average with weight 1/2
	hotSince, hotNeed                int64          // hotSince is never while it is not hot
	coldSince                        int64          // never while it is not cold
	candidate                        uint64         // key whose balance is being tried
	left, right                      int64          // requests beside it since the last tick
	trying                           bool
}

const never = int64(-1)

// reservoir is an even sample of the keys of the requests since the last tick.
type reservoir struct {
	seen uint64
	keys [reservoirSize]uint64
}

func (v *reservoir) offer(key uint64, draw *random.Stream) {
	if v.seen < reservoirSize {
		v.keys[v.seen] = key
	} else if i := random.Bounded(draw.Next(), v.seen+1); i < reservoirSize {
		v.keys[i] = key
	}
	v.seen++
}

func (v *reservoir) sample() []uint64 { return v.keys[:min(v.seen, reservoirSize)] }

// rangeOf returns the index of the range that holds the key, by halving the
// ordered list of low ends.
func (s *state) rangeOf(key uint64) int32 {
	return s.order[s.placeOf(key)]
}

// placeOf returns where in the order the range that holds the key is.
func (s *state) placeOf(key uint64) int {
	lows := s.lows
	base, n := 0, len(lows)
	for n > 1 {
		half := n / 2
		if lows[base+half] <= key {
			base += half
		}
		n -= half
	}
	return base
}

// insertRange puts a new range into the order after the place given.
func (s *state) insertRange(place int, index int32) {
	s.order = append(s.order, none)
	copy(s.order[place+2:], s.order[place+1:])
	s.order[place+1] = index
	s.lows = append(s.lows, 0)
	copy(s.lows[place+2:], s.lows[place+1:])
	s.lows[place+1] = s.ranges[index].Low
}

func (s *state) removeRange(place int) {
	s.order = append(s.order[:place], s.order[place+1:]...)
	s.lows = append(s.lows[:place], s.lows[place+1:]...)
}

// newRange returns an idle range, in the place of a dead one where there is one.
func (s *state) newRange(r partition.Range, server int32) int32 {
	index := none
	for i := range s.ranges {
		if s.ranges[i].phase == Dead {
			index = int32(i)
			break
		}
	}
	if index == none {
		s.ranges = append(s.ranges, rangeState{})
		index = int32(len(s.ranges) - 1)
	}
	s.uids++
	s.ranges[index] = rangeState{
		Range: r, uid: s.uids, server: server, nextReady: none, executing: none, lostBy: none,
		epoch:   s.ranges[index].epoch + 1,
		waiting: emptyList(), group: emptyList(), flight: emptyList(), since: s.clock.Now,
	}
	s.ranges[index].meter.hotSince, s.ranges[index].meter.coldSince = never, never
	return index
}

package service

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
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

// weigh counts a request on its side of the key that is being tried.
func (t *meter) weigh(key uint64) {
	if key < t.candidate {
		t.left++
	} else {
		t.right++
	}
}

// away is the cause of a refusal by a range that nobody serves.
func (r *rangeState) away() record.Cause {
	if r.lostBy != none {
		return record.ServerFailed
	}
	return record.RangeMoving
}

// server is one PartitionServer.
type server struct {
	busy      int32 // ranges being served
	dead      bool
	ready     int32 // first of the ranges that wait for a core
	lastReady int32
	pending   int64  // entities of its ranges that wait or are served
	worked    int64  // microseconds since the last tick
	load      int64  // utilisation, moving average in thousandths
	busySince int64  // never while it is not busy
	entities  uint64 // of requests that it has done
}

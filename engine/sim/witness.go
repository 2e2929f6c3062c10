package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// maxSeen bounds what a witness remembers of a cell. A column of a long run can
// hold more; then the first ones are looked at.
const maxSeen = 1 << 16

// leadIn is how much of the run a witness sees before its cell, to tell where the
// keys are heading.
const leadIn = 30 * clock.Second

// heading tells whether keys rise or fall.
type heading struct {
	high, low       uint64 // of all keys so far
	any             bool
	rises, falls    int // how often a key was above or below all before
	atTop, atBottom int // counted operations on the highest and on the lowest key so far
}

// see takes in a key, and counts it where that is wanted.
func (h *heading) see(key uint64, counted bool) {
	if h.any && key > h.high {
		h.rises++
	}
	if h.any && key < h.low {
		h.falls++
	}
	if !h.any || key > h.high {
		h.high = key
	}
	if !h.any || key < h.low {
		h.low = key
	}
	h.any = true
	if counted && key == h.high {
		h.atTop++
	}
	if counted && key == h.low {
		h.atBottom++
	}
}

// direction is Append or Prepend where most of so many operations were on the
// newest key, else Idle.
func (h *heading) direction(operations int) Pattern {
	switch {
	case operations == 0:
	case h.rises >= leastSteps && h.atTop*1000 >= operations*mostOf:
		return Append
	case h.falls >= leastSteps && h.atBottom*1000 >= operations*mostOf:
		return Prepend
	}
	return Idle
}

// watched is what a witness knows of a range.
type watched struct {
	uid     uint32
	server  int32
	lostBy  int32
	until   int64
	heading heading
	all     int   // operations of all rows
	ops     int   // operations of the cell
	refused int   // entities of the cell
	queued  int64 // entities in its queue, summed over the cell's refusals by its server's queue
	took    int64 // microseconds of executing
}

// landing is an operation of any row.
type landing struct {
	key uint64
	uid uint32
}

// witness sees the operations of a run and remembers those of one cell.
type witness struct {
	row             uint8
	from            int64     // when the cell begins
	counting        bool      // that time has come
	all             int       // operations of all rows in that time
	ops             []uint64  // keys of the cell's operations
	near            []landing // operations of all rows
	last            [lastKeys]uint64
	count, entities int
	scans           int
	heading         heading // of all rows
	atTop, atBottom int     // operations of the cell on the highest and on the lowest key so far
	ranges          []watched
	busy            map[int32]int64 // microseconds of executing, by server
}

// of returns what is known of a range.
func (w *witness) of(r *rangeState) *watched {
	for i := range w.ranges {
		if w.ranges[i].uid == r.uid {
			w.ranges[i].server = r.server
			return &w.ranges[i]
		}
	}
	w.ranges = append(w.ranges, watched{uid: r.uid, server: r.server, lostBy: none})
	return &w.ranges[len(w.ranges)-1]
}

// see is called for each request at the front end.
func (w *witness) see(s *state, index int32) {
	q := &s.requests[index]
	r := w.of(&s.ranges[s.rangeOf(q.key)])
	r.heading.see(q.key, w.counting)
	w.heading.see(q.key, false)
	if !w.counting {
		return
	}
	w.all++
	r.all++
	if len(w.near) < maxSeen {
		w.near = append(w.near, landing{q.key, r.uid})
	}
	if q.row == w.row {
		r.ops++
		w.remember(q)
	}
}

func (w *witness) remember(q *request) {
	if q.key == w.heading.high {
		w.atTop++
	}
	if q.key == w.heading.low {
		w.atBottom++
	}
	w.last[w.count%lastKeys] = q.key
	w.count++
	w.entities += int(q.count)
	if q.op.walks() {
		w.scans++
	}
	if len(w.ops) < maxSeen {
		w.ops = append(w.ops, q.key)
	}
}

// refused is called for each refusal in the time of the cell. Where the server's
// queue is the cause, it notes whose requests the queue is made of.
func (w *witness) refused(s *state, index int32, why record.Cause) {
	q := &s.requests[index]
	if q.row != w.row {
		return
	}
	at := &s.ranges[s.rangeOf(q.key)]
	r := w.of(at)
	r.refused += int(q.count)
	r.lostBy, r.until = at.lostBy, at.until
	if why != record.ServerCrowded {
		return
	}
	for _, i := range s.order {
		if other := &s.ranges[i]; other.server == at.server {
			w.of(other).queued += s.pending(other)
		}
	}
}

// served is called when a range has executed a request.
func (w *witness) served(s *state, index int32) {
	r := &s.ranges[index]
	took := min(r.serving, s.clock.Now-w.from)
	w.of(r).took += took
	w.busy[r.server] += took
}

// main is the range that the cell is about: the one that refused most of it, or
// has most of its operations.
func (w *witness) main() watched {
	best := watched{server: none, lostBy: none}
	for _, r := range w.ranges {
		if r.refused > best.refused || r.refused == best.refused && r.ops > best.ops {
			best = r
		}
	}
	return best
}

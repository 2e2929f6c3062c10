package explain

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
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
	of              *service.Service
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

// newWitness returns one of a cell that begins at a moment.
func newWitness(of *service.Service, row uint8, from int64) witness {
	return witness{of: of, row: row, from: from, busy: map[int32]int64{}}
}

// known returns what is known of a range.
func (w *witness) known(r *service.RangePartition) *watched {
	for i := range w.ranges {
		if w.ranges[i].uid == r.Number {
			w.ranges[i].server = r.Server
			return &w.ranges[i]
		}
	}
	w.ranges = append(w.ranges, watched{uid: r.Number, server: r.Server, lostBy: none})
	return &w.ranges[len(w.ranges)-1]
}

// see is called for each request at the front end.
func (w *witness) see(q service.Seen) {
	r := w.known(&q.Range)
	r.heading.see(q.Key, w.counting)
	w.heading.see(q.Key, false)
	if !w.counting {
		return
	}
	w.all++
	r.all++
	if len(w.near) < maxSeen {
		w.near = append(w.near, landing{q.Key, r.uid})
	}
	if q.Row == w.row {
		r.ops++
		w.remember(&q.Request)
	}
}

func (w *witness) remember(q *service.Request) {
	if q.Key == w.heading.high {
		w.atTop++
	}
	if q.Key == w.heading.low {
		w.atBottom++
	}
	w.last[w.count%lastKeys] = q.Key
	w.count++
	w.entities += int(q.Entities)
	if q.Do.Walks() {
		w.scans++
	}
	if len(w.ops) < maxSeen {
		w.ops = append(w.ops, q.Key)
	}
}

// refused is called for each refusal in the time of the cell. Where the server's
// queue is the cause, it notes whose requests the queue is made of.
func (w *witness) refused(q service.Seen, why record.Cause) {
	if q.Row != w.row {
		return
	}
	r := w.known(&q.Range)
	r.refused += int(q.Entities)
	r.lostBy, r.until = q.Range.FailedServer, q.Range.Until
	if why != record.ServerCrowded {
		return
	}
	for i := range w.of.Ranges() {
		if other := w.of.Range(i); other.Server == q.Range.Server {
			w.known(&other).queued += other.Pending
		}
	}
}

// executed is called when a range has executed a request.
func (w *witness) executed(r service.RangePartition, at, took int64) {
	took = min(took, at-w.from)
	w.known(&r).took += took
	w.busy[r.Server] += took
}

// none is the number of no server.
const none = int32(-1)

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

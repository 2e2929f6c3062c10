package runs

import (
	"encoding/binary"
	"slices"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Run is the run of one design with what is kept of it for the picture.
//
// What always holds: windows are the closed windows of the heat map from the
// start, all of one length; each was looked at when virtual time was at its very
// end, so they do not depend on how the run was cut into pieces.
type Run struct {
	Title   string
	sim     *sim.Simulation
	span    int64 // of the run
	window  int64 // of one column
	windows []Window
	start   []owner
	target  int64 // entities per second of one partition
	frame   []byte
}

// Window is one column of the heat map.
type Window struct {
	Owners                     []owner // at its end
	Offered, Served, Throttled int64   // entities per second
	Wanted, Done               int64   // entities: of operations that began, and of requests that were done
	P50, P90, P99              int64   // microseconds
	Micros                     int64   // how much of it has passed
}

// owner is a range of the partition map: where it begins and who serves it.
type owner struct {
	Low    uint64
	Server int
	Phase  service.Phase
	Number uint32
}

// newSimRun makes a run. What it has in common with another one, which may be
// nil, is taken from there.
func newSimRun(title string, c sim.Scenario, like *Run) (*Run, error) {
	var other *sim.Simulation
	if like != nil {
		other = like.sim
	}
	run, err := sim.NewLike(c, other, browser.Rest)
	if err != nil {
		return nil, err
	}
	r := &Run{Title: title, sim: run, span: c.Span, window: windowOf(c.Span)}
	r.start = r.owners(nil)
	r.settle()
	return r, nil
}

// windowOf is the shortest length of a column with which a whole run fits the
// recording, so that a column never changes its length while the run goes on.
func windowOf(span int64) int64 {
	w := clock.Second
	for record.HeatColumns*w <= span {
		w *= 2
	}
	return w
}

// Sim returns the simulation.
func (r *Run) Sim() *sim.Simulation { return r.sim }

// Window returns the virtual time of one column in microseconds.
func (r *Run) Window() int64 { return r.window }

// Columns returns how many columns the whole run has.
func (r *Run) Columns() int { return int((r.span + r.window - 1) / r.window) }

// Drawn returns how many columns there is something to draw in.
func (r *Run) Drawn() int {
	return min(r.Columns(), int((r.sim.Recorded()+r.window-1)/r.window))
}

// advance does a piece of the run, and closes a window at whose end it is.
func (r *Run) advance(until int64) {
	next := int64(len(r.windows)+1) * r.window
	if r.sim.Now() < next {
		until = min(until, next)
	}
	if r.sim.RunBudget(until, pieceEvents) < pieceEvents && r.sim.Now() == next && next <= r.span {
		r.windows = append(r.windows, r.look(len(r.windows)))
	}
}

// forget drops the windows that a command in the past made void.
func (r *Run) forget() {
	r.windows = r.windows[:min(len(r.windows), int(r.sim.Recorded()/r.window))]
}

// look sums up a column.
func (r *Run) look(column int) Window {
	var sum simSum
	micros := r.sum(column, &sum)
	w := Window{Owners: r.owners(r.ownersBefore(column)), Micros: micros, Wanted: sum.wanted}
	for row := range r.Rows() {
		w.Offered += sum.offered[row]
		w.Done += sum.served[row]
		w.Throttled += sum.throttled[row]
	}
	w.Offered, w.Served, w.Throttled = perSecond(w.Offered, micros), perSecond(w.Done, micros), perSecond(w.Throttled, micros)
	w.P50, w.P90, w.P99 = sum.latency.Quantile(500), sum.latency.Quantile(900), sum.latency.Quantile(990)
	return w
}

func perSecond(n, micros int64) int64 { return n * clock.Second / max(1, micros) }

// At returns a column, also the one that is not closed yet.
func (r *Run) At(column int) Window {
	if column < len(r.windows) {
		return r.windows[column]
	}
	return r.look(column)
}

func (r *Run) ownersBefore(column int) []owner {
	if column == 0 {
		return r.start
	}
	return r.windows[min(column, len(r.windows))-1].Owners
}

// owners returns the partition map of this moment, the same slice as before
// when it is the same map.
func (r *Run) owners(before []owner) []owner {
	r.frame = r.sim.AppendFrame(r.frame[:0])
	l := binary.LittleEndian
	n := int(l.Uint64(r.frame[23*8:]))
	now := make([]owner, n)
	for i := range now {
		b := r.frame[sim.FrameHeaderSize+i*service.FrameRangeSize:]
		now[i] = owner{Low: l.Uint64(b), Server: int(int32(l.Uint32(b[24:]))), Phase: service.Phase(b[28]), Number: l.Uint32(b[16:])}
	}
	r.target = int64(l.Uint64(r.frame[22*8:]))
	if slices.Equal(now, before) {
		return before
	}
	return now
}

// Owners returns the partition map at the end of a column.
func (r *Run) Owners(column int) []owner {
	if column < len(r.windows) {
		return r.windows[column].Owners
	}
	return r.owners(nil)
}

// Target returns the entities per second that the service aims at for one
// partition.
func (r *Run) Target() int64 { return r.target }

// Capacity returns how many single inserts per second one range can take.
func (r *Run) Capacity() int64 {
	p := r.sim.Params()
	return p.Capacity()
}

// settle takes over what a command may have changed.
func (r *Run) settle() {
	r.frame = r.sim.AppendFrame(r.frame[:0])
	r.target = int64(binary.LittleEndian.Uint64(r.frame[22*8:]))
}

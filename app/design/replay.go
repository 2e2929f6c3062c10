package design

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// The load under which designs are held beside each other: the rows as inserts, for
// every design at the same rate, from as many ranges, with the same seed.
const (
	ReplayRate    = 5_000
	ReplayRanges  = 16
	ReplaySeconds = 4
	replayEvents  = 4_000 // of one step
	replayRows    = 3     // steps of a build that one step does
)

// Replay is work that is done again, apart from everything else: its table is
// built, its questions are asked, and its rows are sent as a load.
//
// What always holds: what it comes to depends on the work and the rows alone.
type Replay struct {
	*Playground
	run  *sim.Simulation
	load Load
	over bool
	same *loads // of all that use the same rows
}

// Load is what came of sending the rows.
type Load struct {
	Accepted int // entities per second
	Heat     record.Heat
}

// loads are those of the same rows by the template of their PartitionKey, on which
// alone a load depends besides.
type loads struct {
	of    *dataset.Dataset
	known map[string]Load
}

// maxLoads is how many of them are kept.
const maxLoads = 32

// NewReplay opens work to do it again. like is an earlier one whose rows it may
// use, once that is done; nil for none.
func NewReplay(work []byte, like *Replay, rest func()) (*Replay, error) {
	r := &Replay{Playground: New(0), same: &loads{}}
	r.Score.CostsAlone, r.Table.Undrawn = true, true
	if like != nil {
		r.Incoming.Loaded, r.same = like.Incoming.Loaded, like.same
	}
	return r, r.OpenMoment(work, rest)
}

// Step does one bounded piece and reports whether there was any. While rows are
// wanted there is none.
func (r *Replay) Step() bool {
	reads, builds := r.Incoming.Busy(), r.Table.Building != nil
	switch {
	case r.Incoming.Step():
	case reads, r.Incoming.Wants(), r.Rows.Data() == nil:
		return false
	case r.Rows.Fit():
	case builds:
		for range replayRows {
			if r.Table.Building != nil {
				r.Table.Build()
			}
		}
	case r.Score.ScoreStep():
	default:
		return r.loadStep()
	}
	return true
}

// loadStep sends some more of the rows.
func (r *Replay) loadStep() bool {
	switch {
	case r.over || r.Table.Built() == nil:
		return false
	case r.run == nil:
		if r.load, r.over = r.same.find(r.Rows.Data(), r.Edit.Design().PartitionKey); !r.over {
			r.begin()
		}
	default:
		if r.over = r.run.RunBudget(ReplaySeconds*clock.Second, replayEvents) < replayEvents; r.over {
			r.load = Load{int(r.run.Total().Entities) / ReplaySeconds, r.run.Heat()}
			r.same.keep(r.Edit.Design().PartitionKey, r.load)
		}
	}
	return true
}

// begin prepares the run.
func (r *Replay) begin() {
	c := review.Scenario(r.Rows.Data().Columns, r.Rows.Data(), r.Rows.Data().Len(), r.Edit.Design().PartitionKey, ReplayRate, ReplayRanges)
	c.Span = ReplaySeconds * clock.Second
	var err error
	r.run, err = sim.New(c)
	r.over = err != nil
}

// find returns the load of a template, if it was sent over these very rows before.
func (l *loads) find(rows *dataset.Dataset, template string) (load Load, ok bool) {
	if l.of != rows || len(l.known) == maxLoads {
		l.of, l.known = rows, map[string]Load{}
	}
	load, ok = l.known[template]
	return load, ok
}

func (l *loads) keep(template string, load Load) {
	load.Heat.Columns = slices.Clone(load.Heat.Columns)
	l.known[template] = load
}

// Load returns what came of sending the rows; ok is false while it is not over, and
// where the keys take none.
func (r *Replay) Load() (load Load, ok bool) { return r.load, r.over && len(r.load.Heat.Columns) > 0 }

// Wanted returns, once, the rows that a page must Provide.
func (r *Replay) Wanted() (set draft.Set, ok bool) { return r.Incoming.Wanted() }

// Provide hands over their bytes.
func (r *Replay) Provide(set draft.Set, data []byte) { r.Incoming.Provide(set, data, true) }

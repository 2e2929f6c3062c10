package design

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
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
	over bool
}

// NewReplay opens work to do it again. like is an earlier one whose rows it may
// use, once that is done; nil for none.
func NewReplay(work []byte, like *Replay, rest func()) (*Replay, error) {
	r := &Replay{Playground: New(0)}
	r.Score.CostsAlone, r.Table.Undrawn = true, true
	if like != nil {
		r.Incoming.Loaded = like.Incoming.Loaded
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
		c := review.Scenario(r.Rows.Data().Columns, r.Rows.Data(), r.Rows.Data().Len(), r.Edit.Design().PartitionKey, ReplayRate, ReplayRanges)
		c.Span = ReplaySeconds * clock.Second
		var err error
		r.run, err = sim.New(c)
		r.over = err != nil
	default:
		r.over = r.run.RunBudget(ReplaySeconds*clock.Second, replayEvents) < replayEvents
	}
	return true
}

// Run is the load, nil where there is none yet.
func (r *Replay) Run() *sim.Simulation { return r.run }

// Accepted returns how many entities per second the load was accepted at; ok is
// false while it is not over.
func (r *Replay) Accepted() (perSecond int, ok bool) {
	if !r.over || r.run == nil {
		return 0, false
	}
	return int(r.run.Total().Entities) / ReplaySeconds, true
}

// Wanted returns, once, the rows that a page must Provide.
func (r *Replay) Wanted() (set draft.Set, ok bool) { return r.Incoming.Wanted() }

// Provide hands over their bytes.
func (r *Replay) Provide(set draft.Set, data []byte) { r.Incoming.Provide(set, data, true) }

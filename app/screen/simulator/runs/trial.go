package runs

import (
	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Trial is what a short run of a template comes to, under the load of the cell
// that is asked about.
type Trial struct {
	Accepted, Offered int64 // entities per second at the end
	First             int64 // entities per second that were accepted before the first split
	P99               int64 // microseconds, at the end
	Refused           int64 // thousandths of the requests at the end
	Splits, Ranges    int
}

// helps reports whether one trial is so much better than another that it is worth
// dearer reads: it accepts over a tenth more, or no less with a third less
// latency.
func (t Trial) helps(before Trial) bool {
	return t.Accepted*10 > before.Accepted*11 || t.Accepted*100 >= before.Accepted*99 && t.P99*3 < before.P99*2
}

// TrialSpan is how long a trial runs, in virtual time.
const TrialSpan = 4 * clock.Minute

const (
	trialPiece  = 10 * clock.Second
	trialEvents = 6_000_000 // at which a trial under a great load ends
)

// trying is a trial under way. It is measured over its last quarter.
type trying struct {
	run   *sim.Simulation
	marks []record.Totals // at every trialPiece
	early record.Totals   // before the first split
	since int64           // when early was taken
}

// try begins a trial. It is nil for a template that cannot run.
func (r *Run) try(at int64, template string) *trying {
	run, err := sim.NewLike(r.sim.Trial(at, template, TrialSpan), r.sim, browser.Rest)
	if err != nil {
		return nil
	}
	return &trying{run: run, marks: []record.Totals{run.Total()}}
}

// step does a piece. It returns false once the trial has come to its end.
func (t *trying) step() bool {
	next := int64(len(t.marks)) * trialPiece
	t.run.RunBudget(next, pieceEvents)
	if t.run.Total().Splits == 0 {
		t.early, t.since = t.run.Total(), t.run.Now()
	}
	if t.run.Now() == next {
		t.marks = append(t.marks, t.run.Total())
	}
	return t.run.Now() < TrialSpan && t.run.Events() < trialEvents
}

func (t *trying) result() Trial {
	n := len(t.marks) - 1
	from := n - max(1, n/4)
	if n < 1 {
		return Trial{}
	}
	last := t.marks[n].Sub(&t.marks[from])
	micros := int64(n-from) * trialPiece
	return Trial{
		Accepted: perSecond(int64(last.Entities), micros), Offered: perSecond(int64(last.SentEntities), micros),
		First: perSecond(int64(t.early.Entities), t.since), P99: last.Latency.Quantile(990),
		Refused: int64(last.Refused.Sum() * 1000 / max(1, last.Sent)),
		Splits:  int(t.run.Total().Splits), Ranges: t.run.Map().Len(),
	}
}

package runs

import (
	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/engine/sim/explain"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Why says why a cell of the heat map looks as it does, and what would have
// spread its writes.
type Why struct {
	Run    int // which of the runs
	Column int // of the heat map
	Band   Band
	Answer explain.Answer
	Fix    Fix
	Trying bool // changes of the key are being run, and Fix is not whole
}

// Fix is the smallest change of a template that spreads the writes of a cell and
// does better in a trial run. Template is empty where none is known.
type Fix struct {
	Template      string
	Before, After explain.Spread
	Now, Then     Trial  // of the template as it is, and of the Fix
	Price         string // what it costs, one sentence
	Tried         int    // changes that were run
	None          bool   // no column of the rows could spread them
}

// Asking looks at a cell of a run in pieces: it repeats the run for that time,
// and then tries the changes of the template, smallest first, until one spreads
// what lands there and accepts more of it in a trial run.
type Asking struct {
	why     Why
	run     *Run
	inquiry *explain.Inquiry
	looked  bool
	changes []change // that are not tried yet
	trial   *trying  // under way
	named   bool     // no Fix is wanted
}

// Ask begins to look at a cell. It is nil where nothing is recorded.
func (s *Playback) Ask(run, column int, band Band) *Asking {
	if run >= len(s.Runs()) {
		return nil
	}
	return s.Runs()[run].ask(run, column, band)
}

func (r *Run) ask(run, column int, band Band) *Asking {
	at, row := r.hottest(column, band)
	inquiry, ok := explain.Inquire(r.sim, at, row)
	if !ok {
		return nil
	}
	return &Asking{why: Why{Run: run, Column: column, Band: band}, run: r, inquiry: inquiry}
}

// Why returns the answer. It is whole once Step has returned false.
func (a *Asking) Why() Why { return a.why }

// Looked reports whether there is an answer, though changes of the key may still
// be tried.
func (a *Asking) Looked() bool { return a.looked }

// Step goes on while more returns true, and at least a little. It returns false
// once there is an answer.
func (a *Asking) Step(more func() bool) bool {
	for a.inquiry.Step(pieceEvents) {
		if !more() {
			return true
		}
	}
	for a.next() {
		if !more() {
			return true
		}
	}
	return false
}

// next does one thing that is not divided further. It returns false when there
// is nothing left to do.
func (a *Asking) next() bool {
	c := a.run.sim.Scenario()
	fix, answer := &a.why.Fix, &a.why.Answer
	switch {
	case !a.looked:
		a.looked = true
		*answer = a.inquiry.Answer()
		if a.named || !keyHelps(answer) {
			return false
		}
		if c.Replay != nil {
			a.changes = changesOf(c.Template, replayed(c.Replay))
		} else {
			a.changes = changesOf(c.Template, generated(c.Entities))
		}
		if fix.None = len(a.changes) == 0; fix.None {
			return false
		}
		a.why.Trying = true
		fix.Before, _ = a.inquiry.Spread(c.Template, browser.Rest)
		a.trial = a.run.try(answer.From, c.Template)
	case a.trial != nil:
		if a.trial.step() {
			return true
		}
		result := a.trial.result()
		a.trial = nil
		if fix.Tried++; fix.Tried == 1 {
			fix.Now = result
		} else if fix.Then = result; result.helps(fix.Now) {
			fix.Template, a.changes = a.changes[0].template, nil
		} else {
			a.changes = a.changes[1:]
		}
	case len(a.changes) > 0:
		a.spread(&a.changes[0])
	default:
		fix.Tried, a.why.Trying = max(0, fix.Tried-1), false
		return false
	}
	return true
}

// spread looks where a change would have put the operations of the cell. One that
// spreads them is tried in a run.
func (a *Asking) spread(try *change) {
	fix := &a.why.Fix
	after, ok := a.inquiry.Spread(try.template, browser.Rest)
	enough := after.Busiest <= spreadEnough
	if a.why.Answer.Pattern == explain.HotKey {
		enough = after.TopShare <= spreadEnough
	}
	if ok && enough && after.Operations > 0 {
		fix.After, fix.Price = after, try.price
		a.trial = a.run.try(a.why.Answer.From, try.template)
	}
	if a.trial == nil {
		a.changes = a.changes[1:]
	}
}

// keyHelps reports whether another key could help against what an answer found:
// where the keys' own pattern, or one range with keys that no split divides, is
// the reason.
func keyHelps(a *explain.Answer) bool {
	hot := a.Pattern == explain.Append || a.Pattern == explain.Prepend || a.Pattern == explain.HotKey || a.Pattern == explain.HotRange ||
		a.Direction != explain.Idle
	return hot && (a.Reason == explain.KeyPattern || a.Reason == explain.FullRange)
}

// hottest is the place of the recording under a cell in which most was refused,
// or, where nothing was, most happened.
func (r *Run) hottest(column int, band Band) (at, row int) {
	heat := r.sim.Heat()
	from, to := int(int64(column)*r.window/heat.Span), int(int64(column+1)*r.window/heat.Span)
	at, row, most := from, band.From, uint64(0)
	for i := from; i < min(to, len(heat.Columns)); i++ {
		c := &heat.Columns[i]
		for j := band.From; j < band.To; j++ {
			n := uint64(c.Offered[j])
			for why := range c.Refused {
				n += uint64(c.RefusedEntities(record.Cause(why), j)) << 32
			}
			if n > most {
				at, row, most = i, j, n
			}
		}
	}
	return at, row
}

// spreadEnough is the share in thousandths of a cell's operations below which a
// sixteenth of the keys, or one key, is no longer busy because of them.
const spreadEnough = 250

// Branch applies a fix in a second design beside the one that was explained,
// from the start and under the same demand, and goes to where the playhead is.
func (s *State) Branch(w Why) {
	if w.Fix.Template == "" {
		return
	}
	at, of := s.Play.at, s.Play.Runs()[w.Run]
	template := of.sim.Scenario().Template
	s.gesture("Fix", func() {
		s.Play.beside = nil
		s.designs = []Design{{s.designs[min(w.Run, len(s.designs)-1)].Title, template}, {"With " + added(template, w.Fix.Template),
			w.Fix.Template}}
		s.base.Template = template
		s.restart()
	})
	if s.Play.problem == nil {
		s.Play.SeekRun(at)
	}
}

// AskPattern begins to look at the hottest cell of some column, without a Fix: a
// few columns in turn, by step from 0. more is false after the last.
func (s *Playback) AskPattern(run, step int) (a *Asking, more bool) {
	const looks = 6
	r := s.Runs()[run]
	drawn := int(s.at / r.window)
	if step >= looks || drawn == 0 {
		return nil, false
	}
	column := min(drawn-1, (2*step+1)*drawn/(2*looks))
	bands := r.Bands(r.Rows())
	cells := make([]Cell, len(bands))
	r.Cells(column, SentMetric, bands, cells)
	best := 0
	for i := range cells {
		if cells[i].Rate > cells[best].Rate {
			best = i
		}
	}
	if a = s.Ask(run, column, bands[best]); a != nil {
		a.named = true
	}
	return a, true
}

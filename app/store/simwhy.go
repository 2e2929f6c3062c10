package store

import (
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
)

// Why says why a cell of the heat map looks as it does, and what would have
// spread its writes.
type Why struct {
	Run    int // which of the runs
	Column int // of the heat map
	Band   Band
	Answer sim.Answer
	Fix    Fix
}

// Fix is the smallest change of a template that spreads the writes of a cell.
// Template is empty where none is known.
type Fix struct {
	Template      string
	Before, After sim.Spread
	Price         string // what it costs, one sentence
}

// Asking looks at a cell of a run in pieces: it repeats the run for that time,
// and then tries the changes of the template, smallest first, until one spreads
// what lands there.
type Asking struct {
	why     Why
	run     *SimRun
	inquiry *sim.Inquiry
	looked  bool
	changes []change // that are not tried yet
}

// Ask begins to look at a cell. It is nil where nothing is recorded.
func (s *Simulator) Ask(run, column int, band Band) *Asking {
	if run >= len(s.Runs()) {
		return nil
	}
	r := s.Runs()[run]
	at, row := r.hottest(column, band)
	inquiry, ok := r.sim.Inquire(at, row)
	if !ok {
		return nil
	}
	return &Asking{why: Why{Run: run, Column: column, Band: band}, run: r, inquiry: inquiry}
}

// Why returns the answer, once Step has returned false.
func (a *Asking) Why() Why { return a.why }

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
	fix := &a.why.Fix
	if !a.looked {
		a.looked = true
		a.why.Answer = a.inquiry.Answer()
		if p := a.why.Answer.Pattern; p == sim.Idle || p == sim.Even {
			return false
		}
		a.changes = changesOf(c.Template, c.Entities)
		fix.Before, _ = a.inquiry.Spread(c.Template, Rest)
		return true
	}
	if len(a.changes) == 0 {
		return false
	}
	try := a.changes[0]
	a.changes = a.changes[1:]
	after, ok := a.inquiry.Spread(try.template, Rest)
	enough := after.Busiest <= spreadEnough
	if a.why.Answer.Pattern == sim.HotKey {
		enough = after.TopShare <= spreadEnough
	}
	if ok && enough {
		fix.Template, fix.After, fix.Price = try.template, after, try.price
		a.changes = nil
	}
	return true
}

// hottest is the place of the recording under a cell in which most happened.
func (r *SimRun) hottest(column int, band Band) (at, row int) {
	heat := r.sim.Heat()
	from, to := int(int64(column)*r.window/heat.Span), int(int64(column+1)*r.window/heat.Span)
	at, row, most := from, band.From, uint32(0)
	for i := from; i < min(to, len(heat.Columns)); i++ {
		for j := band.From; j < band.To; j++ {
			if n := heat.Columns[i].Offered[j]; n > most {
				at, row, most = i, j, n
			}
		}
	}
	return at, row
}

// spreadEnough is the share in thousandths of a cell's operations below which a
// sixteenth of the keys, or one key, is no longer busy because of them.
const spreadEnough = 250

// change is one way to change a template.
type change struct{ template, price string }

// changesOf are the changes of a template that are tried, smallest first: a
// column of the entity in front, then a bucket in front or behind.
func changesOf(template string, e sim.Entities) []change {
	var out []change
	for _, column := range e.Columns()[3:] {
		if placeholder := "{" + column.Name + "}"; !strings.Contains(template, placeholder) {
			out = append(out, change{placeholder + "_" + template, "A query over all of them in key order now asks once for each " + column.Name + "."})
		}
	}
	return append(out,
		change{template + "_{hash(Id)%8}", "Reading one of the old keys now takes 8 requests, one for each bucket."},
		change{"{hash(Id)%16:02}_" + template, "A query over a stretch of the old keys now asks 16 times, once for each bucket."},
		change{"{hash(Id)%64:02}_" + template, "A query over a stretch of the old keys now asks 64 times, once for each bucket."},
	)
}

// Branch applies a fix in a second design beside the one that was explained,
// from the start and under the same demand, and goes to where the playhead is.
func (s *Simulator) Branch(w Why) {
	if w.Fix.Template == "" {
		return
	}
	at, of := s.at, s.Runs()[w.Run]
	template := of.sim.Scenario().Template
	s.gesture("Fix", func() {
		s.beside = nil
		s.designs = []SimDesign{{s.designs[min(w.Run, len(s.designs)-1)].Title, template}, {"With " + added(template, w.Fix.Template), w.Fix.Template}}
		s.base.Template = template
		s.restart()
	})
	if s.problem == nil {
		s.SeekRun(at)
	}
}

// added is what one template has and another has not.
func added(before, after string) string {
	return strings.Trim(strings.Replace(after, before, "", 1), "_")
}

// AskPattern begins to look at the hottest cell of some column: a few columns in
// turn, by step from 0. more is false behind the last.
func (s *Simulator) AskPattern(run, step int) (a *Asking, more bool) {
	const looks = 6
	r := s.Runs()[run]
	drawn := int(s.at / r.window)
	if step >= looks || drawn == 0 {
		return nil, false
	}
	column := min(drawn-1, (2*step+1)*drawn/(2*looks))
	bands := r.Bands(r.Rows())
	cells := make([]Cell, len(bands))
	r.Cells(column, OfferedMetric, bands, cells)
	best := 0
	for i := range cells {
		if cells[i].Rate > cells[best].Rate {
			best = i
		}
	}
	return s.Ask(run, column, bands[best]), true
}

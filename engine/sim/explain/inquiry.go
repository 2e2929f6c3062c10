package explain

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Inquiry repeats a run for the time of one column of the heat map, in pieces,
// and looks at what lands in one of its rows.
//
// What always holds: the run that is asked about is not touched. The answer is
// about the run as it was when the Inquiry began.
type Inquiry struct {
	of          *sim.Simulation
	again       *sim.Repetition
	column, row int
	from, to    int64    // of the cell
	stops       [3]int64 // to where each stage runs
	stage       int
	w           witness
	ops         []demand.Draw
}

// Inquire begins to look at a cell of the heat map. It is false for a cell that
// is not recorded.
func Inquire(s *sim.Simulation, column, row int) (*Inquiry, bool) {
	heat := s.Heat()
	if column < 0 || column >= len(heat.Columns) || row < 0 || row >= len(heat.Rows) {
		return nil, false
	}
	from := int64(column) * heat.Span
	q := &Inquiry{of: s, column: column, row: row, from: from, to: min(from+heat.Span, max(s.Recorded(), from+1))}
	context := max(0, from-leadIn)
	q.stops = [3]int64{context - 1, from - 1, q.to - 1}
	q.again = s.Repeat(context)
	q.w = newWitness(q.again.Service(), uint8(row), from)
	return q, true
}

// Step repeats at most so many events. It returns false once the cell has been
// looked at.
func (q *Inquiry) Step(events int) (more bool) {
	for events > 0 && q.stage < len(q.stops) {
		n := q.again.RunBudget(q.stops[q.stage], events)
		if events -= n; events == 0 {
			return true
		}
		q.stage++
		switch q.stage {
		case 1:
			q.again.Watch(service.Watch{Arrived: q.w.see})
		case 2:
			q.w.counting = true
			q.again.Watch(service.Watch{Arrived: q.w.see, Refused: q.w.refused, Executed: q.w.executed})
			q.again.WatchDraws(q.draw)
		}
	}
	return q.stage < len(q.stops)
}

// draw remembers an operation that drew a key of the row, at most as many as a
// witness remembers.
func (q *Inquiry) draw(o demand.Draw, key uint64) {
	heat := q.of.Heat()
	if len(q.ops) < maxSeen && int(heat.RowOf(key)) == q.row {
		q.ops = append(q.ops, o)
	}
}

// Answer says why the cell looks as it does. It is whole once Step has returned
// false.
func (q *Inquiry) Answer() Answer { return q.w.answer(q.of, q.again, q.column, q.row, q.from, q.to) }

package record

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// Ledger is what a run has counted up to a moment. It is a part of the run's
// state, so it goes back with the run.
type Ledger struct {
	Totals
	Notes int // written so far, kept or not
}

// Recorder is what the parts of a run write to. It is advanced with the run and
// stays where it is when the run goes back.
//
// What always holds: Column is the one that holds the present moment, and ends at
// End; while a run repeats what is recorded already, it is one that nobody looks
// at.
type Recorder struct {
	*Ledger
	Column *Column
	End    int64
	rows   []uint64 // where the rows of the heat map begin
	notes  []Note
	tape   *tape // that is written to: the kept one or the scratch one
	kept   *tape
	again  *tape // scratch, nil until it is needed
	offers *offers
	silent bool // nothing is kept
}

// New returns the recorder of a run that begins. The rows of its heat map begin
// at these keys.
func New(rows []uint64) *Recorder {
	r := &Recorder{rows: rows, kept: newTape(), offers: newOffers()}
	r.Repeat(false)
	return r
}

// Silent returns a recorder for a run that repeats another one only to be looked
// at.
func (r *Recorder) Silent() *Recorder {
	s := &Recorder{rows: r.rows, kept: scratchTape(), offers: newOffers(), silent: true}
	s.Repeat(false)
	return s
}

// Copy returns a recorder that holds the same and goes on by itself.
func (r *Recorder) Copy() *Recorder {
	c := &Recorder{rows: r.rows, notes: append([]Note(nil), r.notes...), kept: r.kept.copy(), offers: newOffers()}
	c.Repeat(false)
	return c
}

// Repeat tells whether the run does what is recorded already.
func (r *Recorder) Repeat(again bool) {
	r.tape = r.kept
	if again {
		if r.again == nil {
			r.again = scratchTape()
		}
		r.tape = r.again
	}
	r.Column, r.End = r.tape.cur, r.tape.end
}

// Advance begins the column that holds the time, which is End or later.
func (r *Recorder) Advance(now int64) {
	r.tape.advance(now)
	r.Column, r.End = r.tape.cur, r.tape.end
}

// Restart forgets what is counted of the present second, for a run that goes to
// another moment, which lies between two seconds.
func (r *Recorder) Restart() { r.offers.forget() }

// CutAt forgets what was recorded from a time on, which is a multiple of the
// columns' span. The ledger is that of this time.
func (r *Recorder) CutAt(time int64) {
	r.kept.cutAt(time)
	r.notes = r.notes[:min(len(r.notes), r.Notes)]
	r.Repeat(false)
}

// Span is how long a column is.
func (r *Recorder) Span() int64 { return r.kept.span }

// RowOf returns the row of the heat map that a key belongs to.
func (r *Recorder) RowOf(key uint64) uint8 {
	rows := r.rows
	base, n := 0, len(rows)
	for n > 1 {
		half := n / 2
		if rows[base+half] <= key {
			base += half
		}
		n -= half
	}
	return uint8(base)
}

// Sent counts a request of so many entities that leaves its caller, and the
// entities as wanted when it is the first try.
func (r *Recorder) Sent(entities uint32, first bool) {
	r.Totals.Sent++
	r.SentEntities += uint64(entities)
	r.Column.Sent++
	if first {
		r.Totals.Wanted += uint64(entities)
		r.Column.Wanted += entities
	}
}

// Offered counts a request at the front end: for its row, its range and its
// PartitionKey, which may be offered so much in a second.
func (r *Recorder) Offered(o Offer, part *Part, target int64) {
	c := r.Column
	c.Offered[o.Row] += o.Entities
	part.Offered += o.Entities
	if o.Reads {
		c.Reads[o.Row] += o.Entities
		part.Reads += o.Entities
	}
	most := r.offers.add(o.Now, o.Key, o.Entities)
	c.Peak[o.Row] = max(c.Peak[o.Row], most)
	if int64(most) > target && !r.offers.over {
		r.offers.over = true
		c.Over++
		r.OverSeconds++
	}
}

// Offer is a request as it is counted at the front end.
type Offer struct {
	Now      int64
	Key      uint64
	Entities uint32
	Row      uint8
	Reads    bool
}

// Refused counts a request that is refused.
func (r *Recorder) Refused(why Cause, row uint8, entities uint32, part *Part) {
	t, c, n := &r.Totals, r.Column, uint64(entities)
	switch {
	case why.Throttles():
		t.Throttled++
		t.ThrottledEnts += n
		c.Throttled[row] += entities
	case why == AccountLimit:
		t.AccountThrottled++
	default:
		t.Unavailable++
	}
	t.Refused[why]++
	t.RefusedEntities[why] += n
	c.Refused[why]++
	c.refuse(why, row, entities)
	part.Refused[why] += entities
}

// Done counts a request that the service has done.
func (r *Recorder) Done(row uint8, entities uint32, part *Part) {
	r.Column.Done[row] += entities
	part.Done += entities
	r.Column.Requests++
}

// Answered counts a request whose caller has the answer after so many
// microseconds.
func (r *Recorder) Answered(entities uint32, micros int64) {
	r.Totals.Done++
	r.Entities += uint64(entities)
	i := bucketOf(micros)
	r.Totals.Latency[i]++
	r.Column.Latency[i]++
}

// Page counts a page of a scan with so many entities.
func (r *Recorder) Page(row uint8, entities uint32) {
	r.Pages++
	r.Column.Pages[row]++
	r.Scanned += uint64(entities)
	if entities == 0 {
		r.Empty++
		r.Column.Empty[row]++
	}
}

// Part returns the counts of a range in the present column. The range is known by
// its index, which later ones may take over, and its number, which none does.
func (r *Recorder) Part(index int32, number uint32, server int32, keys partition.Range) *Part {
	t := r.tape
	if int(index) < len(t.slots) {
		if i := int(t.slots[index]); i < len(t.cur.Parts) && t.cur.Parts[i].Range == number {
			return &t.cur.Parts[i]
		}
	}
	return t.newPart(index, Part{Range: number, Server: server, Low: keys.Low, High: keys.High})
}

// Note keeps what happens now, unless it was kept before: a run that is repeated
// for the sake of going back has noted less by then than is kept.
func (r *Recorder) Note(now int64, n Note) {
	n.At = now
	if r.Notes == len(r.notes) && !r.silent && len(r.notes) < maxNotes {
		r.notes = append(r.notes, n)
	}
	r.Notes++
}

// Noted returns the notes up to the present moment, oldest first, at most 20,000.
// The slice is the recorder's own.
func (r *Recorder) Noted() []Note { return r.notes[:min(r.Notes, len(r.notes))] }

// Heat returns the heat map of everything that was recorded, also of what lies
// behind this moment after the run has gone back.
func (r *Recorder) Heat() Heat {
	return Heat{r.kept.columns[:r.kept.used], r.kept.span, r.rows}
}

// At returns the column that holds a moment.
func (r *Recorder) At(now int64) *Column {
	t := r.kept
	return &t.columns[min(int(now/t.span), t.used-1)]
}

// Heat is the heat map of a run: Columns of equal Span from the start, and the
// PartitionKey ordinals at which its rows begin. It is the run's own and changes
// as the run goes on.
type Heat struct {
	Columns []Column
	Span    int64
	Rows    []uint64
}

// RowOf returns the row that a key belongs to.
func (h *Heat) RowOf(key uint64) uint8 { return (&Recorder{rows: h.Rows}).RowOf(key) }

// scratchSpan is that of a column that never ends.
const scratchSpan = clock.MaxTime

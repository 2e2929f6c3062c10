package frontdoor

import (
	"context"
	"sync"
	"time"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Patience is how long a request may take, which the service documents as 30 s.
const Patience = 30 * time.Second

// day is how long one run of the model goes on. Then another begins with its ranges.
const day = clock.MaxTime - clock.Hour

// Clock is what a Door takes time from.
type Clock interface {
	// Now is how long the machine has run since some moment.
	Now() time.Duration
	// Wake calls what, once, after a while, instead of the call before.
	Wake(after time.Duration, what func())
}

// Verdict is what becomes of a request.
type Verdict uint8

// The verdicts.
const (
	Served   Verdict = iota // it is to be done
	Busy                    // 503 Server Busy: a limit, a full queue, or a range on its way
	TimedOut                // 500 Operation Timed Out: nobody knows whether it was done
)

// Outcome is the verdict on a request, and why it is no other.
type Outcome struct {
	Verdict Verdict
	Why     record.Cause // unless it is served
}

// Door holds requests until the model says what becomes of them. It may be used from
// many goroutines.
type Door struct {
	setting Setting
	clock   Clock

	mu      sync.Mutex
	model   *keyed.Service
	began   int64 // when the model did, in microseconds of the clock
	due     int64 // when it is woken next, in its own time; 0 for never
	waiters []waiter
	free    []int32
	notes   []keyed.Note
}

// waiter is a request that the model holds.
type waiter struct {
	answer   chan Outcome
	entities uint16
	began    int64
	gone     bool // nobody waits any more
	held     bool
}

// maxNotes is how many notes wait to be read; older ones are forgotten.
const maxNotes = 256

// New opens a door. Close it in the end.
func New(s Setting, c Clock) *Door {
	if c == nil {
		c = newMachine()
	}
	d := &Door{setting: s, clock: c}
	d.model = keyed.New(s.Params, s.Seed, s.Layout, caller{d})
	d.began = c.Now().Microseconds()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sleep()
	return d
}

// Close lets the model rest. Requests that it holds are not answered any more.
func (d *Door) Close() { d.clock.Wake(-1, nil) }

// Pass waits until a request for a number of entities may be done.
func (d *Door) Pass(ctx context.Context, k keyed.Key, do service.Operation, entities int) Outcome {
	d.mu.Lock()
	d.advance()
	ticket := d.hold(uint16(min(max(entities, 1), 1000)))
	w := &d.waiters[ticket]
	answer := w.answer
	a := d.model.Arrive(keyed.Request{Key: k, Ticket: ticket, Entities: w.entities, Do: do})
	if a.Verdict != service.Admitted {
		d.release(ticket)
		d.mu.Unlock()
		return Outcome{Busy, a.Because}
	}
	d.sleep()
	d.mu.Unlock()
	return d.wait(ctx, ticket, answer)
}

// wait returns what the model says, or gives up.
func (d *Door) wait(ctx context.Context, ticket int32, answer chan Outcome) Outcome {
	timer := time.NewTimer(Patience)
	defer timer.Stop()
	select {
	case o := <-answer:
		d.mu.Lock()
		defer d.mu.Unlock()
		d.release(ticket)
		return o
	case <-timer.C:
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case o := <-answer:
		d.release(ticket)
		return o
	default:
		d.waiters[ticket].gone = true
	}
	return Outcome{TimedOut, record.RangeFull}
}

func (d *Door) hold(entities uint16) int32 {
	if len(d.free) == 0 {
		d.free = append(d.free, int32(len(d.waiters)))
		d.waiters = append(d.waiters, waiter{answer: make(chan Outcome, 1)})
	}
	ticket := d.free[len(d.free)-1]
	d.free = d.free[:len(d.free)-1]
	w := &d.waiters[ticket]
	*w = waiter{answer: w.answer, entities: entities, began: d.model.Now(), held: true}
	return ticket
}

func (d *Door) release(ticket int32) {
	d.waiters[ticket].held = false
	d.free = append(d.free, ticket)
}

// tell gives a waiter its answer.
func (d *Door) tell(ticket int32, o Outcome) {
	w := &d.waiters[ticket]
	if w.gone {
		d.release(ticket)
		return
	}
	w.answer <- o
}

// caller is the door as the model sees it.
type caller struct{ *Door }

// Page is for walks, which no request is.
func (caller) Page(int32, service.Token) {}

// Done lets a request be done.
func (c caller) Done(ticket int32) {
	w := &c.waiters[ticket]
	c.model.Answered(w.entities, c.model.Now()-w.began)
	c.tell(ticket, Outcome{Verdict: Served})
}

// Dropped ends a request that the model held. What a failed server had begun may have
// been done, as far as its sender can know.
func (c caller) Dropped(ticket int32, why record.Cause) {
	if why == record.ServerFailed {
		c.tell(ticket, Outcome{TimedOut, why})
		return
	}
	c.tell(ticket, Outcome{Busy, why})
}

// advance lets everything happen that is due. The lock is held.
func (d *Door) advance() {
	now := d.clock.Now().Microseconds() - d.began
	if now >= day {
		d.nextDay()
		now = d.clock.Now().Microseconds() - d.began
	}
	d.model.RunUntil(now)
	d.notes = append(d.notes, d.model.Notes()...)
	d.notes = d.notes[max(0, len(d.notes)-maxNotes):]
}

// nextDay begins another run of the model. What the old one holds is refused, as when
// ranges move.
func (d *Door) nextDay() {
	d.model.RunUntil(day)
	for i := range d.waiters {
		if w := &d.waiters[i]; w.held && len(w.answer) == 0 {
			d.tell(int32(i), Outcome{Busy, record.RangeMoving})
		}
	}
	d.model = d.model.Again()
	d.began, d.due = d.clock.Now().Microseconds(), 0
}

// sleep asks to be woken when something is due. The lock is held.
func (d *Door) sleep() {
	next, ok := d.model.Next()
	if !ok || next == d.due {
		return
	}
	d.due = next
	after := time.Duration(next-(d.clock.Now().Microseconds()-d.began)) * time.Microsecond
	d.clock.Wake(max(after, 0), d.Step)
}

// Step lets everything happen that is due by now.
func (d *Door) Step() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.due = 0
	d.advance()
	d.sleep()
}

// Next is how long it is until something happens in the model.
func (d *Door) Next() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	next, ok := d.model.Next()
	if !ok {
		return Patience
	}
	return max(0, time.Duration(next-(d.clock.Now().Microseconds()-d.began))*time.Microsecond)
}

package demand

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// returned takes a request's place among those on the way back.
func (c *Clients) returned(q *request) (at int64) {
	c.inFlight--
	if q.vm != none {
		c.vms[q.vm].inFlight--
	}
	return c.clock.Now + random.Scaled(c.delays.RoundTrip/2, &random.Lognormal, uint64(q.back))
}

// Page moves the walk of a request's thread on.
func (c *Clients) Page(r int32, next service.Token) {
	t := &c.threads[c.requests[r].thread]
	l := &c.groups[t.group].load
	t.cursor, t.skip = next.Key, next.Skip
	if next.End || l.To != 0 && next.Key >= l.To { // the walk is complete
		t.cursor, t.skip = l.From, 0
		if l.Once {
			t.state = stopped
		}
	}
}

// Done brings the answer of a request to its thread.
func (c *Clients) Done(r int32) {
	q := &c.requests[r]
	t := &c.threads[q.thread]
	at := c.returned(q)
	c.record.Answered(uint32(q.count), at-q.began)
	if c.groups[t.group].load.Rate == 0 && t.state != stopped {
		c.clock.Push(at+c.groups[t.group].load.Think, clock.Pack(clock.Send, q.thread, 0))
	}
	c.freeRequest(r)
}

// Dropped brings an error to the thread of a request that was admitted.
func (c *Clients) Dropped(r int32, _ record.Cause) { c.refuse(r) }

// maxWaiting bounds the requests that wait for another attempt. Beyond it they
// are given up at once: clients do not remember without end, and neither does a
// checkpoint.
const maxWaiting = 30_000

// refuse brings an error to the thread of a request: it tries again, waits, or
// goes on.
func (c *Clients) refuse(r int32) {
	q := &c.requests[r]
	t := &c.threads[q.thread]
	l := &c.groups[t.group].load
	at := c.returned(q)
	if l.Retry >= Guide && q.attempt < Retries && c.waiting < maxWaiting {
		wait := l.Retry.backOff(q.attempt, random.Mix(uint64(q.began)^uint64(t.id)<<40^uint64(q.attempt)))
		q.attempt++
		c.waiting++
		c.clock.Push(at+wait, clock.Pack(clock.Resend, 0, r))
		return
	}
	c.record.Failed++
	if l.Rate == 0 && t.state != stopped {
		wait := c.delays.ErrorWait
		if l.Retry == NoRetry {
			wait = 0
		}
		t.state = waits
		c.waiting++
		c.clock.Push(at+wait, clock.Pack(clock.Send, q.thread, 0))
	}
	c.freeRequest(r)
}

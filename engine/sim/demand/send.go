package demand

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// send begins a thread's next operation.
func (c *Clients) send(index int32) {
	t := &c.threads[index]
	g := &c.groups[t.group]
	if t.state == waits {
		c.waiting--
	}
	if index-g.first >= g.active {
		t.state = stopped
		return
	}
	t.state = busy
	r := c.operation(index)
	if r == none {
		t.state = stopped
		return
	}
	c.transmit(r)
}

// arrival begins the next operation of an open-loop group and schedules the one
// after it.
func (c *Clients) arrival(index int32, epoch int32) {
	t := &c.threads[index]
	g := &c.groups[t.group]
	if uint32(epoch) != t.skip || g.load.Rate <= 0 { // a changed rate has begun a new row of arrivals
		return
	}
	draw := random.Of(c.seed, t.id, t.count)
	gap := random.Scaled(clock.Second*256/g.load.Rate, &random.Exponential, draw.Next()>>54)
	// Fractions of a microsecond are carried from gap to gap.
	t.cursor += uint64(gap)
	step := int64(t.cursor >> 8)
	t.cursor &= 255
	if r := c.operation(index); r != none {
		c.transmit(r)
	}
	c.clock.Push(c.clock.Now+step, clock.Pack(clock.Arrival, index, epoch))
}

// operation makes the request of a thread's next operation, none when the
// demand has come to its end.
func (c *Clients) operation(index int32) int32 {
	t := &c.threads[index]
	l := &c.groups[t.group].load
	count := t.count
	t.count++
	draw := random.Of(c.seed, t.id, count)
	draw.Next() // taken by the time between arrivals
	op := l.operation(draw.Next())
	walks := op.Walks()
	var key uint64
	if !walks {
		if l.Sticky {
			draw = random.Of(c.seed, t.id, 0)
			draw.Next()
			draw.Next()
		}
		var found bool
		if key, found = c.source.Next(c.clock.Now/clock.Second, &c.rows, &draw); !found {
			return none
		}
	}
	r := c.newRequest()
	q := &c.requests[r]
	*q = request{key: key, began: c.clock.Now, next: none, thread: index, vm: t.vm, count: 1, op: op}
	if op != service.Get && op != service.Scan {
		q.count = uint16(l.Batch)
	}
	if walks {
		q.key, q.skip = max(t.cursor, l.From), t.skip
	}
	return r
}

// transmit sends a request through the client's machine and the network. A
// client's processor is a queue of its own, but needs no events: what comes
// later cannot overtake.
func (c *Clients) transmit(r int32) {
	q := &c.requests[r]
	t := &c.threads[q.thread]
	l := &c.groups[t.group].load
	c.record.Sent(uint32(q.count), q.attempt == 0)
	c.inFlight++
	draw := random.Stream(random.Mix(c.seed^uint64(t.id)<<32^uint64(t.count)^uint64(q.attempt)<<56) ^ uint64(q.began))
	jitter := draw.Next()
	at := c.clock.Now + random.Scaled(c.delays.RoundTrip/2, &random.Lognormal, jitter)
	q.back = uint16(jitter >> 16 & (random.Quantiles - 1))
	if q.vm != none {
		at += c.vms[q.vm].transfer(&l.Size, c.clock.Now, int64(q.count))
	}
	c.clock.Push(at, clock.Pack(clock.Arrive, 0, r))
}

// arrive brings a request to the front door.
func (c *Clients) arrive(r int32) {
	q := &c.requests[r]
	to := service.Request{Key: q.key, Skip: q.skip, Ticket: r, Entities: q.count, Do: q.op, From: caller}
	var a service.Answer
	if c.door != nil {
		a = c.door.Arrive(to)
	} else {
		a = c.service.Arrive(to)
	}
	if a.Verdict != service.Admitted {
		c.refuse(r)
	}
}

// resend sends a request again.
func (c *Clients) resend(r int32) {
	c.waiting--
	c.transmit(r)
}

package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// send begins a thread's next operation.
func (s *state) send(m *model, index int32) {
	t := &s.threads[index]
	g := &s.groups[t.group]
	if t.state == waits {
		s.waiting--
	}
	if index-g.first >= g.active {
		t.state = stopped
		return
	}
	t.state = busy
	r := s.operation(m, index)
	if r == none {
		t.state = stopped
		return
	}
	s.transmit(m, r)
}

// arrival begins the next operation of an open-loop group and schedules the one
// after it.
func (s *state) arrival(m *model, index int32, epoch int32) {
	t := &s.threads[index]
	g := &s.groups[t.group]
	if uint32(epoch) != t.skip || g.load.Rate <= 0 { // a changed rate has begun a new row of arrivals
		return
	}
	draw := random.Of(s.seed, t.id, t.count)
	gap := random.Scaled(clock.Second*256/g.load.Rate, &random.Exponential, draw.Next()>>54)
	// Fractions of a microsecond are carried from gap to gap.
	t.cursor += uint64(gap)
	step := int64(t.cursor >> 8)
	t.cursor &= 255
	if r := s.operation(m, index); r != none {
		s.transmit(m, r)
	}
	s.clock.Push(s.clock.Now+step, clock.Pack(clock.Arrival, index, epoch))
}

// operation makes the request of a thread's next operation, none when the
// demand has come to its end.
func (s *state) operation(m *model, index int32) int32 {
	t := &s.threads[index]
	l := &s.groups[t.group].load
	count := t.count
	t.count++
	draw := random.Of(s.seed, t.id, count)
	draw.Next() // taken by the time between arrivals
	op := l.operation(draw.Next())
	walks := op.walks()
	var key uint64
	if !walks {
		if l.Sticky {
			draw = random.Of(s.seed, t.id, 0)
			draw.Next()
			draw.Next()
		}
		var found bool
		if key, found = m.demand.Next(s.clock.Now/clock.Second, &s.rows, &draw); !found {
			return none
		}
	}
	r := s.newRequest()
	q := &s.requests[r]
	*q = request{key: key, began: s.clock.Now, next: none, thread: index, vm: t.vm, count: 1, op: op}
	if op != Get && op != Scan {
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
func (s *state) transmit(m *model, r int32) {
	q := &s.requests[r]
	t := &s.threads[q.thread]
	l := &s.groups[t.group].load
	m.recorder.Sent(uint32(q.count), q.attempt == 0)
	s.inFlight++
	draw := random.Stream(random.Mix(s.seed^uint64(t.id)<<32^uint64(t.count)^uint64(q.attempt)<<56) ^ uint64(q.began))
	jitter := draw.Next()
	at := s.clock.Now + random.Scaled(s.params.RoundTrip/2, &random.Lognormal, jitter)
	q.back = uint16(jitter >> 16 & (random.Quantiles - 1))
	if q.vm != none {
		at += s.client(&s.vms[q.vm], &l.Size, int64(q.count))
	}
	s.clock.Push(at, clock.Pack(clock.Arrive, 0, r))
}

// client returns how long a machine takes to put n entities on the wire.
func (s *state) client(v *vm, size *VMSize, n int64) int64 {
	core := 0
	for i := 1; i < int(size.Cores); i++ {
		if v.cores[i&7] < v.cores[core] {
			core = i & 7
		}
	}
	free := max(v.cores[core], s.clock.Now) + size.Base + size.Each*n
	v.cores[core] = free
	took := free - s.clock.Now
	if n > 1 {
		wire := size.WireEach * (n - 1)
		took += wire + wire*size.WireCrowded*int64(v.inFlight)/1000
	}
	v.inFlight++
	return took
}

// returned takes a request's place among those on the way back.
func (s *state) returned(q *request) (at int64) {
	s.inFlight--
	if q.vm != none {
		s.vms[q.vm].inFlight--
	}
	return s.clock.Now + random.Scaled(s.params.RoundTrip/2, &random.Lognormal, uint64(q.back))
}

// succeed brings the answer of a request to its thread.
func (s *state) succeed(m *model, r int32) {
	q := &s.requests[r]
	t := &s.threads[q.thread]
	at := s.returned(q)
	m.recorder.Answered(uint32(q.count), at-q.began)
	if s.groups[t.group].load.Rate == 0 && t.state != stopped {
		s.clock.Push(at+s.groups[t.group].load.Think, clock.Pack(clock.Send, q.thread, 0))
	}
	s.freeRequest(r)
}

// maxWaiting bounds the requests that wait for another attempt. Beyond it they
// are given up at once: clients do not remember without end, and neither does a
// checkpoint.
const maxWaiting = 30_000

// refuse brings an error to the thread of a request: it tries again, waits, or
// goes on.
func (s *state) refuse(r int32) {
	q := &s.requests[r]
	t := &s.threads[q.thread]
	l := &s.groups[t.group].load
	at := s.returned(q)
	if l.Retry >= Guide && q.attempt < Retries && s.waiting < maxWaiting {
		wait := l.Retry.backOff(q.attempt, random.Mix(uint64(q.began)^uint64(t.id)<<40^uint64(q.attempt)))
		q.attempt++
		s.waiting++
		s.clock.Push(at+wait, clock.Pack(clock.Resend, 0, r))
		return
	}
	s.ledger.Failed++
	if l.Rate == 0 && t.state != stopped {
		wait := s.params.ErrorWait
		if l.Retry == NoRetry {
			wait = 0
		}
		t.state = waits
		s.waiting++
		s.clock.Push(at+wait, clock.Pack(clock.Send, q.thread, 0))
	}
	s.freeRequest(r)
}

func (s *state) resend(m *model, r int32) {
	s.waiting--
	s.transmit(m, r)
}

package service

import (
	"math/bits"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// Request is one request as it reaches the front end, whoever sent it.
type Request struct {
	Key      uint64 // position of the PartitionKey
	Skip     uint32 // of a scan: entities of this key that earlier pages held
	Ticket   int32  // by which its caller knows it
	Entities uint16 // that it is about
	Do       Operation
	From     uint8 // which of the callers
}

// Verdict is what the front end makes of a request.
type Verdict uint8

// The verdicts. A caller gets the second and the third as 503 Server Busy.
const (
	Admitted Verdict = iota // it waits for its range; the Caller is told what becomes of it
	Refused                 // for the account's limit or because a queue is too long
	Away                    // nobody serves its range for now
)

// Answer is what the front end says of a request at once.
type Answer struct {
	Verdict Verdict
	Because record.Cause // unless it is admitted
	At      int64        // virtual time of the verdict
	Until   int64        // Away: when the range is expected back, 0 where that is not known yet
}

// Caller is who sends requests. What it is told comes in the order in which it
// happens, in the middle of an event: it may schedule what it does next, and may
// not ask anything of the service meanwhile. What it sends and what comes back to it
// it counts itself, with Sent and Answered of the recorder.
type Caller interface {
	// Page says where a scan or purge goes on. Done follows.
	Page(ticket int32, next Token)
	// Done says that a request was carried out, a write that it is in the log.
	Done(ticket int32)
	// Dropped says that a request was admitted and is refused after all, because
	// its range left its server.
	Dropped(ticket int32, why record.Cause)
}

// Token is where a scan or purge goes on, as a ContinuationToken says it. End is
// that of the table.
type Token struct {
	Key  uint64
	Skip uint32 // entities of this key that the pages so far held
	End  bool
}

// Arrive is the front end: the account's limit, the map of ranges, and the
// admission of the range.
func (s *Service) Arrive(q Request) Answer {
	index := s.order[s.placeOf(q.Key)]
	r := &s.ranges[index]
	row, n := s.record.RowOf(q.Key), uint32(q.Entities)
	offer := record.Offer{Now: s.clock.Now, Key: q.Key, Entities: n, Row: row, Reads: q.Do == Get || q.Do == Scan}
	s.record.Offered(offer, s.record.Part(index, r.uid, r.server, r.Range), s.params.PartitionTarget)
	r.meter.offered++
	r.reservoir.offer(q.Key, &s.decide)
	if r.meter.trying {
		r.meter.weigh(q.Key)
	}
	if s.watch.Arrived != nil {
		s.watch.Arrived(s.seen(&q, row))
	}
	switch {
	case s.params.EnforceAccount && !s.account.pay(&s.params, s.clock.Now, int64(n)):
		return s.turnAway(&q, row, Answer{Refused, record.AccountLimit, s.clock.Now, 0})
	case r.phase == Offline || r.phase == Draining && r.change == Moving:
		return s.turnAway(&q, row, Answer{Away, r.away(), s.clock.Now, r.until})
	case s.throttled(r):
		r.meter.throttled++
		return s.turnAway(&q, row, Answer{Refused, s.crowd(r), s.clock.Now, 0})
	}
	s.admit(index, &q, row)
	return Answer{Verdict: Admitted, At: s.clock.Now}
}

// throttled draws whether a request is refused: with probability (q/Q)^3, where
// q is the longer of the range's queue and its server's queue for each core.
func (s *Service) throttled(r *rangeState) bool {
	waiting := max(s.pending(r), s.servers[r.server].pending/int64(s.params.Cores))
	limit := uint64(s.params.QueueLimit)
	if waiting <= 0 {
		return false
	}
	q := uint64(waiting)
	if q >= limit {
		return true
	}
	high, low := bits.Mul64(q*q*q, 1<<32)
	chance, _ := bits.Div64(high, low, limit*limit*limit)
	return s.throttle.Next()>>32 < chance
}

// crowd is the cause of a refusal by a full queue.
func (s *Service) crowd(r *rangeState) record.Cause {
	switch {
	case r.phase == Draining:
		return record.RangePaused
	case s.servers[r.server].pending/int64(s.params.Cores) > s.pending(r):
		return record.ServerCrowded
	}
	return record.RangeFull
}

// turnAway records why a request is not admitted.
func (s *Service) turnAway(q *Request, row uint8, a Answer) Answer {
	s.refused(q, row, a.Because)
	return a
}

// drop refuses a request that was admitted, and tells its caller.
func (s *Service) drop(req int32, why record.Cause) {
	h := s.requests[req]
	s.refused(&h.Request, h.row, why)
	s.release(req)
	s.callers[h.From].Dropped(h.Ticket, why)
}

// refused records why a request is refused.
func (s *Service) refused(q *Request, row uint8, why record.Cause) {
	index := s.rangeOf(q.Key)
	r := &s.ranges[index]
	s.record.Refused(why, row, uint32(q.Entities), s.record.Part(index, r.uid, r.server, r.Range))
	if s.watch.Refused != nil {
		s.watch.Refused(s.seen(q, row), why)
	}
}

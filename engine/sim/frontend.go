package sim

import (
	"math/bits"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// arrive is the front end: the account's limit, the map of ranges, and the
// admission of the range.
func (s *state) arrive(m *model, index int32) {
	q := &s.requests[index]
	place := s.placeOf(q.key)
	r := &s.ranges[s.order[place]]
	q.row = m.recorder.RowOf(q.key)
	n := int64(q.count)
	part := m.recorder.Part(s.order[place], r.uid, r.server, r.Range)
	offer := record.Offer{Now: s.clock.Now, Key: q.key, Entities: uint32(q.count), Row: q.row, Reads: q.op == Get || q.op == Scan}
	m.recorder.Offered(&offer, part, s.params.PartitionTarget)
	r.meter.offered++
	r.reservoir.offer(q.key, &s.decide)
	if r.meter.trying {
		r.meter.weigh(q.key)
	}
	if m.watch != nil {
		m.watch(s, index)
	}
	switch {
	case s.params.EnforceAccount && !s.pay(n):
		s.reject(m, index, record.AccountLimit)
	case r.phase == Offline || r.phase == Draining && r.change == Moving:
		s.reject(m, index, r.away())
	case s.throttled(r):
		r.meter.throttled++
		s.reject(m, index, s.crowd(r))
	default:
		s.admit(s.order[place], index)
	}
}

// pay takes n entities from the account's bucket, which holds what the account
// may do in one second.
func (s *state) pay(n int64) bool {
	limit := s.params.AccountLimit
	s.tokens = min(limit*clock.Second, s.tokens+(s.clock.Now-s.refilled)*limit)
	s.refilled = s.clock.Now
	if s.tokens < n*clock.Second {
		return false
	}
	s.tokens -= n * clock.Second
	return true
}

// throttled draws whether a request is refused: with probability (q/Q)^3, where
// q is the longer of the range's queue and its server's queue for each core.
func (s *state) throttled(r *rangeState) bool {
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

// weigh counts a request on its side of the key that is being tried.
func (t *meter) weigh(key uint64) {
	if key < t.candidate {
		t.left++
	} else {
		t.right++
	}
}

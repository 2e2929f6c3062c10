package sim

import "github.com/keyrange/keyrange/engine/sim/record"

// crowd is the cause of a refusal by a full queue.
func (s *state) crowd(r *rangeState) record.Cause {
	switch {
	case r.phase == Draining:
		return record.RangePaused
	case s.servers[r.server].pending/int64(s.params.Cores) > s.pending(r):
		return record.ServerCrowded
	}
	return record.RangeFull
}

// away is the cause of a refusal by a range that nobody serves.
func (r *rangeState) away() record.Cause {
	if r.lostBy != none {
		return record.ServerFailed
	}
	return record.RangeMoving
}

// reject records why a request is refused, and refuses it.
func (s *state) reject(m *model, req int32, why record.Cause) {
	q := &s.requests[req]
	index := s.rangeOf(q.key)
	r := &s.ranges[index]
	m.recorder.Refused(why, q.row, uint32(q.count), m.recorder.Part(index, r.uid, r.server, r.Range))
	if m.refused != nil {
		m.refused(s, req, why)
	}
	s.refuse(req)
}

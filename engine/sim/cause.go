package sim

// Cause is why the model refused a request, recorded at the moment of the
// refusal.
type Cause uint8

// The causes. The first three throttle: the caller gets 503 Server Busy because
// too many entities wait. They differ in whose queue it is.
const (
	RangeFull     Cause = iota // the range's own queue: it serves one request at a time
	ServerCrowded              // the server's queue, which the ranges it serves fill together
	RangePaused                // the range's or server's queue while the range stands still for a split or merge
	RangeMoving                // the range is on its way to another server
	ServerFailed               // the range's server failed, and the next one has not loaded the range yet
	AccountLimit               // the account has used up what it may do in a second
	Causes                     // how many there are
)

// String completes the phrase "refused ...".
func (c Cause) String() string {
	return [...]string{
		"by a range at its capacity", "by a crowded server", "while a range was split or merged",
		"while a range was moving", "after a server failed", "by the account limit",
	}[c]
}

// Name is the cause in one word, for files.
func (c Cause) Name() string {
	return [...]string{"rangeFull", "serverCrowded", "rangePaused", "rangeMoving", "serverFailed", "accountLimit"}[c]
}

// Throttles reports whether a full queue is what refused the request.
func (c Cause) Throttles() bool { return c <= RangePaused }

// Refusals counts requests or entities by Cause.
type Refusals [Causes]uint64

// Sum returns how many there are of all causes.
func (r *Refusals) Sum() (n uint64) {
	for _, of := range r {
		n += of
	}
	return n
}

// Main returns the cause that most have, the first of equals.
func (r *Refusals) Main() Cause {
	best := RangeFull
	for c, n := range r {
		if n > r[best] {
			best = Cause(c)
		}
	}
	return best
}

// String lists the causes that occur, the most frequent first: "8,120 while a
// range was moving, 315 by the account limit".
func (r *Refusals) String() string {
	text, left := "", *r
	for left.Sum() > 0 {
		c := left.Main()
		if text != "" {
			text += ", "
		}
		text += count(int64(left[c])) + " " + c.String()
		left[c] = 0
	}
	return text
}

// Sentence says how many there are and why, without a stop: "1,155 refused after a
// server failed", "8,435 refused: 8,120 while a range was moving, 315 by the
// account limit".
func (r *Refusals) Sentence() string {
	n, most := r.Sum(), r.Main()
	switch {
	case n == 0:
		return "0 refused"
	case n == r[most]:
		return count(int64(n)) + " refused " + most.String()
	}
	return count(int64(n)) + " refused: " + r.String()
}

// crowd is the cause of a refusal by a full queue.
func (s *state) crowd(r *rangeState) Cause {
	switch {
	case r.phase == Draining:
		return RangePaused
	case s.servers[r.server].pending/int64(s.params.Cores) > s.pending(r):
		return ServerCrowded
	}
	return RangeFull
}

// away is the cause of a refusal by a range that nobody serves.
func (r *rangeState) away() Cause {
	if r.lostBy != none {
		return ServerFailed
	}
	return RangeMoving
}

// reject records why a request is refused, and refuses it.
func (s *state) reject(m *model, req int32, why Cause) {
	q := &s.requests[req]
	n, column := uint32(q.count), m.tape.cur
	switch {
	case why.Throttles():
		s.total.Throttled++
		s.total.ThrottledEnts += uint64(n)
		column.Throttled[q.row] += n
	case why == AccountLimit:
		s.total.AccountThrottled++
	default:
		s.total.Unavailable++
	}
	s.total.Refused[why]++
	s.total.RefusedEntities[why] += uint64(n)
	column.Refused[why]++
	column.refuse(why, q.row, n)
	index := s.rangeOf(q.key)
	m.tape.part(index, &s.ranges[index]).Refused[why] += n
	if m.refused != nil {
		m.refused(s, req, why)
	}
	s.refuse(req)
}

package record

import "github.com/keyrange/keyrange/engine/text"

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
	list, left := "", *r
	for left.Sum() > 0 {
		c := left.Main()
		if list != "" {
			list += ", "
		}
		list += text.Number(int64(left[c])) + " " + c.String()
		left[c] = 0
	}
	return list
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
		return text.Number(int64(n)) + " refused " + most.String()
	}
	return text.Number(int64(n)) + " refused: " + r.String()
}

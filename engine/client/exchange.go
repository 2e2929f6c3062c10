package client

import "github.com/keyrange/keyrange/engine/table"

// Attempt is one sending of a call: what the caller saw and what truly
// happened.
type Attempt struct {
	Number   int // counts all attempts of a Network from 1
	Sent     table.Ticks
	Arrived  table.Ticks // at the service; 0: not while the caller waited
	Ended    table.Ticks // the caller has an answer, or gives up
	Fault    Fault
	Answered bool   // the caller has the answer
	Answer   Answer // what the service said, even if nobody heard it
	Applied  bool   // the service did what was asked, even if nobody heard it
	Wait     table.Ticks
}

// Exchange is a call with all its attempts.
type Exchange struct {
	Call     Call
	Attempts []Attempt // never empty
	Late     []Arrival // late requests that the service got meanwhile, from any caller
}

// last is the attempt that the caller goes by.
func (x Exchange) last() Attempt { return x.Attempts[len(x.Attempts)-1] }

// Answer returns the last answer. ok is false when the caller has none.
func (x Exchange) Answer() (a Answer, ok bool) {
	if !x.last().Answered {
		return Answer{}, false
	}
	return x.last().Answer, true
}

// Failed reports whether the caller takes the call for failed: the last
// answer is a refusal, or there is none.
func (x Exchange) Failed() bool { return !x.last().Answered || x.last().Answer.Refusal != nil }

// Applied returns how many attempts the service carried out.
func (x Exchange) Applied() int {
	n := 0
	for _, a := range x.Attempts {
		if a.Applied {
			n++
		}
	}
	return n
}

// Misleading reports whether the caller takes the call for failed although
// the service carried it out: the refusal answers the caller's own earlier
// attempt, or the only answer was lost.
func (x Exchange) Misleading() bool { return x.Failed() && x.Applied() > 0 }

// Caller sends calls one after the other. Its clock, Now, moves with each.
type Caller struct {
	Service Service
	Network *Network
	Policy  Policy
	Random  func() uint64 // draws for the waits; nil: always the middle
	Now     table.Ticks
}

// middle is the draw that changes a wait by nothing.
const middle = 1 << 63

// Send sends the call, again as long as the policy says so, and moves the
// caller's clock to the end of the last attempt.
func (c *Caller) Send(call Call) Exchange {
	x := Exchange{Call: call}
	for {
		a, before := c.Network.attempt(c.Service, call, c.Now)
		x.observe(before)
		c.Now = a.Ended
		retry := len(x.Attempts)
		x.Attempts = append(x.Attempts, a)
		if a.Answered && (a.Answer.Refusal == nil || !Retries(a.Answer.Refusal.Code)) {
			break
		}
		wait, again := c.Policy.Wait(retry, c.draw())
		if !again {
			break
		}
		x.Attempts[retry].Wait = wait
		c.Now += wait
	}
	x.observe(c.Network.Deliver(c.Service, c.Now))
	return x
}

func (c *Caller) draw() uint64 {
	if c.Random == nil {
		return middle
	}
	return c.Random()
}

// observe notes what arrived late, and what became of the exchange's own
// attempts among it.
func (x *Exchange) observe(arrivals []Arrival) {
	x.Late = append(x.Late, arrivals...)
	for _, late := range arrivals {
		for i := range x.Attempts {
			if a := &x.Attempts[i]; a.Number == late.Attempt {
				a.Arrived, a.Answer, a.Applied = late.At, late.Answer, late.Answer.Refusal == nil
			}
		}
	}
}

package client

import (
	"cmp"
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// FaultKind is what goes wrong with one attempt.
type FaultKind uint8

// The faults. After RequestLost and ResponseLost the caller sees the same
// thing, no answer, and cannot tell whether the service did what it asked
// ("Network timeouts on successful server side operations" in the guide to
// programming tables).
const (
	NoFault      FaultKind = iota
	RequestLost            // the service never sees the request
	ResponseLost           // the service does it, the answer is lost
	Delayed                // the request arrives late, possibly after the caller gave up
	Busy                   // the service refuses it with ServerBusy and does nothing
)

var faultNames = [...]string{"none", "request lost", "response lost", "delayed", "busy"}

// String returns the fault in words, such as "response lost".
func (k FaultKind) String() string {
	if int(k) >= len(faultNames) {
		return ""
	}
	return faultNames[k]
}

// Fault is what happens to one attempt. The zero Fault is none.
type Fault struct {
	Kind  FaultKind
	Delay table.Ticks // of Delayed, on the way to the service
}

// Codes of refusals that say nothing about the request itself ("Status and
// error codes", REST reference).
const (
	ServerBusy        table.Code = "ServerBusy"
	OperationTimedOut table.Code = "OperationTimedOut"
	InternalError     table.Code = "InternalError"
)

// Defaults of a Network.
const (
	DefaultTravel  = 20 * table.Millisecond // one way
	DefaultTimeout = 30 * table.Second      // how long a caller waits for an answer
)

// Network carries calls to a service in virtual time. It is shared by all
// callers of one service. The zero Network takes no time and never fails.
type Network struct {
	Travel  table.Ticks // one way, of every request and answer
	Timeout table.Ticks // how long a caller waits; 0 means DefaultTimeout

	faults []Fault
	held   []held // late requests, by arrival and then by attempt
	sent   int    // attempts so far
}

// held is a request that is still under way after its caller gave up.
type held struct {
	attempt int
	arrival table.Ticks
	call    Call
}

// Arrival is a late request that has reached the service.
type Arrival struct {
	Attempt int // as in Attempt.Number
	At      table.Ticks
	Call    Call
	Answer  Answer // nobody receives it
}

// Fail lets the next attempts meet the given faults, one each, after those
// that are already set. Fault{} lets an attempt pass.
func (n *Network) Fail(faults ...Fault) { n.faults = append(n.faults, faults...) }

// Faults returns the faults that have not been met yet, the next one first.
func (n *Network) Faults() []Fault { return slices.Clone(n.faults) }

// Held returns how many late requests are still under way.
func (n *Network) Held() int { return len(n.held) }

// Clone returns a network in the same state that goes its own way from here.
func (n *Network) Clone() *Network {
	c := *n
	c.faults, c.held = slices.Clone(n.faults), slices.Clone(n.held)
	return &c
}

// Deliver hands the service the late requests whose time has come, in the
// order of their arrival. Whoever moves the clock calls it; a Caller does for
// the time that it takes.
func (n *Network) Deliver(s Service, now table.Ticks) []Arrival {
	var arrivals []Arrival
	for len(n.held) > 0 && n.held[0].arrival <= now {
		h := n.held[0]
		n.held = n.held[1:]
		arrivals = append(arrivals, Arrival{h.attempt, h.arrival, h.call, s.Do(h.call, h.arrival)})
	}
	return arrivals
}

// hold keeps a late request in its place.
func (n *Network) hold(h held) {
	at, _ := slices.BinarySearchFunc(n.held, h, func(a, b held) int {
		return cmp.Or(cmp.Compare(a.arrival, b.arrival), cmp.Compare(a.attempt, b.attempt))
	})
	n.held = slices.Insert(n.held, at, h)
}

func (n *Network) timeout() table.Ticks {
	if n.Timeout <= 0 {
		return DefaultTimeout
	}
	return n.Timeout
}

// next takes the fault that the next attempt meets.
func (n *Network) next() Fault {
	if len(n.faults) == 0 {
		return Fault{}
	}
	f := n.faults[0]
	n.faults = n.faults[1:]
	if f.Kind != Delayed || f.Delay < 0 {
		f.Delay = 0
	}
	return f
}

// attempt sends a call once. The late requests that reach the service before
// this one does are returned with it.
func (n *Network) attempt(s Service, call Call, now table.Ticks) (Attempt, []Arrival) {
	n.sent++
	a := Attempt{Number: n.sent, Sent: now, Fault: n.next()}
	arrival, gaveUp := now+n.Travel+a.Fault.Delay, now+n.timeout()
	a.Ended = gaveUp
	if a.Fault.Kind == RequestLost {
		return a, nil
	}
	if arrival >= gaveUp {
		n.hold(held{a.Number, arrival, call})
		return a, nil
	}
	before := n.Deliver(s, arrival)
	a.Arrived = arrival
	a.Answer = answerOf(s, call, a)
	a.Applied = a.Answer.Refusal == nil
	if back := arrival + n.Travel; back < gaveUp && a.Fault.Kind != ResponseLost {
		a.Answered, a.Ended = true, back
	}
	return a, before
}

// answerOf is what the service says to an attempt that has reached it.
func answerOf(s Service, call Call, a Attempt) Answer {
	if a.Fault.Kind == Busy {
		return Answer{Refusal: table.Refuse(ServerBusy, "The server is currently unable to receive requests. Please retry your request.")}
	}
	return s.Do(call, a.Arrived)
}

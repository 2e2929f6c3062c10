package demand

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/text"
)

// Retry is what a client does when a request is refused.
type Retry uint8

// The retry policies. The first waits and goes on with its next operation, as
// the threads of the measurements did. The other two try again three times.
const (
	Wait    Retry = iota // pause, then the next operation
	NoRetry              // go on at once with the next operation
	Guide                // after 3, 27 and 81 s, each 20 % more or less, as the whitepaper of 2010 rounds it
	Library              // after 3, 27 to 39 and 75 to 90 s, as version 1.7 of the storage client library computes it
)

// Retries is how often a retry policy tries again.
const Retries = 3

// backOff returns how long to wait before the attempt-th retry, counted from 0.
func (r Retry) backOff(attempt uint8, bits uint64) int64 {
	permil := 800 + int64(random.Bounded(bits, 401))
	switch r {
	case Guide:
		return min([...]int64{3, 27, 81}[attempt]*clock.Millisecond*permil, 90*clock.Second)
	case Library:
		return min(3*clock.Second+(1<<attempt-1)*30*clock.Millisecond*permil, 90*clock.Second)
	}
	return 0
}

// Load is what one group of clients does. A group is closed-loop, VMs times
// Threads synchronous threads, or open-loop: Rate operations per second that
// arrive whatever becomes of them.
type Load struct {
	VMs, Threads int
	Size         VMSize
	Rate         int64 // operations per second; 0 for closed-loop
	Batch        int   // entities of one insert, delete or purge
	Mix          [service.Operations]int64
	Retry        Retry
	Think        int64  // a thread's pause after an operation, in microseconds
	Sticky       bool   // a thread keeps the entity and the Id of its first operation
	From, To     uint64 // the piece of the key space that walks go over; To 0 for no end
	Once         bool   // a thread stops after one walk
	Paused       bool   // it does nothing for now, and needs neither VMs nor a Rate
}

// Closed is the load of machines with synchronous threads that do one thing.
func Closed(op service.Operation, vms, threads, batch int) Load {
	l := Load{VMs: vms, Threads: threads, Size: ExtraLarge, Batch: batch}
	l.Mix[op] = 1
	return l
}

// Open is a load of one operation that arrives at a rate whatever becomes of it.
func Open(op service.Operation, rate int64, retry Retry) Load {
	l := Load{Rate: rate, Batch: 1, Retry: retry}
	l.Mix[op] = 1
	return l
}

// operation picks one by the weights of the mix.
func (l *Load) operation(bits uint64) service.Operation {
	if l.Mix[service.Insert] != 0 && l.Mix[service.Insert] == l.Weights() {
		return service.Insert
	}
	left := int64(random.Bounded(bits, uint64(l.Weights())))
	for o, weight := range l.Mix {
		if left -= weight; left < 0 {
			return service.Operation(o)
		}
	}
	return service.Insert
}

// Weights returns the sum of the mix.
func (l *Load) Weights() (n int64) {
	for _, weight := range l.Mix {
		n += weight
	}
	return n
}

// String says the load in words.
func (l Load) String() string {
	switch {
	case l.Paused:
		return "nothing"
	case l.Rate > 0:
		return text.Number(l.Rate) + " operations per second"
	}
	return text.Number(int64(l.VMs)) + " VMs with " + text.Number(int64(l.Threads)) + " threads each"
}

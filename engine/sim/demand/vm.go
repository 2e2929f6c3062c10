package demand

import "github.com/keyrange/keyrange/engine/sim/clock"

// VMSize is a client machine.
type VMSize struct {
	Cores       int64
	Base, Each  int64 // processor time of a request and of each entity in it
	WireEach    int64 // microseconds to write and send each entity after the first
	WireCrowded int64 // thousandths by which one more request on the way slows that down
}

// The client machines of the measurements, fitted to their figures.
var (
	ExtraLarge = VMSize{Cores: 8, Base: 5200, Each: 670, WireEach: 3400, WireCrowded: 90}
	Small      = VMSize{Cores: 1, Base: 5200, Each: 670, WireEach: 8300}
)

// Delays are the times that clients take and wait, in microseconds.
type Delays struct {
	RoundTrip int64 // between client and server, front end included
	ErrorWait int64 // a thread's pause after an operation that failed for good
}

// DefaultDelays returns those that are fitted to the measurements.
func DefaultDelays() Delays {
	return Delays{RoundTrip: 32 * clock.Millisecond, ErrorWait: 3 * clock.Second}
}

// vm is one client machine: when each of its cores is free, and how many
// requests it has on their way.
type vm struct {
	cores    [8]int64
	inFlight int32
}

// transfer returns how long the machine takes to put n entities on the wire.
func (v *vm) transfer(size *VMSize, now, n int64) int64 {
	core := 0
	for i := 1; i < int(size.Cores); i++ {
		if v.cores[i&7] < v.cores[core] {
			core = i & 7
		}
	}
	free := max(v.cores[core], now) + size.Base + size.Each*n
	v.cores[core] = free
	took := free - now
	if n > 1 {
		wire := size.WireEach * (n - 1)
		took += wire + wire*size.WireCrowded*int64(v.inFlight)/1000
	}
	v.inFlight++
	return took
}

package clock

// Kind is what an event is about.
type Kind uint8

// The kinds of events. Clients schedule the first three and the last for threads
// and requests of theirs, the service the others for its ranges.
const (
	Send    Kind = iota // a thread begins its next operation
	Resend              // a request leaves the client again after a back-off
	Arrive              // a request reaches the front end
	Core                // a range's executor is done with a request
	Log                 // a flush of a range's commit log is done
	Tick                // the manager looks
	Pause               // a drained range has stood still long enough: split or merge
	Online              // a range is served by its new server
	Arrival             // the next operation of an open-loop group
)

// Event is one thing to happen. When holds the time and, in its lower bits, the
// ticket drawn when it was scheduled, so one comparison orders events by (time,
// ticket). What holds the kind, a number of 24 bits and one of 32.
type Event struct{ When, What uint64 }

// Times take 37 bits, which is more than MaxTime, and tickets 27. A ticket only
// orders events of the same microsecond; when tickets run out the waiting
// events get new ones in the same order.
const (
	ticketBits = 27
	lastTicket = 1<<ticketBits - 1
)

// Time is when the event happens.
func (e Event) Time() int64 { return int64(e.When >> ticketBits) }

// Kind is what the event is about.
func (e Event) Kind() Kind { return Kind(e.What >> 56) }

// Index is the number of 24 bits, of a thread or a range.
func (e Event) Index() int32 { return int32(e.What >> 32 & 0xFFFFFF) }

// Detail is the number of 32 bits: a request, or what tells whether the event
// still counts.
func (e Event) Detail() int32 { return int32(uint32(e.What)) }

// Pack describes an event for Push.
func Pack(k Kind, a, b int32) uint64 {
	return uint64(k)<<56 | uint64(uint32(a)&0xFFFFFF)<<32 | uint64(uint32(b))
}

// sink puts e in the place of the first event and restores the order of a heap
// with four children a node: h[i] is not later than h[4i+1] to h[4i+4].
func sink(h []Event, e Event) {
	i := 0
	for 4*i+5 <= len(h) {
		k := h[4*i+1 : 4*i+5 : 4*i+5]
		// Which of the four is first cannot be foreseen, so nothing branches on it:
		// each comparison is a number, 1 where the later of two is less.
		w0, w1, w2, w3 := k[0].When, k[1].When, k[2].When, k[3].When
		left, right, pair := 0, 0, 0
		if w1 < w0 {
			left = 1
		}
		if w3 < w2 {
			right = 1
		}
		if min(w2, w3) < min(w0, w1) {
			pair = 1
		}
		least := left ^ (left^(2+right))&-pair
		if e.When <= k[least&3].When {
			h[i] = e
			return
		}
		h[i] = k[least&3]
		i = 4*i + 1 + least
	}
	// The last node that has children may have fewer than four, of which none has any.
	least, when := i, e.When
	for j := 4*i + 1; j < len(h); j++ {
		if h[j].When < when {
			least, when = j, h[j].When
		}
	}
	if least != i {
		h[i] = h[least]
	}
	h[least] = e
}

package sim

// kind is what an event is about.
type kind uint8

const (
	sendEvent    kind = iota // a thread begins its next operation
	resendEvent              // a request leaves the client again after a back-off
	arriveEvent              // a request reaches the front end
	coreEvent                // a range's executor is done with a request
	logEvent                 // a flush of a range's commit log is done
	tickEvent                // the manager looks
	pauseEvent               // a drained range has stood still long enough: split or merge
	onlineEvent              // a range is served by its new server
	arrivalEvent             // the next operation of an open-loop group
)

// event is one thing to happen. when holds the time and, in its lower bits, the
// ticket drawn when it was scheduled, so one comparison orders events by (time,
// ticket). what holds the kind, a number of 24 bits and one of 32.
type event struct{ when, what uint64 }

// Times take 37 bits, which is more than MaxTime, and tickets 27. A ticket only
// orders events of the same microsecond; when tickets run out the waiting
// events get new ones in the same order.
const (
	ticketBits = 27
	lastTicket = 1<<ticketBits - 1
)

func (e event) time() int64 { return int64(e.when >> ticketBits) }
func (e event) kind() kind  { return kind(e.what >> 56) }
func (e event) a() int32    { return int32(e.what >> 32 & 0xFFFFFF) }
func (e event) b() int32    { return int32(uint32(e.what)) }

func pack(k kind, a, b int32) uint64 {
	return uint64(k)<<56 | uint64(uint32(a)&0xFFFFFF)<<32 | uint64(uint32(b))
}

// queue is a heap with four children a node: heap[i] is not later than heap[4i+1]
// to heap[4i+4].
type queue struct {
	heap   []event
	ticket uint64
}

func (q *queue) push(time int64, what uint64) {
	if q.ticket == lastTicket {
		q.renumber()
	}
	e := event{uint64(time)<<ticketBits | q.ticket, what}
	q.ticket++
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if h[parent].when <= e.when {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (q *queue) pop() event {
	h := q.heap
	first, n := h[0], len(h)-1
	e := h[n]
	q.heap = h[:n]
	if n > 0 {
		sink(h[:n], e)
	}
	return first
}

// sink puts e in the place of the first event and restores the order.
func sink(h []event, e event) {
	i, n := 0, len(h)
	for {
		c := 4*i + 1
		if c >= n {
			break
		}
		least, when := c, h[c].when
		if c+4 <= n {
			k := h[c : c+4 : c+4]
			if k[1].when < when {
				least, when = c+1, k[1].when
			}
			if k[2].when < when {
				least, when = c+2, k[2].when
			}
			if k[3].when < when {
				least, when = c+3, k[3].when
			}
		} else {
			for j := c + 1; j < n; j++ {
				if h[j].when < when {
					least, when = j, h[j].when
				}
			}
		}
		if e.when <= when {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = e
}

// renumber draws new tickets for all waiting events in their order. A sorted
// slice is a heap.
func (q *queue) renumber() {
	old := queue{heap: append([]event(nil), q.heap...)}
	for i := range q.heap {
		e := old.pop()
		q.heap[i] = event{e.when>>ticketBits<<ticketBits | uint64(i), e.what}
	}
	q.ticket = uint64(len(q.heap))
}

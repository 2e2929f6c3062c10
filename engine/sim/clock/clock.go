package clock

// Units of virtual time, which is counted in microseconds.
const (
	Millisecond int64 = 1000
	Second            = 1000 * Millisecond
	Minute            = 60 * Second
	Hour              = 60 * Minute
)

// MaxTime is how far virtual time can go.
const MaxTime = 24 * Hour

// Clock is the present moment of a run and the events that are due after it. It
// holds no pointers other than to its own heap.
type Clock struct {
	Now  int64
	heap []Event // see sink for its order
	// The ticket that the next event draws. It orders events of one microsecond.
	ticket uint64
}

// CopyTo makes another clock a copy of this one. What it holds already is used
// again.
func (c *Clock) CopyTo(d *Clock) {
	heap := d.heap
	*d = *c
	d.heap = append(heap[:0], c.heap...)
}

// Due reports whether anything happens up to a moment.
func (c *Clock) Due(until int64) bool {
	return len(c.heap) > 0 && int64(c.heap[0].When>>ticketBits) <= until
}

// First is the event that happens next, of which there must be one.
func (c *Clock) First() Event { return c.heap[0] }

// Waiting are the events to come, the next one first and the others in no order.
// What they are about may be changed; when they happen may not.
func (c *Clock) Waiting() []Event { return c.heap }

// Push schedules an event, which Pack has described.
func (c *Clock) Push(time int64, what uint64) {
	if c.ticket == lastTicket {
		c.renumber()
	}
	e := Event{uint64(time)<<ticketBits | c.ticket, what}
	c.ticket++
	c.heap = append(c.heap, e)
	h := c.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if h[parent].When <= e.When {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

// Pop takes the next event, of which there must be one, and goes to its time.
func (c *Clock) Pop() Event {
	h := c.heap
	first, n := h[0], len(h)-1
	e := h[n]
	c.heap = h[:n]
	if n > 0 {
		sink(h[:n], e)
	}
	c.Now = int64(first.When >> ticketBits)
	return first
}

// renumber draws new tickets for all waiting events in their order. A sorted
// slice is a heap.
func (c *Clock) renumber() {
	old := Clock{heap: append([]Event(nil), c.heap...)}
	for i := range c.heap {
		e := old.Pop()
		c.heap[i] = Event{e.When>>ticketBits<<ticketBits | uint64(i), e.What}
	}
	c.ticket = uint64(len(c.heap))
}

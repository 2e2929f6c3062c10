package demand

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// none is the index of nothing, in lists of requests and of machines.
const none = int32(-1)

// caller is the clients' number among the callers of a service.
const caller = 0

// Clients are all groups of clients of a run. They are the first service.Caller of
// their service. The zero value has no group: Attach it, then Begin. Its state holds no pointers other than
// to what Attach gives it, so a copy of its slices is a copy of the clients.
type Clients struct {
	delays Delays
	seed   uint64

	requests []request
	free     int32

	threads []thread
	vms     []vm
	groups  []group

	rows     uint64 // of a data set, replayed so far
	inFlight int64
	waiting  int64 // threads that wait after an error, and requests in a back-off

	ties
}

// ties are what clients work with and do not own. They are no part of their state.
type ties struct {
	clock   *clock.Clock
	record  *record.Recorder
	source  *Source
	service *service.Service
	door    Door // nil: that of the service
}

// Door is where requests go that do not go straight to the service. What it admits it
// tells the Clients about, later, as the service would.
type Door interface {
	Arrive(q service.Request) service.Answer
}

// request is an operation on its way, tried for the first time or again. Requests
// are pooled; next links those that are free, which belong to no thread.
type request struct {
	key     uint64 // ordinal of the PartitionKey
	began   int64  // when the operation began at the client
	next    int32
	thread  int32
	vm      int32  // none: no machine of its own
	skip    uint32 // entities of the key that a walk has passed
	count   uint16 // entities
	back    uint16 // jitter of the way back
	op      service.Operation
	attempt uint8 // how often it was sent before
}

// thread is one synchronous thread of a client, or an open-loop source.
type thread struct {
	group  int32
	vm     int32 // none: no machine of its own
	id     int32 // what its draws depend on
	count  uint32
	cursor uint64 // where its walk goes on; of a source, the fraction of a microsecond carried over
	skip   uint32 // how much of that key the walk has passed; of a source, which row of arrivals is valid
	state  threadState
}

type threadState uint8

const (
	stopped threadState = iota
	busy
	waits
)

// group is a Load and the threads that do it.
type group struct {
	load        Load
	first, last int32 // its threads
	active      int32 // how many of its threads run
	firstVM     int32
	vms         int32 // set aside for it
}

// Attach gives the clients the clock that they schedule in, the recorder that they
// write to, the source of their keys, and the service behind the front door.
func (c *Clients) Attach(k *clock.Clock, r *record.Recorder, d *Source, s *service.Service) {
	c.ties = ties{k, r, d, s, nil}
}

// Through sends requests to another door. There is no service to attach then.
func (c *Clients) Through(d Door) { c.door = d }

// Begin sets up, once, a group for each load, of which the first rows of a data set were
// replayed before, and schedules what each begins with.
func (c *Clients) Begin(d Delays, seed uint64, loads []Load, rows uint64) {
	c.delays, c.seed, c.free, c.rows = d, seed, none, rows
	for i, l := range loads {
		first := int32(len(c.threads))
		c.groups = append(c.groups, group{first: first, last: first + 1})
		c.threads = append(c.threads, thread{group: int32(i), vm: none, id: threadID(i, 0), cursor: l.From})
		if l.Rate > 0 {
			c.threads[first].cursor = 0
		}
	}
	for i, l := range loads {
		c.groups[i].load = l
		c.SetLoad(i, l)
	}
}

// CopyTo makes other clients a copy of these. They keep their own ties, and what
// they hold already is used again.
func (c *Clients) CopyTo(d *Clients) {
	old := *d
	*d = *c
	d.ties = old.ties
	d.requests = append(old.requests[:0], c.requests...)
	d.threads = append(old.threads[:0], c.threads...)
	d.vms = append(old.vms[:0], c.vms...)
	d.groups = append(old.groups[:0], c.groups...)
}

// Bytes is about how much memory a copy takes.
func (c *Clients) Bytes() int { return len(c.requests)*48 + (len(c.threads)+len(c.vms))*64 }

// Delays returns the times that hold.
func (c *Clients) Delays() Delays { return c.delays }

// InFlight returns how many requests are sent and not answered.
func (c *Clients) InFlight() int64 { return c.inFlight }

// Waiting returns how many threads wait after an error and how many requests wait
// to be sent again, together.
func (c *Clients) Waiting() int64 { return c.waiting }

// Running returns how many threads run.
func (c *Clients) Running() (n int64) {
	for i := range c.groups {
		n += int64(c.groups[i].active)
	}
	return n
}

// Rows returns how many rows of a data set were replayed.
func (c *Clients) Rows() uint64 { return c.rows }

// Handle does what an event of the clients, of this kind, is about.
func (c *Clients) Handle(k clock.Kind, e clock.Event) {
	switch k {
	case clock.Send:
		c.send(e.Index())
	case clock.Resend:
		c.resend(e.Detail())
	case clock.Arrive:
		c.arrive(e.Detail())
	case clock.Arrival:
		c.arrival(e.Index(), e.Detail())
	}
}

// newRequest takes a request from the pool, which grows until it is as large as
// the most requests ever on their way.
func (c *Clients) newRequest() int32 {
	if r := c.free; r != none {
		c.free = c.requests[r].next
		return r
	}
	c.requests = append(c.requests, request{})
	return int32(len(c.requests) - 1)
}

func (c *Clients) freeRequest(r int32) {
	c.requests[r].next = c.free
	c.requests[r].thread = none
	c.free = r
}

// EachOnWay visits the requests that are on their way to the front door, in no order,
// each with its key, its number and when it arrives.
func (c *Clients) EachOnWay(visit func(key uint64, ticket int32, at int64)) {
	for _, e := range c.clock.Waiting() {
		if e.Kind() == clock.Arrive {
			visit(c.requests[e.Detail()].key, e.Detail(), e.Time())
		}
	}
}

package sim

// none is the index of nothing, in lists of requests and of ranges.
const none = int32(-1)

// Operation is what a request does.
type Operation uint8

// The operations of a workload. A scan and a purge walk over a piece of the key
// space, a page or a batch at a time, and a purge deletes what it finds.
const (
	Insert Operation = iota
	Get
	Delete
	Scan
	Purge
	operations
)

// String returns the operation's name.
func (o Operation) String() string {
	return [...]string{"insert", "get", "delete", "scan", "purge"}[o]
}

func (o Operation) writes() bool { return o == Insert || o == Delete || o == Purge }
func (o Operation) walks() bool  { return o == Scan || o == Purge }

// request is one attempt of an operation on its way. Requests are pooled; next
// links those of a list and those that are free.
type request struct {
	key     uint64 // ordinal of the PartitionKey
	began   int64  // when the operation began at the client
	next    int32
	thread  int32
	vm      int32  // none: no machine of its own
	skip    uint32 // entities of the key that a walk has passed
	count   uint16 // entities
	op      Operation
	row     uint8  // of the heat map
	attempt uint8  // how often it was sent before
	back    uint16 // jitter of the way back
}

// list is a queue of requests, linked through their next.
type list struct {
	head, tail int32
	entities   int64
}

func emptyList() list { return list{head: none, tail: none} }

func (s *state) add(l *list, r int32) {
	q := &s.requests[r]
	q.next = none
	if l.head == none {
		l.head = r
	} else {
		s.requests[l.tail].next = r
	}
	l.tail = r
	l.entities += int64(q.count)
}

func (s *state) take(l *list) int32 {
	r := l.head
	q := &s.requests[r]
	l.head = q.next
	if l.head == none {
		l.tail = none
	}
	l.entities -= int64(q.count)
	return r
}

// newRequest takes a request from the pool, which grows until it is as large as
// the most requests ever on their way.
func (s *state) newRequest() int32 {
	if r := s.free; r != none {
		s.free = s.requests[r].next
		return r
	}
	s.requests = append(s.requests, request{})
	return int32(len(s.requests) - 1)
}

func (s *state) freeRequest(r int32) {
	s.requests[r].next = s.free
	s.requests[r].thread = none
	s.free = r
}

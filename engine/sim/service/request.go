package service

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
	Operations // how many there are
)

// String returns the operation's name.
func (o Operation) String() string {
	return [...]string{"insert", "get", "delete", "scan", "purge"}[o]
}

// Walks reports whether the operation goes on where the one before it ended.
func (o Operation) Walks() bool { return o == Scan || o == Purge }

// held is a request that was admitted and is not done yet.
type held struct {
	Request
	next int32 // of a list, and of those that are free
	row  uint8 // of the heat map
	live bool
}

// list is a queue of requests, linked through their next.
type list struct {
	head, tail int32
	entities   int64
}

func emptyList() list { return list{head: none, tail: none} }

// pool is the requests that are held. It grows until it is as large as the most
// that ever were.
type pool struct {
	requests []held
	free     int32
}

// add puts a request at the end of a list.
func (p *pool) add(l *list, r int32) {
	q := &p.requests[r]
	q.next = none
	if l.head == none {
		l.head = r
	} else {
		p.requests[l.tail].next = r
	}
	l.tail = r
	l.entities += int64(q.Entities)
}

// take removes the first request of a list.
func (p *pool) take(l *list) int32 {
	r := l.head
	q := &p.requests[r]
	l.head = q.next
	if l.head == none {
		l.tail = none
	}
	l.entities -= int64(q.Entities)
	return r
}

// hold takes in a request.
func (p *pool) hold(q *Request, row uint8) int32 {
	r := p.free
	if r == none {
		p.requests = append(p.requests, held{})
		r = int32(len(p.requests) - 1)
	} else {
		p.free = p.requests[r].next
	}
	p.requests[r] = held{*q, none, row, true}
	return r
}

func (p *pool) release(r int32) {
	q := &p.requests[r]
	q.next, q.live = p.free, false
	p.free = r
}

// pending is how many entities wait or are executed in a range.
func (p *pool) pending(r *rangeState) int64 {
	n := r.waiting.entities
	if r.executing != none {
		n += int64(p.requests[r.executing].Entities)
	}
	return n
}

// Package wire is the Table service as text: it turns a Request into calls of
// the engine and what they return into a Response, byte for byte as the
// service writes it. It knows nothing of sockets: requests and responses are
// values.
//
// Read Request, Service and Response first, then Operation, which is what a
// request asks for, and Refusal, which is every error answer.
//
// What always holds: a request gives the same response whenever the service is
// in the same state, with the same time; no input panics, and every loop over
// input has a bound named in bounds.go; an entity that is refused leaves the
// tables as they were.
//
// Who may do what is up to an Authorizer and an Administrator, which package
// access gives; package encoding writes the texts.
//
// Left out: connections and framing, Atom as a format of requests (AtomEntry
// shows an entity in it), and locking: a Service belongs to one goroutine at a
// time.
package wire

import (
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// Service is one storage account behind its Table endpoint.
type Service struct {
	Name   string         // of the account, the first label of its host
	Tables *table.Account // the account's tables
	Limits query.Limits   // when pages of queries end, besides $top
	// PageBytes ends a page of a query after the entity with which its JSON has
	// that many bytes; 0 or less: it does not. The service documents no such bound.
	PageBytes int

	Authorize  Authorizer    // nil: every request may do everything
	Administer Administrator // nil: ACL, properties, stats and preflight are not implemented
	Decorate   Decorator     // nil: nothing is added
	Guard      Guard         // nil: the tables belong to this service alone
	Watch      func(Sight)   // nil: nobody is told what requests are about

	seed       uint64 // of the next request id
	second     table.Ticks
	date       string // text of second
	members    []member
	properties []table.Property
	usualBytes int // of the largest pages of late, to size the next
}

// Guard is held by a request that reads while it looks at the tables. Several
// services may so share an account: any number that only read, each on a
// goroutine of its own, and one that writes with the guard held. The page of a
// query is made from a snapshot, without the guard.
type Guard interface {
	Lock()
	Unlock()
}

func (s *Service) lock() {
	if s.Guard != nil {
		s.Guard.Lock()
	}
}

func (s *Service) unlock() {
	if s.Guard != nil {
		s.Guard.Unlock()
	}
}

// New returns the service of an account. The ids of requests and the
// boundaries of batches follow from seed alone.
func New(name string, tables *table.Account, seed uint64) *Service {
	return &Service{Name: name, Tables: tables, seed: seed}
}

// Serve answers one request at the given time. The response shares no memory
// with the request.
func (s *Service) Serve(req Request, now table.Ticks) Response {
	c := s.callOf(&req, now)
	if c.page != "" {
		return invalidURL(c.page, s.dateAt(now))
	}
	c.id = s.nextID()
	if c.op.Kind.administers() {
		return c.administer()
	}
	a, refusal := c.run()
	if refusal != nil {
		a = c.refused(refusal)
	}
	resp := c.response(&a)
	if s.Decorate != nil {
		s.Decorate(req, c.op, &resp)
	}
	return resp
}

// Admit authorises a request whose Body is not known yet, so that nobody reads what
// is not wanted. It returns the request to Serve, which is not authorised again,
// and whether it may be served; if not, resp is its answer.
func (s *Service) Admit(req Request, now table.Ticks) (admitted Request, resp Response, ok bool) {
	c := &call{service: s, req: &req, now: now}
	c.read()
	if s.Authorize == nil || c.page != "" || c.op.Kind == Preflight {
		return req, resp, true
	}
	grant, refusal := s.Authorize(req, c.op)
	if refusal != nil {
		return req, s.Refused(req, refusal, now), false
	}
	c.grant = grant
	req.read = c
	return req, resp, true
}

// Admitted reports whether Admit has authorised a request, or nobody has to.
func (r Request) Admitted() bool { return r.read != nil || r.trusted }

// callOf takes a request apart, unless Admit did.
func (s *Service) callOf(req *Request, now table.Ticks) call {
	if req.read == nil {
		c := call{service: s, req: req, now: now}
		c.read()
		return c
	}
	c := *req.read
	c.service, c.req, c.now, c.op.Now = s, req, now, now
	return c
}

// Refused answers a request with a refusal that is not of the service's own
// making, such as one of the machine below it.
func (s *Service) Refused(req Request, refusal *Refusal, now table.Ticks) Response {
	c := call{service: s, req: &req, now: now}
	c.read()
	c.id = s.nextID()
	if c.op.Kind.administers() {
		return finishXML(&c, refusedXML(refusal, c.id, c.now))
	}
	a := c.refused(refusal)
	resp := c.response(&a)
	if s.Decorate != nil {
		s.Decorate(req, c.op, &resp)
	}
	return resp
}

// next returns 64 bits that look random (splitmix64).
func (s *Service) next() uint64 {
	s.seed += 0x9E3779B97F4A7C15
	z := s.seed
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// nextID returns a request id of the service's form: a GUID that ends in six
// zeros, with a group that ends in 002.
func (s *Service) nextID() string {
	a, b := s.next(), s.next()
	id := make([]byte, 0, 36)
	id = append(encoding.AppendHex(id, a, 8), '-')
	id = append(encoding.AppendHex(id, a>>32, 1), "002-00"...)
	id = append(encoding.AppendHex(id, a>>40, 2), '-')
	id = append(encoding.AppendHex(id, b, 4), '-')
	return string(append(encoding.AppendHex(id, b>>16, 6), "000000"...))
}

// nextGuid returns a GUID for a boundary.
func (s *Service) nextGuid() string {
	a, b := s.next(), s.next()
	id := make([]byte, 0, 36)
	id = append(encoding.AppendHex(id, a, 8), '-')
	id = append(encoding.AppendHex(id, a>>32, 4), '-')
	id = append(encoding.AppendHex(id, a>>48, 4), '-')
	id = append(encoding.AppendHex(id, b, 4), '-')
	return string(encoding.AppendHex(id, b>>16, 12))
}

// dateAt returns the value of the Date field, such as "Sat, 21 Nov 2026
// 01:36:33 GMT". It is made once a second.
func (s *Service) dateAt(now table.Ticks) string {
	if second := now / table.Second; second != s.second || s.date == "" {
		s.second = second
		s.date = now.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT")
	}
	return s.date
}

package endpoint

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// newReader returns a service for requests that change nothing. It shares the
// account, and holds the lock only while it looks at it: the page of a query
// is made from a snapshot afterwards.
func (e *Endpoint) newReader(tables *table.Account, open bool) *wire.Service {
	s := wire.New(access.DevelopmentAccount, tables, seed())
	s.Guard = &e.mu
	s.Administer = func(req wire.Request, op wire.Operation) (wire.Response, *wire.Refusal) {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.access.Administer(req, op)
	}
	s.Decorate = func(req wire.Request, op wire.Operation, resp *wire.Response) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.access.Decorate(req, op, resp)
	}
	if !open {
		s.Authorize = func(req wire.Request, op wire.Operation) (wire.Grant, *wire.Refusal) {
			e.mu.Lock()
			defer e.mu.Unlock()
			return e.access.Authorize(req, op)
		}
	}
	return s
}

// read answers a request that changes nothing.
func (e *Endpoint) read(req wire.Request) wire.Response {
	s := e.readers.Get().(*wire.Service)
	defer e.readers.Put(s)
	e.mu.Lock()
	now := e.tick()
	e.mu.Unlock()
	if e.limits != nil {
		s.Limits = e.limits()
	}
	return s.Serve(req, now)
}

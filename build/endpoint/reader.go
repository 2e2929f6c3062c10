package endpoint

import (
	"context"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// reader is a service for requests that change nothing. It shares the account,
// and holds the lock only while it looks at it: the page of a query is made from
// a snapshot afterwards.
type reader struct {
	*wire.Service
	now   func() time.Time
	ctx   context.Context // of the request under way
	until time.Time       // it may take
	seen  *sighting       // of it, for who asks
	watch func(wire.Sight)
}

func (e *Endpoint) newReader(h *held) *reader {
	s := wire.New(access.DevelopmentAccount, h.tables, seed())
	s.Guard = &e.mu
	s.PageBytes = e.options.PageBytes
	s.Administer = func(req wire.Request, op wire.Operation) (wire.Response, *wire.Refusal) {
		e.mu.Lock()
		defer e.mu.Unlock()
		return h.access.Administer(req, op)
	}
	s.Decorate = func(req wire.Request, op wire.Operation, resp *wire.Response) {
		e.mu.Lock()
		defer e.mu.Unlock()
		h.access.Decorate(req, op, resp)
	}
	if !e.options.Open {
		s.Authorize = func(req wire.Request, op wire.Operation) (wire.Grant, *wire.Refusal) {
			e.mu.Lock()
			defer e.mu.Unlock()
			return h.access.Authorize(req, op)
		}
	}
	r := &reader{Service: s, now: e.options.Now}
	s.Limits.Expired = r.expired
	r.watch = func(seen wire.Sight) { r.seen.note(seen) }
	return r
}

// expired reports whether the page has to end: its time is over, or nobody waits
// for it any more.
func (r *reader) expired() bool { return r.ctx.Err() != nil || r.now().After(r.until) }

// readsOnly reports whether a request changes nothing. Of the service it needs
// only what never changes.
func (e *Endpoint) readsOnly(req wire.Request) bool {
	s := wire.Service{Name: access.DevelopmentAccount}
	return s.ReadsOnly(req)
}

// rereads is how often a request is read again because the log failed meanwhile.
const rereads = 3

// read answers a request that changes nothing, from what is on the disk.
func (e *Endpoint) read(ctx context.Context, req wire.Request, seen *sighting) wire.Response {
	for range rereads {
		e.mu.Lock()
		if e.log != nil {
			e.rewind()
		}
		h, rewound, lost := e.held, e.rewound, e.lost
		now, at := e.tick()
		e.mu.Unlock()
		if lost != nil {
			break
		}
		r := h.readers.Get().(*reader)
		r.ctx, r.until, r.seen = ctx, at.Add(e.options.Work), seen
		if e.options.Limits != nil {
			r.Limits = e.options.Limits()
			r.Limits.Expired = r.expired
		}
		if e.options.Door != nil {
			r.Limits.Boundaries = loaded{e}.boundariesOf(req)
		}
		if seen != nil {
			r.Watch = r.watch
		}
		resp := r.Serve(req, now)
		r.ctx, r.seen, r.Watch = nil, nil, nil
		h.readers.Put(r)
		if e.log == nil || e.log.Settle(rewound) {
			return resp
		}
	}
	return e.failed(req)
}

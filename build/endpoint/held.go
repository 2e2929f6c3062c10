package endpoint

import (
	"fmt"
	"sync"
	"time"

	"github.com/keyrange/keyrange/build/image"
	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// held is the account that is served. When the log fails another takes its
// place, made of what is on the disk.
type held struct {
	tables  *table.Account
	access  *access.Control
	service *wire.Service // does the changes
	readers sync.Pool     // of *reader
	seen    *sighting     // of the change under way
	watch   func(wire.Sight)
}

func (e *Endpoint) newHeld() *held {
	h := &held{tables: table.NewAccount()}
	h.access = access.Development(h.tables)
	if e.options.Key != nil {
		h.access.Keys = []access.SigningKey{e.options.Key}
	}
	h.service = wire.New(access.DevelopmentAccount, h.tables, seed())
	h.access.Protect(h.service)
	h.watch = func(seen wire.Sight) { h.seen.note(seen) }
	if e.options.Open {
		h.service.Authorize = nil
	}
	h.setWindow(e.options.Window)
	h.readers.New = func() any { return e.newReader(h) }
	return h
}

// replay does what a log holds to an account.
type replay struct {
	endpoint   *Endpoint
	held       *held
	authorize  wire.Authorizer
	window     table.Ticks
	image      *image.Reader
	requests   int
	blockBytes int64
}

func (h *held) setWindow(window time.Duration) {
	switch {
	case window < 0:
		h.tables.Window = 0
	case window > 0:
		h.tables.Window = table.Ticks(window / 100) // of 100 ns
	}
}

// replay begins to fill an account. What is in the log was authorised when it
// came, and its names were free.
func (e *Endpoint) replay(h *held) *replay {
	r := &replay{endpoint: e, held: h, authorize: h.service.Authorize, window: h.tables.Window, image: image.NewReader(h.tables)}
	h.service.Authorize, h.tables.Window = nil, 0
	return r
}

// record does one record of the log again.
func (r *replay) record(record oplog.Record) error {
	r.endpoint.last = max(r.endpoint.last, record.At)
	if record.Block != nil {
		r.blockBytes += int64(len(record.Block))
		return r.image.Add(record.Block)
	}
	r.image.Finish()
	resp := r.held.service.Serve(record.Request, record.At)
	if resp.Status != record.Status || !changed(resp) {
		return fmt.Errorf("%s %s was answered with %d and now is with %d", record.Request.Method, record.Request.URL, record.Status, resp.Status)
	}
	r.requests++
	return nil
}

// finish ends the filling; the account may be served.
func (r *replay) finish() {
	r.image.Finish()
	r.held.service.Authorize, r.held.tables.Window = r.authorize, r.window
}

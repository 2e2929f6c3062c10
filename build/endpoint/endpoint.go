// Package endpoint serves the Table service on this machine: net/http in front
// of engine/wire, with the account that emulators have.
//
// Read Endpoint first, which answers requests, then Server, which holds the
// bounds on connections, sizes and time.
//
// What always holds: changes happen one after another; with a log, a change is
// answered once it is on the disk; a page of a query is read from a snapshot
// and holds up nobody; no request can use more memory than its bounds allow or
// more time than Bounds say.
//
// Left out: TLS, and two details of the service's framing that net/http does
// not offer: fields in the service's order, and Content-Length: 0 with status
// 204. A reader may see a change before it is on the disk.
package endpoint

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// Options say what an endpoint serves.
type Options struct {
	// Data names the file of the operation log; "" keeps nothing.
	Data string
	// Open lets requests without credentials do everything, for measuring.
	Open bool
	// Now is the clock, time.Now if nil.
	Now func() time.Time
	// Limits is asked before each query when its page ends besides $top, for
	// trying out loops over pages. If nil, pages end as those of the service.
	Limits func() query.Limits
}

// Endpoint is the development account behind its Table endpoint. It answers
// requests from many goroutines.
type Endpoint struct {
	// Replayed is how many requests of the log were done again.
	Replayed int
	// Tail is what was cut from the end of the log.
	Tail oplog.Tail

	now     func() time.Time
	limits  func() query.Limits // nil: as the service
	log     *oplog.Log
	readers sync.Pool // of *wire.Service

	mu      sync.Mutex // holds the account and what follows
	access  *access.Control
	service *wire.Service // does the changes
	last    table.Ticks   // the latest time that was used
}

// New returns an endpoint, empty or as its log says. Close it in the end.
func New(o Options) (*Endpoint, error) {
	e := &Endpoint{now: o.Now, limits: o.Limits}
	if e.now == nil {
		e.now = time.Now
	}
	tables := table.NewAccount()
	e.access = access.Development(tables)
	e.service = wire.New(access.DevelopmentAccount, tables, seed())
	e.access.Protect(e.service)
	e.service.Authorize = nil // what is in the log was authorised when it came
	if o.Data != "" {
		var err error
		if e.log, e.Tail, err = oplog.Open(o.Data, e.replay); err != nil {
			return nil, err
		}
	}
	if !o.Open {
		e.service.Authorize = e.access.Authorize
	}
	e.readers.New = func() any { return e.newReader(tables, o.Open) }
	return e, nil
}

// seed is where the ids of requests begin.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.NativeEndian.Uint64(b[:])
}

// Close waits until the log is on the disk and closes it. No request must be
// under way.
func (e *Endpoint) Close() error {
	if e.log == nil {
		return nil
	}
	return e.log.Close()
}

// Handle answers one request. The error says that the log cannot be written:
// then nothing is known of a change.
func (e *Endpoint) Handle(req wire.Request) (wire.Response, error) {
	if reads(req.Method) {
		return e.read(req), nil
	}
	resp, number, err := e.change(req)
	if err == nil && number > 0 {
		err = e.log.Wait(number)
	}
	return resp, err
}

// reads reports whether a verb changes nothing.
func reads(method string) bool {
	return method == "GET" || method == "HEAD" || method == "OPTIONS"
}

// change does a request and puts it into the log, in the same order for both.
// The number is that of the record, 0 when there is none.
func (e *Endpoint) change(req wire.Request) (wire.Response, uint64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.tick()
	resp := e.service.Serve(req, now)
	if e.log == nil || !changed(resp) {
		return resp, 0, nil
	}
	number, err := e.log.Append(oplog.Record{At: now, Status: resp.Status, Request: durable(req)})
	return resp, number, err
}

// tick returns the time, which never goes back. The lock is held.
func (e *Endpoint) tick() table.Ticks {
	e.last = max(e.last, table.TicksOf(e.now()))
	return e.last
}

// replay does a request of the log again.
func (e *Endpoint) replay(r oplog.Record) error {
	e.last = max(e.last, r.At)
	resp := e.service.Serve(r.Request, r.At)
	if resp.Status != r.Status || !changed(resp) {
		return fmt.Errorf("%s %s was answered with %d and now is with %d", r.Request.Method, r.Request.URL, r.Status, resp.Status)
	}
	e.Replayed++
	return nil
}

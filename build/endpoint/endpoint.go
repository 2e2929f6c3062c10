// Package endpoint serves the Table service on this machine: net/http in front
// of engine/wire, with the account that emulators have.
//
// Read Endpoint first, which answers requests, then Server, which holds the
// bounds on connections, sizes and time.
//
// What always holds: changes happen one after another; with a log, whatever an
// answer tells of a change, the change is on the disk by then, and when the disk
// fails, what is served is what is on it; a page of a query is read from a
// snapshot and holds up nobody; no request can use more memory than its bounds
// allow or more time than Bounds and Options say.
//
// Left out: TLS, and two details of the service's framing that net/http does
// not offer: fields in the service's order, and Content-Length: 0 with status
// 204.
package endpoint

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/keyrange/keyrange/build/fault"
	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// The bounds on one query that hold where Options say nothing else.
const (
	// PageBytes ends a page of a query, in bytes of its JSON. It is our own: that
	// the service has such a bound is said of it and written nowhere.
	PageBytes = 4 << 20
	// Work is the time that a page may take: "five seconds" (Query timeout and
	// pagination, REST reference).
	Work = 5 * time.Second
)

// Options say what an endpoint serves.
type Options struct {
	// Data names the file of the operation log; "" keeps nothing.
	Data string
	// Open lets requests without credentials do everything, for measuring.
	Open bool
	// Local says that requests come from this machine only: their Host must name it.
	Local bool
	// Key is the key of the account; nil is the one that everybody knows.
	Key access.SigningKey
	// Now is the clock, time.Now if nil.
	Now func() time.Time
	// Limits is asked before each query when its page ends besides $top, for
	// trying out loops over pages. If nil, pages end as those of the service.
	Limits func() query.Limits
	// Window is how long the name of a deleted table cannot be used again; 0 is as
	// long as with the service, less is not at all, for tests that make the same
	// tables again and again.
	Window time.Duration
	// PageBytes and Work end a page of a query; 0 is the usual bound.
	PageBytes int
	Work      time.Duration
	// Warn is where it is told at once that the log cannot be written, and that it
	// can be again; nil tells nobody.
	Warn io.Writer
	// Access gets a line of JSON for each request; nil gets none.
	Access io.Writer
	// Faults are what goes wrong on purpose; nil is nothing at first.
	Faults *fault.Book
	// Door lets requests wait for a model of the service; nil lets them pass.
	Door *frontdoor.Door
	// Stream is told of what is answered; nil tells nobody.
	Stream *stream.Stream
	// AdminToken lets who has it steer the endpoint; "" lets nobody.
	AdminToken string
	// File comes before each file of the log that is written, for tests; nil is
	// nothing.
	File func(oplog.File) oplog.File
}

// Endpoint is the development account behind its Table endpoint. It answers
// requests from many goroutines.
type Endpoint struct {
	// Replayed is how many requests of the log were done again.
	Replayed int
	// Tail is what was cut from the end of the log.
	Tail oplog.Tail

	options Options
	log     *oplog.Log // nil: nothing is kept

	mu      sync.Mutex // holds the account and what follows
	held    *held
	last    table.Ticks // the latest time that was used
	rewound uint64      // failures of the log after which the account was made again
	broken  error       // why changes are refused; nil: they are not
	lost    error       // why everything is refused: the log cannot even be read

	snapshots  map[string]taken // by name
	access     *accessLog       // nil: none
	sightings  sync.Pool        // of *sighting, which are large and which every request has
	compacting sync.Mutex
	short      atomic.Int64 // bytes of the log that a shorter one would have too
}

// New returns an endpoint, empty or as its log says. Close it in the end.
func New(o Options) (*Endpoint, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.PageBytes <= 0 {
		o.PageBytes = PageBytes
	}
	if o.Work <= 0 {
		o.Work = Work
	}
	if o.Warn == nil {
		o.Warn = io.Discard
	}
	if o.Faults == nil {
		o.Faults = fault.NewBook(nil, 0)
	}
	e := &Endpoint{options: o}
	if d := o.Door; d != nil {
		o.Faults.SameRange = func(table, a, b string) bool {
			return d.SameRange(keyed.Key{Table: table, PartitionKey: a}, keyed.Key{Table: table, PartitionKey: b})
		}
	}
	e.sightings.New = func() any { return new(sighting) }
	if o.Access != nil {
		e.access = &accessLog{to: o.Access}
	}
	e.held = e.newHeld()
	if o.Data != "" {
		r := e.replay(e.held)
		var err error
		if e.log, e.Tail, err = oplog.OpenWith(o.Data, r.record, o.File); err != nil {
			return nil, err
		}
		r.finish()
		e.Replayed = r.requests
		e.short.Store(r.blockBytes)
		e.compactWhenLong()
	}
	return e, nil
}

// seed is where the ids of requests begin.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.NativeEndian.Uint64(b[:])
}

// Close makes a long log short, waits until it is on the disk and closes it. No
// request must be under way.
func (e *Endpoint) Close() error {
	if e.options.Door != nil {
		e.options.Door.Close()
	}
	if e.options.Stream != nil {
		if err := e.options.Stream.Stop(); err != nil {
			fmt.Fprintf(e.options.Warn, "The recording is not whole: %v\n", err)
		}
	}
	if e.log == nil {
		return nil
	}
	e.compacting.Lock()
	defer e.compacting.Unlock()
	if e.worthCompacting(closingBytes) {
		if err := e.compact(); err != nil {
			fmt.Fprintln(e.options.Warn, err)
		}
	}
	return e.log.Close()
}

// Handle answers one request. A query ends its page when ctx is done.
func (e *Endpoint) Handle(ctx context.Context, req wire.Request) wire.Response {
	if e.options.Stream.Active() {
		return observed(ctx, e, req)
	}
	return handle(ctx, e, req, nil)
}

func handle(ctx context.Context, e *Endpoint, req wire.Request, seen *sighting) wire.Response {
	if e.options.Door != nil {
		return loaded{e}.handle(ctx, req, seen)
	}
	return do(ctx, e, req, seen)
}

// do does a request. What it turned out to be about is written down for who asks.
func do(ctx context.Context, e *Endpoint, req wire.Request, seen *sighting) wire.Response {
	if e.readsOnly(req) {
		return e.read(ctx, req, seen)
	}
	return e.change(req, seen)
}

// tick returns the time, which never goes back. The lock is held.
func (e *Endpoint) tick() (table.Ticks, time.Time) {
	now := e.options.Now()
	e.last = max(e.last, table.TicksOf(now))
	return e.last, now
}

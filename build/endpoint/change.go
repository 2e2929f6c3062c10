package endpoint

import (
	"fmt"

	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/wire"
)

// change does a request and answers once what it did is on the disk. When it
// cannot come there, nothing was changed.
func (e *Endpoint) change(req wire.Request, seen *sighting) wire.Response {
	resp, settled, ok := e.apply(req, seen)
	if !ok || !settled() {
		return e.failed(req)
	}
	e.compactWhenLong()
	return resp
}

// apply does a request and puts it into the log, in the same order for both. It
// returns how to wait for the disk, also where nothing was changed: a refusal may
// be about a change that is still on its way there.
func (e *Endpoint) apply(req wire.Request, seen *sighting) (resp wire.Response, settled func() bool, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ready(len(req.Body)) {
		return resp, nil, false
	}
	now, _ := e.tick()
	if seen != nil {
		e.held.seen, e.held.service.Watch = seen, e.held.watch
	}
	resp = e.held.service.Serve(req, now)
	e.held.seen, e.held.service.Watch = nil, nil
	if e.log == nil {
		return resp, always, true
	}
	rewound := e.rewound
	if !changed(resp) {
		return resp, func() bool { return e.log.Settle(rewound) || e.rewindNow() }, true
	}
	group, err := e.log.Append(oplog.Record{At: now, Status: resp.Status, Request: durable(req)})
	if err != nil {
		e.rewind()
		return resp, nil, false
	}
	return resp, func() bool { return e.log.Wait(group) == nil || e.rewindNow() }, true
}

func always() bool { return true }

// mendBytes is how much room beside its own body a change needs before changes
// are taken again: otherwise the next few would fail.
const mendBytes = 64 << 10

// ready makes sure that what is served is what is on the disk, and reports whether
// a change with so many bytes can be taken. The lock is held.
func (e *Endpoint) ready(bytes int) bool {
	if e.log == nil {
		return true
	}
	e.rewind()
	if e.broken == nil || e.lost != nil {
		return e.lost == nil
	}
	if err := e.log.Mend(bytes + mendBytes); err != nil {
		return false
	}
	e.broken = nil
	fmt.Fprintf(e.options.Warn, "%s can be written again: changes are taken.\n", e.options.Data)
	return true
}

// rewind makes the account again of what is on the disk after the log failed: no
// change is seen that nobody was promised. The lock is held.
func (e *Endpoint) rewind() {
	failures := e.log.Failures()
	if failures == e.rewound {
		return
	}
	e.rewound = failures
	cause, err := e.fromDisk()
	e.broken, e.lost = cause, err
	fmt.Fprintf(e.options.Warn, "%s: %v. Changes are refused until it can be written.\n", e.options.Data, cause)
	if err != nil {
		fmt.Fprintf(e.options.Warn, "%s cannot be read either: %v. Everything is refused.\n", e.options.Data, err)
	}
}

// fromDisk makes the account again of what is on the disk. The lock is held.
func (e *Endpoint) fromDisk() (cause, err error) {
	h := e.newHeld()
	r := e.replay(h)
	cause, err = e.log.Rewind(r.record)
	r.finish()
	e.held = h
	return cause, err
}

// rewindNow is rewind for who does not have the lock. It is false, as what it
// comes after is.
func (e *Endpoint) rewindNow() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rewind()
	return false
}

// failed answers a request that could not be done for want of the disk, as the
// service does when something in it fails.
func (e *Endpoint) failed(req wire.Request) wire.Response {
	return e.refuse(req, wire.Refuse(wire.InternalError, "Server encountered an internal error. Please try again after some time."))
}

// refuse answers a request that is not done.
func (e *Endpoint) refuse(req wire.Request, refusal *wire.Refusal) wire.Response {
	e.mu.Lock()
	h := e.held
	now, _ := e.tick()
	e.mu.Unlock()
	r := h.readers.Get().(*reader)
	defer h.readers.Put(r)
	return r.Refused(req, refusal, now)
}

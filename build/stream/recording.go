package stream

import (
	"errors"
	"io"

	"github.com/keyrange/keyrange/engine/observe"
)

// errFull ends a recording that is as long as one may be.
var errFull = errors.New("the recording is as long as a screen reads; it ends here")

// line is how long the events of a recording are, in microseconds.
const line = 1_000_000

// recording writes events to a file, joined to seconds. Seconds in which nothing was
// asked for are left out.
type recording struct {
	to     io.WriteCloser
	warn   func(error)
	next   *observe.Event
	bytes  int
	events int
	failed bool
}

// Record writes what comes from now on to a file as well. What goes wrong with it
// later is told to warn, once.
func (s *Stream) Record(to io.WriteCloser, name string, warn func(error)) error {
	head := observe.AppendHeader(nil, name, "keyrange tables", nil)
	if _, err := to.Write(head); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.file = &recording{to: to, warn: warn, bytes: len(head)}
	s.wake()
	return nil
}

// add takes the next event.
func (r *recording) add(e observe.Event) {
	if r.next != nil && r.next.Span < line && r.next.Join(&e) {
		return
	}
	r.flush()
	r.next = &e
}

// flush writes the line of the events that were joined.
func (r *recording) flush() {
	e := r.next
	if r.next = nil; e == nil || r.failed || e.Total.Sent == 0 {
		return
	}
	text := observe.AppendEvent(nil, e)
	if r.events++; r.events > observe.MaxEvents || r.bytes+len(text) > observe.MaxRecording {
		r.fail(errFull)
		return
	}
	r.bytes += len(text)
	if _, err := r.to.Write(text); err != nil {
		r.fail(err)
	}
}

func (r *recording) fail(err error) {
	r.failed = true
	r.warn(err)
}

func (r *recording) close() error {
	r.flush()
	return r.to.Close()
}

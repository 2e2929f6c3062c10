package stream

import (
	"errors"
	"io"

	"github.com/keyrange/keyrange/engine/observe"
)

// errFull ends a recording that is as long as one may be.
var errFull = errors.New("the recording is as long as a screen reads; it ends here")

// recording writes seconds to a file. Those in which nothing was asked for are left
// out.
type recording struct {
	to     io.WriteCloser
	warn   func(error)
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

// add writes the line of a second.
func (r *recording) add(e *observe.Event) {
	if r.failed || e.Total.Sent == 0 {
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

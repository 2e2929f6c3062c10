// Package stream counts what an endpoint answers and tells whoever listens: a screen
// of the site by server-sent events, and a file.
//
// A reader meets Stream first, which is given operations and makes events of them.
//
// What always holds: while nobody listens nothing is counted, and Active costs one
// load; what is kept has a bound whatever comes: the counts those of package observe,
// the events that wait for a listener who comes back MaxKept and MaxKeptBytes, the
// listeners MaxViewers. A listener who reads too slowly misses events and holds up
// nobody.
//
// Left out: who may listen, which the endpoint decides.
package stream

import (
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/modeled"
)

// The bounds of a Stream.
const (
	MaxViewers   = 16
	MaxKept      = 300
	MaxKeptBytes = 8 << 20
	every        = 200 * time.Millisecond // between two events
	linger       = 30 * time.Second       // it goes on counting after the last listener is gone
	sampled      = 16                     // requests of a tick whose properties are told
)

// Stream counts operations and makes an event of them five times a second.
type Stream struct {
	run    string
	began  time.Time
	door   *frontdoor.Door // nil: none
	active atomic.Bool
	drawn  atomic.Int32 // requests of this tick whose properties were asked for

	mu       sync.Mutex
	observer *observe.Observer
	kept     []kept
	bytes    int
	viewers  map[chan kept]struct{}
	left     time.Time // when the last listener was
	file     *recording
	stopped  bool
}

// kept is an event as it is sent.
type kept struct {
	seq  uint64
	data []byte
}

// New returns a stream of what is asked of an endpoint, with the model behind the
// door if there is one.
func New(door *frontdoor.Door) *Stream {
	return &Stream{run: rand.Text(), began: time.Now(), door: door, viewers: map[chan kept]struct{}{}}
}

// Active reports whether anybody wants to know of operations.
func (s *Stream) Active() bool { return s != nil && s.active.Load() }

// Sampled reports whether the properties of the next entity are wanted.
func (s *Stream) Sampled() bool { return s.drawn.Add(1) <= sampled }

// Now is the stream's time in microseconds.
func (s *Stream) Now() int64 { return time.Since(s.began).Microseconds() }

// Add counts an operation that was answered at its time, which is that of the stream.
func (s *Stream) Add(op *observe.Operation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.observer != nil {
		s.observer.Add(op)
	}
}

// wake begins to count. The lock is held.
func (s *Stream) wake() {
	if s.active.Load() || s.stopped {
		return
	}
	s.observer = observe.New(observe.Usual())
	s.observer.Tick(s.Now())
	s.active.Store(true)
	go s.beat()
}

// beat makes the events until nobody listens any more.
func (s *Stream) beat() {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for range ticker.C {
		if !s.tick() {
			return
		}
	}
}

// tick makes an event and gives it to all. It is false when that was the last one.
func (s *Stream) tick() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	over := len(s.viewers) == 0 && s.file == nil && time.Since(s.left) > linger
	if over || s.stopped {
		s.active.Store(false)
		s.observer, s.kept, s.bytes = nil, nil, 0
		return false
	}
	s.drawn.Store(0)
	e := s.observer.Tick(s.Now())
	e.Run, e.Start = s.run, s.began.UnixMilli()
	if s.door != nil {
		v := s.door.Look()
		e.Service = modeled.Said(&modeled.State{Quick: v.Quick, Params: v.Params, Ranges: v.Ranges, Worked: v.Worked, Notes: v.Notes}, e.Span)
	}
	if s.file != nil {
		s.file.add(e)
	}
	s.send(kept{e.Seq, observe.Encode(&e)})
	return true
}

// send keeps an event for who comes back and gives it to who listens.
func (s *Stream) send(k kept) {
	s.kept = append(s.kept, k)
	s.bytes += len(k.data)
	for len(s.kept) > MaxKept || s.bytes > MaxKeptBytes {
		s.bytes -= len(s.kept[0].data)
		s.kept = s.kept[1:]
	}
	for v := range s.viewers {
		select {
		case v <- k:
		default: // too slow
		}
	}
}

// join adds a listener, and returns what was sent after the event with an id.
func (s *Stream) join(after string) (events chan kept, missed []kept, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.viewers) >= MaxViewers || s.stopped {
		return nil, nil, false
	}
	s.wake()
	for _, k := range s.kept {
		if after != "" && s.follows(k.seq, after) {
			missed = append(missed, k)
		}
	}
	events = make(chan kept, 8)
	s.viewers[events] = struct{}{}
	return events, missed, true
}

// id names an event among those of all runs.
func (s *Stream) id(seq uint64) string { return fmt.Sprintf("%s-%d", s.run, seq) }

// follows reports whether an event of this run comes after the one with an id.
func (s *Stream) follows(seq uint64, id string) bool {
	var last uint64
	n, err := fmt.Sscanf(id, s.run+"-%d", &last)
	return n == 1 && err == nil && seq > last
}

func (s *Stream) leave(events chan kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.viewers[events]; there {
		delete(s.viewers, events)
		s.left = time.Now()
	}
}

// Stop ends the stream: listeners are told nothing more, and the file is whole.
func (s *Stream) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return nil
	}
	s.stopped = true
	for v := range s.viewers {
		close(v)
	}
	clear(s.viewers)
	if s.file == nil {
		return nil
	}
	if s.observer != nil {
		e := s.observer.Tick(s.Now())
		e.Run, e.Start = s.run, s.began.UnixMilli()
		s.file.add(e)
	}
	return s.file.close()
}

// Package stream counts what an endpoint answers and tells whoever listens: a screen
// of the site by server-sent events, and a file.
//
// A reader meets Stream first, which is given operations and makes events of them.
//
// What always holds: while nobody listens nothing is counted, and Active costs one
// load; what is kept has a bound whatever comes: the counts those of package observe,
// the events that wait for a listener who comes back MaxKept and MaxKeptBytes, the
// seconds that a new listener is told of first MaxPast and MaxPastBytes, the listeners
// MaxViewers. A listener who reads too slowly misses events and holds up nobody.
//
// Left out: who may listen, which the endpoint decides.
package stream

import (
	"crypto/rand"
	"slices"
	"strconv"
	"strings"
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
	MaxPast      = 1800
	MaxPastBytes = 8 << 20
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
	kept     tail
	past     tail // one for each second, before those of the present second
	packer   packer
	second   *observe.Event // the present one as far as it went
	first    uint64         // number of its first tick
	viewers  map[*listener]struct{}
	left     time.Time // when the last listener was
	file     *recording
	stopped  bool
}

// listener is one of those who listen.
type listener struct {
	due  chan struct{} // something is there to be told; closed when the stream stops
	last uint64        // number of the last tick that it was told of
}

// New returns a stream of what is asked of an endpoint, with the model behind the
// door if there is one.
func New(door *frontdoor.Door) *Stream {
	return &Stream{run: rand.Text(), began: time.Now(), door: door, viewers: map[*listener]struct{}{},
		kept: tail{most: MaxKept, mostBytes: MaxKeptBytes}, past: tail{most: MaxPast, mostBytes: MaxPastBytes}}
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
		s.observer, s.second = nil, nil
		s.kept.clear()
		s.past.clear()
		return false
	}
	s.drawn.Store(0)
	e := s.observer.Tick(s.Now())
	e.Run, e.Start = s.run, s.began.UnixMilli()
	if s.door != nil {
		v := s.door.Look()
		e.Service = modeled.Said(&modeled.State{Quick: v.Quick, Params: v.Params, Ranges: v.Ranges, Worked: v.Worked, Notes: v.Notes}, e.Span)
	}
	s.send(kept{first: e.Seq, last: e.Seq, data: observe.Encode(&e)})
	s.join(e)
	return true
}

// send keeps an event and wakes those who listen. The lock is held.
func (s *Stream) send(k kept) {
	s.kept.add(k)
	for l := range s.viewers {
		select {
		case l.due <- struct{}{}:
		default: // it has not taken those before, and takes this one with them
		}
	}
}

// enter adds a listener, and returns what it is told first: what came after the event
// with an id of this run, or without an id all that is kept.
func (s *Stream) enter(after string) (l *listener, first []kept, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.viewers) >= MaxViewers || s.stopped {
		return nil, nil, false
	}
	s.wake()
	l = &listener{due: make(chan struct{}, 1)}
	if n := len(s.kept.list); n > 0 {
		l.last = s.kept.list[n-1].last
	}
	if number, known := s.number(after); known {
		first = s.since(number)
	}
	s.viewers[l] = struct{}{}
	return l, first, true
}

// news is what a listener was not told of yet, as far as it is kept.
func (s *Stream) news(l *listener) []kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.kept.after(l.last))
	if n := len(list); n > 0 {
		l.last = list[n-1].last
	}
	return list
}

// number is that of the event of this run with an id, and 0 without one.
func (s *Stream) number(id string) (number uint64, known bool) {
	if id == "" {
		return 0, true
	}
	text, mine := strings.CutPrefix(id, s.run+"-")
	number, err := strconv.ParseUint(text, 10, 64)
	return number, mine && err == nil
}

func (s *Stream) leave(l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.viewers[l]; there {
		delete(s.viewers, l)
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
	for l := range s.viewers {
		close(l.due)
	}
	clear(s.viewers)
	if s.file == nil {
		return nil
	}
	if s.observer != nil {
		e := s.observer.Tick(s.Now())
		e.Run, e.Start = s.run, s.began.UnixMilli()
		s.join(e)
		s.turn()
	}
	return s.file.to.Close()
}

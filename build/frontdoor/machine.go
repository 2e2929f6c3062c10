package frontdoor

import (
	"sync"
	"time"
)

// machine is the clock of the machine.
type machine struct {
	began time.Time

	mu    sync.Mutex
	timer *time.Timer
}

func newMachine() *machine { return &machine{began: time.Now()} }

// Now is how long it has run.
func (m *machine) Now() time.Duration { return time.Since(m.began) }

// Wake calls what after a while, or nothing at all where there is nothing to call.
func (m *machine) Wake(after time.Duration, what func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case what == nil && m.timer != nil:
		m.timer.Stop()
	case what == nil:
	case m.timer == nil:
		m.timer = time.AfterFunc(after, what)
	default:
		m.timer.Reset(after)
	}
}

package conformance

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
)

// Target is an endpoint of the development account that cases are tried on.
type Target struct {
	Name    string
	Address string            // host and port
	Process int               // its number, 0 for this process
	Exact   bool              // the clock is known, so that texts with times are compared whole
	reset   func(*Wire) error // makes the account empty
	advance func(seconds int) error
	now     func() time.Time // by which requests are signed
	close   func() error
}

// Base is the URL of the account.
func (t *Target) Base() string { return "http://" + t.Address + "/" + account }

// Close stops the endpoint.
func (t *Target) Close() error { return t.close() }

const account = "devstoreaccount1"

// beginning is when every case begins, where the clock can be set.
var beginning = time.Date(2026, 1, 2, 3, 4, 5, 123456700, time.UTC)

// stage is an endpoint of this project that can be made new.
type stage struct {
	mu      sync.Mutex
	now     time.Time
	current *endpoint.Endpoint
}

// Start serves a new endpoint on the loopback address.
func Start() (*Target, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &stage{}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- endpoint.Serve(ctx, listener, s, endpoint.Bounds{Shutdown: time.Second}) }()
	return &Target{
		Name: "ours", Address: listener.Addr().String(), Exact: true,
		reset: func(*Wire) error { return s.reset() }, advance: s.advance, now: s.time,
		close: func() error { stop(); return <-ended },
	}, nil
}

func (s *stage) reset() error {
	e, err := endpoint.New(endpoint.Options{Now: s.time})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current, s.now = e, beginning
	return nil
}

func (s *stage) advance(seconds int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(time.Duration(seconds) * time.Second)
	return nil
}

func (s *stage) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// ServeHTTP answers with the endpoint of the current case.
func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	e := s.current
	s.mu.Unlock()
	if e == nil {
		http.Error(w, "not begun", http.StatusServiceUnavailable)
		return
	}
	e.ServeHTTP(w, r)
}

// errFixedClock says that a case needs a clock that can be moved.
var errFixedClock = fmt.Errorf("the clock of this endpoint cannot be moved")

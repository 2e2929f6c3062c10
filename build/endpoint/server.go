package endpoint

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
)

// DefaultPort is where emulators of the Table service listen, and where
// clients look for the development account.
const DefaultPort = 10002

// Bounds are the limits on connections. The zero Bounds are the usual ones.
type Bounds struct {
	Connections int           // open at once; more wait to be accepted
	Header      time.Duration // for a request's first line and fields to come
	Request     time.Duration // for a whole request to come
	Answer      time.Duration // for an answer to be taken
	Idle        time.Duration // between two requests on a connection
	Shutdown    time.Duration // for requests under way when the server stops
}

// usual are the bounds that hold where nothing else is said.
var usual = Bounds{
	Connections: 4096, Header: 10 * time.Second, Request: 30 * time.Second, Answer: 60 * time.Second,
	Idle: 2 * time.Minute, Shutdown: 10 * time.Second,
}

// headerBytes is the longest header that is read: the longest URL that the
// service reads, and room for the fields.
const headerBytes = wire.MaxURL + 64<<10

// Serve answers requests at the listener until ctx ends, and then those that
// are under way. A bound that is zero is the usual one.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, b Bounds) error {
	b = b.orUsual()
	bounded := newBounded(listener, b.Connections)
	server := &http.Server{
		Handler:           handler,
		ConnState:         bounded.note,
		ReadHeaderTimeout: b.Header, ReadTimeout: b.Request, WriteTimeout: b.Answer, IdleTimeout: b.Idle,
		MaxHeaderBytes:               headerBytes,
		DisableGeneralOptionsHandler: true,
	}
	if e, ok := handler.(*Endpoint); ok && e.options.Stream != nil {
		server.RegisterOnShutdown(func() { e.options.Stream.Stop() })
	}
	ended := make(chan error, 1)
	go func() {
		ended <- server.Serve(bounded)
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.Background(), b.Shutdown)
	defer cancel()
	err := server.Shutdown(stopping)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-ended
	return err
}

func (b Bounds) orUsual() Bounds {
	if b.Connections <= 0 {
		b.Connections = usual.Connections
	}
	for _, d := range []struct {
		to   *time.Duration
		from time.Duration
	}{{&b.Header, usual.Header}, {&b.Request, usual.Request}, {&b.Answer, usual.Answer}, {&b.Idle, usual.Idle},
		{&b.Shutdown, usual.Shutdown}} {
		if *d.to <= 0 {
			*d.to = d.from
		}
	}
	return b
}

// bounded is a listener that has only so many connections open. A new one that
// finds no place takes that of the connection that was idle the longest.
type bounded struct {
	net.Listener
	places chan struct{}
	turns  atomic.Uint64 // counts the times that a connection became idle
	wanted atomic.Bool   // a new connection waits for a place

	mu   sync.Mutex
	open map[*placed]struct{}
}

func newBounded(l net.Listener, connections int) *bounded {
	return &bounded{Listener: l, places: make(chan struct{}, connections), open: map[*placed]struct{}{}}
}

// Accept waits for a connection and then for a place.
func (l *bounded) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	select {
	case l.places <- struct{}{}:
	default:
		l.wanted.Store(true)
		l.makeRoom()
		l.places <- struct{}{}
		l.wanted.Store(false)
	}
	c := &placed{Conn: conn}
	c.leave = sync.OnceFunc(func() { l.remove(c) })
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[c] = struct{}{}
	return c, nil
}

func (l *bounded) remove(c *placed) {
	l.mu.Lock()
	delete(l.open, c)
	l.mu.Unlock()
	<-l.places
}

// note keeps account of which connections are idle: those that wait for another
// request.
func (l *bounded) note(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*placed)
	if !ok {
		return
	}
	if state != http.StateIdle {
		c.idle.Store(0)
		return
	}
	if c.idle.Store(l.turns.Add(1)); l.wanted.Load() {
		l.makeRoom()
	}
}

// makeRoom closes the connection that was idle the longest, if any is and a new one
// waits: one is enough. It is chosen and promised in one step: whoever is chosen
// later is still open, because one that is closed has left before its place is free.
func (l *bounded) makeRoom() {
	l.mu.Lock()
	first := l.longestIdle()
	promised := first != nil && l.wanted.CompareAndSwap(true, false)
	l.mu.Unlock()
	if promised {
		first.Close()
	}
}

// longestIdle is the connection that was idle the longest. The lock is held.
func (l *bounded) longestIdle() (first *placed) {
	least := uint64(math.MaxUint64)
	for c := range l.open {
		if at := c.idle.Load(); at > 0 && at < least {
			first, least = c, at
		}
	}
	return first
}

// placed is a connection that has a place.
type placed struct {
	net.Conn
	leave func()
	idle  atomic.Uint64 // the turn in which it became idle, 0 while it is not
}

// Close closes the connection and gives its place to another.
func (c *placed) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// CloseWrite ends what is sent and goes on receiving. net/http uses it as well
// where it answers before it has read everything.
func (c *placed) CloseWrite() error {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		return tcp.CloseWrite()
	}
	return nil
}

// windowsInUse is what Windows says of an address that is in use, WSAEADDRINUSE
// (Windows Sockets error codes). No other system has an error of that number.
const windowsInUse = syscall.Errno(10048)

// Listen takes an address such as 127.0.0.1:10002; port 0 takes a free one.
// The error says in one sentence what to do.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, windowsInUse):
		return nil, fmt.Errorf("%s is in use: stop what uses it, or choose another port with -tables-port (with make: TABLES_PORT)", address)
	case err != nil:
		return nil, fmt.Errorf("cannot listen at %s: %w", address, err)
	}
	return l, nil
}

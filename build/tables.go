package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/text"
)

// untilStopped is a context that ends when the process is asked to stop.
func untilStopped() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// serve answers at the listener until ctx ends. Its last line of output ends with
// the address once requests are answered, which tests read.
func (s *tableSetting) serve(ctx context.Context, listener net.Listener, out io.Writer) error {
	rows, err := s.rows()
	if err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return err
	}
	defer s.closeLog()
	e, err := endpoint.New(*s.prepared)
	if err != nil {
		return err
	}
	if err := s.introduce(e, listener, rows, out); err != nil {
		e.Close()
		return err
	}
	err = endpoint.Serve(ctx, listener, e, endpoint.Bounds{})
	if failed := e.Close(); err == nil {
		err = failed
	}
	return err
}

// prepare makes the options of the endpoint, once.
func (s *tableSetting) prepare() error {
	if s.prepared != nil {
		return nil
	}
	o, err := s.options()
	s.prepared = &o
	return err
}

// introduce fills the tables and says what there is and how to connect.
func (s *tableSetting) introduce(e *endpoint.Endpoint, listener net.Listener, rows *seedRows, out io.Writer) error {
	s.tellData(e, out)
	if rows != nil {
		if err := rows.fill(e, out); err != nil {
			return err
		}
	}
	if s.prepared.Door != nil {
		fmt.Fprintf(out, "Requests wait for a model of the service (-load %s, -decisions %s), which answers 503 and 500 under load.\n",
			s.load, s.decisions)
	}
	if s.guide {
		s.tellClients(listener.Addr().String(), out)
	}
	fmt.Fprintf(out, "Tables at %s\n", s.url(listener.Addr().String()))
	return nil
}

// tellData says where the tables are kept.
func (s *tableSetting) tellData(e *endpoint.Endpoint, out io.Writer) {
	if s.data == "" {
		fmt.Fprintln(out, "The tables are in memory and end with this process; -data FILE keeps them.")
		return
	}
	if e.Tail.Bytes > 0 {
		fmt.Fprintf(out, "%s ended with %d bytes of an operation that was not finished. They are cut.\n", s.data, e.Tail.Bytes)
	}
	fmt.Fprintf(out, "The tables are kept in %s: %s, %s done again.\n", s.data, text.Count(e.Tables(), "table", "tables"),
		text.Count(e.Replayed, "operation", "operations"))
}

// collectAt is how much memory may grow before it is collected, in percent of
// what is in use: entities cost the collector little, so that most of its work
// is that of answers.
const collectAt = 300

// tables serves the Table endpoint alone.
func (s setting) tables(out io.Writer) error {
	debug.SetGCPercent(collectAt)
	listener, err := endpoint.Listen(s.endpoint.address)
	if err != nil {
		return err
	}
	ctx, stop := untilStopped()
	defer stop()
	s.endpoint.guide = true
	return s.endpoint.serve(ctx, listener, out)
}

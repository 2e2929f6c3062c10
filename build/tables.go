package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// tableSetting is what the flags say about the Table endpoint.
type tableSetting struct {
	address string // to listen at
	data    string // file of the operation log, "" for none
	open    bool   // requests need no credentials
}

// address joins the host and the port of the flags.
func address(host, port string) (string, error) {
	n, err := strconv.Atoi(port)
	if err != nil || n < 0 || n > 65535 {
		return "", fmt.Errorf("TABLES_PORT is %q: use a number from 0 to 65535", port)
	}
	return net.JoinHostPort(host, port), nil
}

// untilStopped is a context that ends when the process is asked to stop.
func untilStopped() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// serve answers at the listener until ctx ends. Its line of output ends with
// the address, which tests read.
func (s tableSetting) serve(ctx context.Context, listener net.Listener, out io.Writer) error {
	e, err := endpoint.New(endpoint.Options{Data: s.data, Open: s.open, Warn: os.Stderr})
	if err != nil {
		return err
	}
	if e.Tail.Bytes > 0 {
		fmt.Fprintf(out, "%s ended with %d bytes of an operation that was not finished. They are cut.\n", s.data, e.Tail.Bytes)
	}
	if s.data != "" {
		fmt.Fprintf(out, "%s holds %d operations.\n", s.data, e.Replayed)
	}
	fmt.Fprintf(out, "Tables at http://%s/%s\n", listener.Addr(), access.DevelopmentAccount)
	err = endpoint.Serve(ctx, listener, e, endpoint.Bounds{})
	if failed := e.Close(); err == nil {
		err = failed
	}
	return err
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
	return s.endpoint.serve(ctx, listener, out)
}

package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/keyrange/keyrange/build/preview"
)

// answer serves the site at the listener until the process is stopped. Its one
// line of output ends with the address, which tests read.
func (s setting) answer(listener net.Listener, out io.Writer) error {
	root, err := os.OpenRoot(s.options.Out)
	if err != nil {
		return err
	}
	defer root.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	fmt.Fprintf(out, "Serving at http://localhost:%d%s\n", port, s.options.Base)
	server := http.Server{Handler: preview.New(root.FS(), s.options.Base), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}

// answerBoth serves the site and the Table endpoint until one of them ends or
// the process is asked to stop.
func (s setting) answerBoth(site, tables net.Listener, out io.Writer) error {
	ctx, stop := untilStopped()
	defer stop()
	ended := make(chan error, 2)
	go func() { ended <- s.endpoint.serve(ctx, tables, out) }()
	go func() { ended <- s.answer(site, out) }()
	return <-ended
}

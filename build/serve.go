package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/preview"
	"github.com/keyrange/keyrange/engine/observe"
)

// answer serves the site at the listener until the process is stopped. Its one
// line of output ends with the address, which tests read.
func (s setting) answer(listener net.Listener, live http.Handler, out io.Writer) error {
	root, err := os.OpenRoot(s.options.Out)
	if err != nil {
		return err
	}
	defer root.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	fmt.Fprintf(out, "Serving at http://localhost:%d%s\n", port, s.options.Base)
	handler := http.Handler(preview.New(root.FS(), s.options.Base))
	if live != nil {
		handler = withLive(handler, s.options.Base+strings.TrimPrefix(observe.Path, "/"), live)
	}
	server := http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}

// withLive lets the site's own pages listen to what is asked of the endpoint beside
// it. Nobody else may: what comes from another address says so, and a name that a
// server turned into this machine's address is not its own.
func withLive(site http.Handler, path string, live http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := r.Header.Get("Sec-Fetch-Site")
		switch {
		case r.URL.Path != path:
			site.ServeHTTP(w, r)
		case !endpoint.IsLoopback(r.Host) || r.Header.Get("Origin") != "" || from != "" && from != "same-origin":
			http.Error(w, "Only pages of this site may listen here.", http.StatusForbidden)
		default:
			live.ServeHTTP(w, r)
		}
	})
}

// answerBoth serves the site and the Table endpoint until one of them ends or
// the process is asked to stop.
func (s setting) answerBoth(site, tables net.Listener, out io.Writer) error {
	ctx, stop := untilStopped()
	defer stop()
	if err := s.endpoint.prepare(); err != nil {
		return err
	}
	ended := make(chan error, 2)
	go func() { ended <- s.endpoint.serve(ctx, tables, out) }()
	go func() { ended <- s.answer(site, s.endpoint.prepared.Stream, out) }()
	return <-ended
}

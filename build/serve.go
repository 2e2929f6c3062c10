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

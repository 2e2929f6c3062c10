// Package preview serves a built site on this machine the way a good static
// host does.
//
// New and Listen are what a reader meets first. What always holds: it listens
// on the loopback address only, serves files below the site's folder and no
// others, prefers the compressed twin that the browser accepts, and answers
// unknown addresses with the site's own page and status 404. It lets nothing be
// cached without asking, so that a new build shows at once.
package preview

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"syscall"
	"time"
)

// types are the media types by ending. Hosts agree on them; a machine's own
// table need not.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".xml":         "application/xml",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".woff2":       "font/woff2",
}

// server answers requests from files.
type server struct {
	files fs.FS
	base  string
}

// New serves the site in files, which was built for the path base.
func New(files fs.FS, base string) http.Handler { return &server{files, base} }

// ServeHTTP answers one request.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Only GET and HEAD are answered.", http.StatusMethodNotAllowed)
		return
	}
	below, inside := strings.CutPrefix(r.URL.Path, s.base)
	if !inside {
		if r.URL.Path == "/" || r.URL.Path+"/" == s.base {
			http.Redirect(w, r, s.base, http.StatusFound)
			return
		}
		s.missing(w, r)
		return
	}
	for _, name := range candidates(below) {
		if s.isFile(name) {
			s.send(w, r, name, http.StatusOK)
			return
		}
	}
	s.missing(w, r)
}

// candidates are the files that may stand for an address below the base, best
// first.
func candidates(below string) []string {
	switch {
	case below == "":
		return []string{"index.html"}
	case strings.HasSuffix(below, "/"):
		return []string{below + "index.html"}
	}
	return []string{below, below + ".html", below + "/index.html"}
}

func (s *server) isFile(name string) bool {
	info, err := fs.Stat(s.files, name)
	return err == nil && info.Mode().IsRegular()
}

func (s *server) missing(w http.ResponseWriter, r *http.Request) {
	s.send(w, r, "404.html", http.StatusNotFound)
}

// send answers with a file, or with its compressed twin where the request
// takes one.
func (s *server) send(w http.ResponseWriter, r *http.Request, name string, status int) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	chosen := name
	for _, twin := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if accepts(r, twin.encoding) && s.isFile(name+twin.ending) {
			chosen = name + twin.ending
			h.Set("Content-Encoding", twin.encoding)
			break
		}
	}
	content, err := fs.ReadFile(s.files, chosen)
	if err != nil {
		http.Error(w, "There is no page at this address.", http.StatusNotFound)
		return
	}
	kind := types[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	h.Set("Content-Type", kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	if status != http.StatusOK {
		w.WriteHeader(status)
		if r.Method == http.MethodGet {
			w.Write(content)
		}
		return
	}
	h.Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// accepts tells whether a request takes an encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(weight, " ", "") != "q=0"
		}
	}
	return false
}

// Listen takes the port on the loopback address; port 0 takes a free one. The
// error says in one sentence what to do about a busy port.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d is in use: stop what uses it, or choose another with PORT=%d", port, port+1)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %d may not be used: choose one above 1023 with PORT=8080", port)
	case err != nil:
		return nil, fmt.Errorf("port %d cannot be used: %w", port, err)
	}
	return l, nil
}

package preview

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var files = fstest.MapFS{
	"index.html":           {Data: []byte("home")},
	"404.html":             {Data: []byte("missing")},
	"playground.html":      {Data: []byte("playground")},
	"other/index.html":     {Data: []byte("other")},
	"assets/app.1.wasm":    {Data: []byte("wasm")},
	"assets/app.1.wasm.br": {Data: []byte("wasm in brotli")},
	"assets/app.1.wasm.gz": {Data: []byte("wasm in gzip")},
}

func get(base, address, encodings string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil)
	r.Header.Set("Accept-Encoding", encodings)
	w := httptest.NewRecorder()
	New(files, base).ServeHTTP(w, r)
	return w.Result()
}

// Addresses find their files the way good static hosts do it.
func TestServe(t *testing.T) {
	for _, c := range []struct {
		base, address string
		status        int
		body          string
	}{
		{"/", "/", 200, "home"},
		{"/", "/index.html", 200, "home"},
		{"/", "/playground", 200, "playground"},
		{"/", "/playground.html", 200, "playground"},
		{"/", "/other", 200, "other"},
		{"/", "/other/", 200, "other"},
		{"/", "/playground?a=b", 200, "playground"},
		{"/", "/nowhere", 404, "missing"},
		{"/", "/assets/", 404, "missing"},
		{"/", "/assets", 404, "missing"},
		{"/keyrange/", "/keyrange/", 200, "home"},
		{"/keyrange/", "/keyrange/playground", 200, "playground"},
		{"/keyrange/", "/playground", 404, "missing"},
		{"/keyrange/", "/keyrange", 302, ""},
		{"/keyrange/", "/", 302, ""},
		{"/", "/../server.go", 404, "missing"},
		{"/", "/a/../../server_test.go", 404, "missing"},
	} {
		t.Run(c.base+" "+c.address, func(t *testing.T) {
			r := get(c.base, c.address, "")
			body, _ := io.ReadAll(r.Body)
			if r.StatusCode != c.status || c.body != "" && string(body) != c.body {
				t.Errorf("got %d %q, want %d %q", r.StatusCode, body, c.status, c.body)
			}
		})
	}
}

// The browser gets the smallest form that it takes, under the type of the file
// itself.
func TestEncoding(t *testing.T) {
	for _, c := range []struct{ accept, encoding, body string }{
		{"gzip, deflate, br", "br", "wasm in brotli"},
		{"gzip", "gzip", "wasm in gzip"},
		{"br;q=0, gzip", "gzip", "wasm in gzip"},
		{"", "", "wasm"},
	} {
		t.Run(c.accept, func(t *testing.T) {
			r := get("/", "/assets/app.1.wasm", c.accept)
			body, _ := io.ReadAll(r.Body)
			if string(body) != c.body || r.Header.Get("Content-Encoding") != c.encoding {
				t.Errorf("got %q in encoding %q, want %q in %q", body, r.Header.Get("Content-Encoding"), c.body, c.encoding)
			}
			if got := r.Header.Get("Content-Type"); got != "application/wasm" {
				t.Errorf("got type %q, want application/wasm", got)
			}
		})
	}
}

// A browser that has the file is told so, and asks every time.
func TestRevalidation(t *testing.T) {
	first := get("/", "/", "")
	if got := first.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("got Cache-Control %q, want no-cache", got)
	}
	r := httptest.NewRequest(http.MethodGet, "http://localhost/", nil)
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	w := httptest.NewRecorder()
	New(files, "/").ServeHTTP(w, r)
	if w.Code != http.StatusNotModified {
		t.Errorf("got %d, want %d", w.Code, http.StatusNotModified)
	}
}

// Nothing outside of the folder is reached, not even over a symbolic link.
func TestStaysInside(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	if err := os.Mkdir(site, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"secret": "secret", "site/404.html": "missing"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../secret", filepath.Join(site, "link")); err != nil {
		t.Skip("this system has no symbolic links:", err)
	}
	root, err := os.OpenRoot(site)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w := httptest.NewRecorder()
	New(root.FS(), "/").ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/link", nil))
	if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("got %d %q, want 404", w.Code, w.Body)
	}
}

// A busy port is one sentence that says what to do, and only this machine can
// reach the server.
func TestListen(t *testing.T) {
	first, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	address := first.Addr().(*net.TCPAddr)
	if !address.IP.IsLoopback() {
		t.Errorf("listens on %v, want the loopback address", address)
	}
	_, err = Listen(address.Port)
	if err == nil || !strings.Contains(err.Error(), "in use") || !strings.Contains(err.Error(), "PORT=") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want one line with the port and what to do", err)
	}
}

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Beside the site its own pages can listen to the endpoint, and nobody else: no page
// of another address, and none under a name that a server turned into this machine.
func TestWithLive(t *testing.T) {
	say := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) })
	}
	h := withLive(say("site"), "/base/keyrange/live", say("live"))
	for _, c := range []struct {
		name, host, path string
		fields           []string
		status           int
		body             string
	}{
		{"a page of the site", "localhost:8080", "/base/keyrange/live", []string{"Sec-Fetch-Site", "same-origin"}, 200, "live"},
		{"a browser that does not say", "127.0.0.1:8080", "/base/keyrange/live", nil, 200, "live"},
		{"a page of the site for itself", "localhost:8080", "/base/keyrange/", nil, 200, "site"},
		{"another site", "localhost:8080", "/base/keyrange/live", []string{"Sec-Fetch-Site", "cross-site"}, 403, ""},
		{"another port", "localhost:8080", "/base/keyrange/live", []string{"Sec-Fetch-Site", "same-site"}, 403, ""},
		{"an origin alone", "localhost:8080", "/base/keyrange/live", []string{"Origin", "https://example.com"}, 403, ""},
		{"a name that leads here", "example.com:8080", "/base/keyrange/live", []string{"Sec-Fetch-Site", "same-origin"}, 403, ""},
	} {
		r := httptest.NewRequest("GET", "http://"+c.host+c.path, nil)
		for i := 0; i+1 < len(c.fields); i += 2 {
			r.Header.Set(c.fields[i], c.fields[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || c.body != "" && w.Body.String() != c.body {
			t.Errorf("%s: got %d %q, want %d %q", c.name, w.Code, w.Body, c.status, c.body)
		}
	}
}

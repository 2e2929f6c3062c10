package endpoint

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/wire/access"
)

// Names that a name server may turn into this machine are not of this machine.
func TestHost(t *testing.T) {
	s := serve(t, Options{Open: true, Local: true}, Bounds{})
	for host, want := range map[string]int{
		"127.0.0.1":                     200,
		"127.0.0.1:10002":               200,
		"127.8.9.10":                    200,
		"localhost":                     200,
		"LocalHost:1":                   200,
		"localhost.":                    200,
		"other.localhost":               200,
		"[::1]:10002":                   200,
		"[::1]":                         200,
		"evil.example":                  403,
		"evil.example:10002":            403,
		"127.0.0.1.evil.example":        403,
		"127.0.0.1.nip.io":              403,
		"localhost.evil.example":        403,
		"evillocalhost":                 403,
		"localhost:80.evil.example":     403,
		"0.0.0.0":                       403,
		"[::]":                          403,
		"10.0.0.1":                      403,
		"2130706433":                    403, // 127.0.0.1 as one number
		"0x7f.1":                        403,
		"[::ffff:127.0.0.1]":            200,
		"devstoreaccount1.table.x.test": 403,
	} {
		r, err := http.NewRequest("GET", s.url+"/Tables", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Accept", "application/json")
		resp, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: got %d, want %d", host, resp.StatusCode, want)
		}
	}
}

// A POST that a browser sends to any address without asking changes nothing.
func TestSimplePosts(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	for _, kind := range []string{"", "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b",
		"text/plain; application/json", "text/plain, application/json"} {
		for path, body := range map[string]string{
			"/Tables": `{"TableName":"Other"}`, "/Tab": insert(1), "/$batch": batchOf(s.url, insert(2)),
		} {
			r, err := http.NewRequest("POST", s.url+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept", "application/json")
			if kind != "" {
				r.Header.Set("Content-Type", kind)
			}
			resp, err := s.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode < 400 {
				t.Errorf("%s as %q: got %d", path, kind, resp.StatusCode)
			}
		}
	}
	if got := s.rows(); got != "" {
		t.Errorf("got the entities %s", got)
	}
	s.must(404, "GET", "/Tables('Other')", "")
}

// unreadable is a body that nobody may read.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, fmt.Errorf("not to be read")
}

func (unreadable) Close() error { return nil }

// Who may not do what he asks for is told so before the body is read.
func TestRefusedBeforeBody(t *testing.T) {
	e, err := New(Options{Local: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(r *http.Request){
		"nobody":            func(*http.Request) {},
		"a wrong signature": func(r *http.Request) { r.Header.Set("Authorization", "SharedKey devstoreaccount1:AAAA") },
		"another host":      func(r *http.Request) { r.Host = "evil.example" },
		"a foreign page":    func(r *http.Request) { r.Header.Del("Content-Type") },
		"a wrong SAS": func(r *http.Request) {
			r.URL.RawQuery = "sv=2019-02-02&tn=Tab&sp=a&se=2100-01-01&sig=AAAA"
			r.RequestURI += "?" + r.URL.RawQuery
		},
	} {
		for _, path := range []string{"/Tables", "/Tab", "/$batch"} {
			r := httptest.NewRequest("POST", "http://127.0.0.1/"+access.DevelopmentAccount+path, nil)
			r.RequestURI = "/" + access.DevelopmentAccount + path
			r.Body, r.ContentLength = unreadable{t}, 4_000_000
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json")
			change(r)
			w := httptest.NewRecorder()
			e.ServeHTTP(w, r)
			if w.Code != 403 && (w.Code != 400 || name != "a foreign page") {
				t.Errorf("%s at %s: got %d %s", name, path, w.Code, w.Body)
			}
		}
	}
}

// An account with a key of its own does not take the one that everybody knows.
func TestOwnKey(t *testing.T) {
	key, _ := access.ParseSigningKey("b3duIGtleQ==")
	for name, o := range map[string]Options{"own": {Key: key}, "public": {}} {
		s := serve(t, o, Bounds{})
		public, _ := access.ParseSigningKey(access.DevelopmentKey)
		for used, k := range map[string]access.SigningKey{"own": key, "public": public} {
			status := 403
			if used == name {
				status = 200
			}
			if got := s.signedGet(k); got != status {
				t.Errorf("an account with the %s key answers the %s one with %d", name, used, got)
			}
		}
	}
}

// Clients of other services are told that there are none, and those of tables are
// not.
func TestElsewhere(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"messages"}`)
	askElsewhere(s)
	s.rules("503 op=insert") // with rules of faults requests are read by another way
	askElsewhere(s)
	s.rules("lost-request") // which is for requests of tables
	s.must(501, "GET", "/?comp=list", "")
}

func askElsewhere(s *served) {
	s.t.Helper()
	for _, c := range []struct {
		method, path string
		fields       []string
	}{
		{"GET", "/?comp=list", nil},
		{"PUT", "/pictures?restype=container", nil},
		{"GET", "/pictures?restype=container&comp=list", nil},
		{"PUT", "/pictures/a.png", []string{"x-ms-blob-type", "BlockBlob"}},
		{"PUT", "/pictures/a.png?comp=blocklist", nil},
		{"POST", "/work/messages", nil},
		{"GET", "/work/messages?peekonly=true", nil},
		{"DELETE", "/work/messages/1?popreceipt=x", nil},
		{"PUT", "/work?comp=metadata", nil},
		{"GET", "/disk?restype=share", nil},
	} {
		if text := s.must(501, c.method, c.path, "", c.fields...); !strings.Contains(text, msgElsewhere) {
			s.t.Errorf("%s %s: got %s", c.method, c.path, text)
		}
	}
	s.must(200, "GET", "/messages()", "")
	s.must(200, "GET", "/messages?comp=acl", "", "Accept", "application/xml")
	s.must(200, "GET", "/?restype=service&comp=properties", "")
}

package endpoint

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/query"
)

// listener reads the events of an endpoint.
type listener struct {
	*http.Response
	lines *bufio.Scanner
}

func (s *served) listen(fields ...string) *listener {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s.t.Cleanup(stop)
	base, _, _ := strings.Cut(s.url, "/devstore")
	r, err := http.NewRequestWithContext(ctx, "GET", base+observe.Path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	l := &listener{resp, bufio.NewScanner(resp.Body)}
	l.lines.Buffer(nil, observe.MaxEvent+100)
	return l
}

// until joins events until they tell of so many requests.
func (l *listener) until(t *testing.T, sent int64) (all []observe.Event) {
	t.Helper()
	for sent > 0 && l.lines.Scan() {
		data, found := strings.CutPrefix(l.lines.Text(), "data: ")
		if !found {
			continue
		}
		e, err := observe.Decode([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		all, sent = append(all, e), sent-e.Total.Sent
	}
	if sent != 0 {
		t.Errorf("%d requests are missing or too many: %v", sent, l.lines.Err())
	}
	return all
}

// Every request is told once, with its key, its plan and what it examined, to each of
// two listeners; and what the store says is what they are told.
func TestObserved(t *testing.T) {
	s := serve(t, Options{AdminToken: "token", Open: true, Stream: stream.New(nil)}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	a, b := s.listen("Authorization", "Bearer token"), s.listen("Authorization", "Bearer token")
	for i := range 6 {
		s.must(201, "POST", "/Tab", insert(i))
	}
	s.must(409, "POST", "/Tab", insert(1))
	s.must(200, "GET", "/Tab()?$filter=PartitionKey%20eq%20'p'%20and%20N%20gt%2090", "")
	s.must(200, "GET", "/Tab()", "")
	s.rules("503 op=insert")
	s.must(503, "POST", "/Tab", insert(9))
	for _, l := range []*listener{a, b} {
		var total observe.Totals
		var queries []observe.QueryCount
		props, keys := 0, int64(0)
		for _, e := range l.until(t, 10) {
			total.Plus(&e.Total)
			queries = append(queries, e.Queries...)
			for _, k := range e.Keys {
				keys += k.Sent
			}
			for _, seen := range e.Sample {
				props = max(props, len(seen.Properties))
			}
		}
		if total.Kinds[observe.Insert] != 8 || total.Kinds[observe.Query] != 2 || total.Failed != 1 || total.AllRefused() != 1 || total.Spread != 1 ||
			total.Examined != 12 || keys != 9 || props == 0 {
			t.Errorf("got %+v, %d requests by key, %d properties", total, keys, props)
		}
		plans := map[int]int64{}
		for _, q := range queries {
			plans[q.Plan] += q.Examined
		}
		if plans[int(query.PartitionScan)] != 6 || plans[int(query.TableScan)] != 6 {
			t.Errorf("got the queries %+v", queries)
		}
	}
}

// Who may listen: with the token, from this machine or a hosted site; a page asks
// first, and is told why it may not.
func TestWhoListens(t *testing.T) {
	s := serve(t, Options{AdminToken: "token", Local: true, Stream: stream.New(nil)}, Bounds{})
	for _, c := range []struct {
		name   string
		fields []string
		status int
		origin string
	}{
		{"no token", nil, 401, ""},
		{"another token", []string{"Authorization", "Bearer other"}, 401, ""},
		{"the token", []string{"Authorization", "Bearer token"}, 200, ""},
		{"a page of this machine", []string{"Authorization", "Bearer token", "Origin", "http://localhost:8080"}, 200, "http://localhost:8080"},
		{"a page of this machine without", []string{"Origin", "http://localhost:8080"}, 401, "http://localhost:8080"},
		{"a hosted site", []string{"Authorization", "Bearer token", "Origin", "https://keyrange.github.io"}, 200, "https://keyrange.github.io"},
		{"a page without TLS", []string{"Authorization", "Bearer token", "Origin", "http://example.com"}, 200, ""},
		{"no origin at all", []string{"Authorization", "Bearer token", "Origin", "null"}, 200, ""},
	} {
		l := s.listen(c.fields...)
		if l.StatusCode != c.status || l.Header.Get("Access-Control-Allow-Origin") != c.origin {
			t.Errorf("%s: got %d for the origin %q, want %d for %q", c.name, l.StatusCode, l.Header.Get("Access-Control-Allow-Origin"), c.status, c.origin)
		}
		l.Body.Close()
	}
	base, _, _ := strings.Cut(s.url, "/devstore")
	r, _ := http.NewRequest("OPTIONS", base+observe.Path, nil)
	r.Header.Set("Origin", "https://keyrange.github.io")
	r.Header.Set("Access-Control-Request-Private-Network", "true")
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if h := resp.Header; resp.StatusCode != 204 || h.Get("Access-Control-Allow-Private-Network") != "true" ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("a preflight is answered with %d %v", resp.StatusCode, h)
	}
}

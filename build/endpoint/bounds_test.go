package endpoint

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// filled is an endpoint with one table of entities that were put into it at once.
func filled(t *testing.T, o Options, entities []table.Entity) *Endpoint {
	t.Helper()
	o.Open = true
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	now, _ := e.tick()
	tab, err := e.held.tables.Create("Tab", now)
	if err == nil {
		err = tab.Load(entities, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// numbered are entities with ascending keys and the given properties.
func numbered(n int, properties ...table.Property) []table.Entity {
	list := make([]table.Entity, n)
	for i := range list {
		list[i] = table.Entity{Key: table.Key{PartitionKey: "p", RowKey: fmt.Sprintf("%07d", i)}, Properties: properties}
	}
	return list
}

var plainHeader = wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: "application/json;odata=nometadata"}}

func (e *Endpoint) get(ctx context.Context, path string) wire.Response {
	return e.Handle(ctx, wire.Request{Method: "GET", URL: "/" + access.DevelopmentAccount + path, Header: plainHeader})
}

// nextPage is what asks for the page behind an answer, "" when there is none.
func nextPage(resp wire.Response) string {
	partition, more := resp.Header.Lookup("x-ms-continuation-NextPartitionKey")
	if !more {
		return ""
	}
	next := "&NextPartitionKey=" + url.QueryEscape(partition)
	if row, ok := resp.Header.Lookup("x-ms-continuation-NextRowKey"); ok {
		next += "&NextRowKey=" + url.QueryEscape(row)
	}
	return next
}

// readAll reads page after page and counts the entities and the pages.
func (e *Endpoint) readAll(t *testing.T, path string, each func(wire.Response)) (entities, pages int) {
	t.Helper()
	for next := ""; ; {
		resp := e.get(t.Context(), path+next)
		if resp.Status != 200 {
			t.Fatalf("got %d %s", resp.Status, resp.Body)
		}
		each(resp)
		for _, part := range strings.Split(string(resp.Body), `"RowKey":"`)[1:] {
			if want := fmt.Sprintf(`%07d"`, entities); !strings.HasPrefix(part, want) {
				t.Fatalf("page %d: entity %d is %.8s", pages, entities, part)
			}
			entities++
		}
		pages++
		if next = nextPage(resp); next == "" {
			return entities, pages
		}
	}
}

// allocated is how much memory was taken, in all, while something was done.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A page of 250 entities of 1 MiB ends by size, takes memory for what it has, and
// its tokens lead through all of them.
func TestPageEndsBySize(t *testing.T) {
	var large []table.Property
	for n := range 15 {
		large = append(large, table.Property{Name: fmt.Sprintf("P%02d", n), Value: table.StringValue(strings.Repeat("x", 32_000))})
	}
	e := filled(t, Options{}, numbered(250, large...))
	const most = PageBytes + 1<<20
	for _, path := range []string{"/Tab?", "/Tab?$filter=P00%20ge%20''", "/Tab?$filter=PartitionKey%20eq%20'p'"} {
		if got := allocated(func() { e.get(t.Context(), path) }); got > 8*most {
			t.Errorf("%s: one page took %d bytes of memory, want at most %d", path, got, 8*most)
		}
		n, pages := e.readAll(t, path, func(resp wire.Response) {
			if len(resp.Body) > most {
				t.Errorf("%s: a page has %d bytes, want at most %d", path, len(resp.Body), most)
			}
		})
		if n != 250 || pages < 25 || pages > 50 {
			t.Errorf("%s: got %d entities on %d pages, want 250 on some 30", path, n, pages)
		}
	}
}

// Names in $select that no entity has cost bytes all the same, and count.
func TestSelectOfManyNames(t *testing.T) {
	e := filled(t, Options{}, numbered(1000))
	names := make([]string, 250)
	for i := range names {
		names[i] = fmt.Sprintf("N%03d%s", i, strings.Repeat("n", 240))
	}
	n, pages := e.readAll(t, "/Tab?$select=RowKey,"+strings.Join(names, ","), func(resp wire.Response) {
		if len(resp.Body) > PageBytes+1<<17 {
			t.Errorf("a page has %d bytes", len(resp.Body))
		}
	})
	if n != 1000 || pages < 10 {
		t.Errorf("got %d entities on %d pages", n, pages)
	}
}

// stepping is a clock that goes on whenever somebody looks at it.
func stepping(step time.Duration) func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(step)
		return now
	}
}

// or is a filter with many terms of which the last is true.
func or(terms int) string {
	return url.QueryEscape(strings.Repeat("N eq 1 or ", terms-1) + "N eq 2")
}

// A query that takes longer than a page may ends it early, and its tokens lead
// through all entities: 1,200 terms over many entities.
func TestPageEndsByTime(t *testing.T) {
	e := filled(t, Options{Now: stepping(500 * time.Millisecond)}, numbered(20_000, table.Property{Name: "N", Value: table.Int32Value(2)}))
	short := 0
	n, pages := e.readAll(t, "/Tab?$filter="+or(1200), func(resp wire.Response) {
		if strings.Count(string(resp.Body), `"RowKey"`) < 1000 {
			short++
		}
	})
	if n != 20_000 || short < pages/2 || pages < 25 {
		t.Errorf("got %d entities on %d pages, %d of them short, want 20,000 and most short", n, pages, short)
	}
	none, pages := e.readAll(t, "/Tab?$filter="+strings.Replace(or(1200), "eq+2", "eq+3", 1), func(wire.Response) {})
	if none != 0 || pages < 20 {
		t.Errorf("got %d entities on %d pages, want none on many", none, pages)
	}
}

// The tables are listed in the same way.
func TestTablesEndByTime(t *testing.T) {
	e := filled(t, Options{Now: stepping(time.Second)}, nil)
	for n := range 30 {
		if _, err := e.held.tables.Create(fmt.Sprintf("Tab%02d", n), 1); err != nil {
			t.Fatal(err)
		}
	}
	names, pages := 0, 0
	for next := ""; ; {
		resp := e.get(t.Context(), "/Tables?$filter=TableName%20ge%20'Tab0'"+next)
		names += strings.Count(string(resp.Body), `"TableName"`)
		pages++
		token, more := resp.Header.Lookup("x-ms-continuation-NextTableName")
		if !more {
			break
		}
		next = "&NextTableName=" + url.QueryEscape(token)
	}
	if names != 30 || pages < 4 {
		t.Errorf("got %d tables on %d pages, want 30 on several", names, pages)
	}
}

// A query ends when its client is gone, which net/http tells.
func TestClientGone(t *testing.T) {
	e := filled(t, Options{}, numbered(20_000, table.Property{Name: "N", Value: table.Int32Value(2)}))
	started, ended := make(chan struct{}), make(chan *httptest.ResponseRecorder, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done() // the client has closed its socket
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		ended <- w
	}))
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/"+access.DevelopmentAccount+"/Tab?$filter="+or(1200), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	go func() {
		<-started
		leave()
	}()
	if resp, err := http.DefaultClient.Do(r); err == nil {
		resp.Body.Close()
		t.Fatal("the client was answered")
	}
	w := <-ended
	if n := strings.Count(w.Body.String(), `"RowKey"`); n > 200 || w.Header()["x-ms-continuation-NextRowKey"] == nil {
		t.Errorf("the page of a client that is gone has %d entities, want a few and a token", n)
	}
}

// A query in a batch is bounded like any other, and holds up nobody: it is
// answered beside the changes.
func TestQueryInBatch(t *testing.T) {
	e := filled(t, Options{Now: stepping(500 * time.Millisecond)}, numbered(20_000, table.Property{Name: "N", Value: table.Int32Value(2)}))
	body := "--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET /" + access.DevelopmentAccount +
		"/Tab?$filter=" + or(1200) + " HTTP/1.1\r\nAccept: application/json;odata=nometadata\r\n\r\n\r\n--b--\r\n"
	req := wire.Request{Method: "POST", URL: "/" + access.DevelopmentAccount + "/$batch", Body: []byte(body),
		Header: wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: "application/json"}, {Name: "Content-Type", Value: batchType}}}
	if !e.readsOnly(req) {
		t.Error("a query in a batch is done with the lock held")
	}
	resp := e.Handle(t.Context(), req)
	if n := strings.Count(string(resp.Body), `"RowKey"`); resp.Status != 202 || n == 0 || n >= 1000 {
		t.Errorf("got %d with %d entities, want a page that ended by time", resp.Status, n)
	}
	for name, other := range map[string]wire.Request{
		"a changeset":         {Method: "POST", URL: req.URL, Header: req.Header, Body: []byte(batchOf("http://127.0.0.1/"+access.DevelopmentAccount, `{"PartitionKey":"GET ","RowKey":"1"}`))},
		"a tunnelled removal": {Method: "POST", URL: "/" + access.DevelopmentAccount + "/Tab(PartitionKey='p',RowKey='0000001')", Header: append(wire.Header{{Name: "X-HTTP-Method", Value: "DELETE"}, {Name: "If-Match", Value: "*"}}, req.Header...), Body: req.Body},
		"an insert":           {Method: "POST", URL: "/" + access.DevelopmentAccount + "/Tab", Header: req.Header, Body: req.Body},
	} {
		if e.readsOnly(other) {
			t.Errorf("%s passes for a query", name)
		}
	}
}

// Expressions, numbers of parts and depths beyond their bounds are refused with
// the service's own errors and little memory.
func TestExpressionBounds(t *testing.T) {
	e := filled(t, Options{}, numbered(10))
	for name, path := range map[string]string{
		"a long filter":     "/Tab?$filter=" + url.QueryEscape("N eq '"+strings.Repeat("x", 66_000)+"'"),
		"deep parentheses":  "/Tab?$filter=" + strings.Repeat("(", 30_000),
		"many nots":         "/Tab?$filter=" + strings.Repeat("not%20", 10_000) + "N",
		"many minuses":      "/Tab?$filter=" + strings.Repeat("-%20", 20_000) + "N",
		"many names":        "/Tab?$select=" + strings.TrimSuffix(strings.Repeat("a,b,c,d,", 1), ",") + strings.Repeat(",x", 1) + manyNames(300),
		"many parameters":   "/Tab?" + strings.Repeat("a=1&", 100),
		"a filter on names": "/Tables?$filter=" + strings.Repeat("(", 30_000),
	} {
		var resp wire.Response
		took := allocated(func() { resp = e.get(t.Context(), path) })
		if resp.Status != 400 || !strings.Contains(string(resp.Body), "InvalidInput") {
			t.Errorf("%s: got %d %.200s", name, resp.Status, resp.Body)
		}
		if took > 8<<20 {
			t.Errorf("%s: took %d bytes of memory", name, took)
		}
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",N%d", i)
	}
	return b.String()
}

// Bodies that are deep, or of many parts, are refused with little memory.
func TestBodyBounds(t *testing.T) {
	e := filled(t, Options{}, nil)
	for name, body := range map[string]string{
		"deep arrays":   strings.Repeat("[", wire.MaxBody),
		"a deep value":  `{"A":` + strings.Repeat("[", wire.MaxBody-10),
		"deep objects":  strings.Repeat(`{"a":`, wire.MaxBody/5),
		"many members":  `{` + strings.Repeat(`"a":1,`, wire.MaxBody/6-1),
		"an open text":  `{"A":"` + strings.Repeat("x", wire.MaxBody-10),
		"many escapes":  `{"A":"` + strings.Repeat(`\u0041`, wire.MaxBody/6-2),
		"a long number": `{"PartitionKey":"p","RowKey":"r","A":` + strings.Repeat("9", wire.MaxBody-50) + `}`,
	} {
		var resp wire.Response
		header := append(wire.Header{{Name: "Content-Type", Value: "application/json"}}, plainHeader...)
		took := allocated(func() {
			resp = e.Handle(t.Context(), wire.Request{Method: "POST", URL: "/" + access.DevelopmentAccount + "/Tab", Header: header, Body: []byte(body)})
		})
		if resp.Status != 400 {
			t.Errorf("%s: got %d %.200s", name, resp.Status, resp.Body)
		}
		if took > 8*wire.MaxBody {
			t.Errorf("%s: took %d bytes of memory", name, took)
		}
	}
}

// When every place is taken, a new connection gets that of one that is idle, and
// one that is being answered keeps its own.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Connections: 3, Idle: time.Hour, Request: time.Hour, Header: time.Hour})
	ask := fmt.Sprintf("GET /%s/Tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n", access.DevelopmentAccount)
	busy := s.buffered()
	fmt.Fprintf(busy, "POST /%s/Tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/json\r\n"+
		"Content-Length: 20\r\n\r\n{", access.DevelopmentAccount)
	idle := []*bufferedConn{s.buffered(), s.buffered()}
	for _, c := range idle {
		c.ask(t, ask, 200)
	}
	newest := s.buffered()
	newest.ask(t, ask, 200)
	open := 0
	for _, c := range idle {
		if c.open(ask) {
			open++
		}
	}
	if open != 1 {
		t.Errorf("%d of 2 idle connections are open, want 1", open)
	}
	busy.ask(t, `"TableName":"Tab1"}`, 201)
}

// The one that makes room is the one that was idle the longest.
func TestLongestIdle(t *testing.T) {
	l := newBounded(nil, 4)
	var conns [4]*placed
	for i := range conns {
		conns[i] = &placed{}
		l.open[conns[i]] = struct{}{}
	}
	for _, i := range []int{2, 1, 0, 3} {
		l.note(conns[i], http.StateIdle)
	}
	l.note(conns[2], http.StateActive)
	if got := l.longestIdle(); got != conns[1] {
		t.Error("got another connection than the one that was idle the longest")
	}
	l.note(conns[2], http.StateIdle)
	l.note(conns[1], http.StateActive)
	l.note(conns[1], http.StateIdle)
	if got := l.longestIdle(); got != conns[0] {
		t.Error("a connection that was used since passes for idle")
	}
}

package endpoint

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// inUse is how many bytes the program has in use when nobody needs the rest.
func inUse() int64 {
	runtime.GC()
	runtime.GC() // pools let go of what they hold the second time
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// heldBy is how many bytes each of n things takes as long as it is there.
func heldBy(n int, open func()) int64 {
	before := inUse()
	open()
	return (inUse() - before) / int64(n)
}

// postOf begins a request whose body is to have a number of bytes.
func postOf(bytes int) string {
	return fmt.Sprintf("POST /%s/Tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\n",
		access.DevelopmentAccount, bytes)
}

// 2,000 connections on which a request comes slowly, its head or its body, take
// little memory each, whatever length they claim, and hold up nobody.
func TestSlowConnections(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Header: time.Hour, Request: time.Hour})
	const connections, most = 2000, 48 << 10
	each := heldBy(connections, func() {
		for i := range connections {
			conn := s.dial()
			io.WriteString(conn, postOf(wire.MaxBody))
			if i%2 == 0 {
				io.WriteString(conn, "\r\n{")
			}
		}
		s.answers()
	})
	if each > most {
		t.Errorf("a slow connection takes %d bytes, want at most %d", each, most)
	}
}

// Of 5,000 connections that are idle after a request as many stay open as may be,
// each for little memory; a new one is answered all the same, and so is one that
// stayed.
func TestIdleConnections(t *testing.T) {
	const connections, places, most = 5000, 4096, 48 << 10
	s := serve(t, Options{Open: true}, Bounds{Connections: places, Idle: time.Hour})
	ask := fmt.Sprintf("GET /%s/Tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n", access.DevelopmentAccount)
	var last *bufferedConn
	each := heldBy(connections, func() {
		for range connections {
			last = s.buffered()
			last.ask(t, ask, 200)
			last.in = nil
		}
	})
	if each > most {
		t.Errorf("an idle connection takes %d bytes, want at most %d", each, most)
	}
	last.ask(t, ask, 200)
	s.answers()
}

// Clients that do not read their answer hold one page each, and the memory of its
// making is given back.
func TestSlowReaders(t *testing.T) {
	text := table.StringValue(strings.Repeat("x", 32_000))
	e := filled(t, Options{}, numbered(300, table.Property{Name: "A", Value: text}))
	const readers = 12
	var begun, gone sync.WaitGroup
	begun.Add(readers)
	leave := make(chan struct{})
	each := heldBy(readers, func() {
		for range readers {
			gone.Go(func() {
				r, _ := http.NewRequest("GET", "/", nil)
				r.RequestURI, r.Host, r.RemoteAddr = "/"+access.DevelopmentAccount+"/Tab", "127.0.0.1", "127.0.0.1:1"
				r.Header.Set("Accept", "application/json")
				e.ServeHTTP(&stuck{header: http.Header{}, begun: begun.Done, leave: leave}, r)
			})
		}
		begun.Wait()
	})
	close(leave)
	gone.Wait()
	if each < PageBytes*3/4 || each > PageBytes*3/2 {
		t.Errorf("a client that does not read holds %d bytes, want a page of %d and little more", each, PageBytes)
	}
}

// stuck is a client that takes nothing of the body of its answer.
type stuck struct {
	header http.Header
	begun  func()
	leave  chan struct{}
}

func (s *stuck) Header() http.Header { return s.header }
func (s *stuck) WriteHeader(int)     {}

func (s *stuck) Write(body []byte) (int, error) {
	s.begun()
	<-s.leave
	return len(body), nil
}

// A million entities and a filter of 1,200 terms that none of them meets: the page
// ends when its time is over, with a token behind what it read, because it looks at
// the clock after every few entities, however many there are.
func TestManyTermsOverAMillion(t *testing.T) {
	const entities, terms, step, most = 1_000_000, 1200, 100 * time.Millisecond, 400
	e := million(t, Options{Now: stepping(step)}, entities)
	path := "/Tab?$filter=" + strings.Replace(or(terms), "eq+2", "eq+3", 1)
	from, next := 0, ""
	for range 3 {
		resp := e.get(t.Context(), path+next)
		if resp.Status != 200 || strings.Contains(string(resp.Body), "RowKey") {
			t.Fatalf("got %d %.300s, want an empty page", resp.Status, resp.Body)
		}
		to := placeOf(t, resp)
		looks := int(Work/step) + 2
		if read := to - from; read <= 0 || read > looks*most {
			t.Errorf("a page read %d entities while its time went by in %d steps, want at most %d", read, looks, looks*most)
		}
		from, next = to, nextPage(resp)
	}
}

// placeOf is the number of the entity that the token of a page names.
func placeOf(t *testing.T, resp wire.Response) int {
	t.Helper()
	partition, row := resp.Header.Get("x-ms-continuation-NextPartitionKey"), resp.Header.Get("x-ms-continuation-NextRowKey")
	token, err := query.ParseToken(&partition, &row)
	if err != nil || token == nil {
		t.Fatalf("there is no token to go on from: %v, %v", resp.Header, err)
	}
	n, err := strconv.Atoi(token.Key().RowKey)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// million is an endpoint with so many numbered entities.
func million(t *testing.T, o Options, entities int) *Endpoint {
	t.Helper()
	e := filled(t, o, nil)
	tab, err := e.held.tables.Table("Tab", e.last)
	if err != nil {
		t.Fatal(err)
	}
	const some = 10_000
	part := numbered(some, table.Property{Name: "N", Value: table.Int32Value(2)})
	for from := 0; from < entities; from += some {
		for i := range part {
			part[i].Key.RowKey = fmt.Sprintf("%07d", from+i)
		}
		if err := tab.Load(part, e.last); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

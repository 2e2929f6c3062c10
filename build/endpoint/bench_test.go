package endpoint

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// One client on a kept connection, with everything that the endpoint adds to
// the engine: sockets, HTTP and locks.
func BenchmarkEndpoint(b *testing.B) {
	e, err := New(Options{Open: true})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: e}
	go server.Serve(l)
	defer server.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	in := bufio.NewReaderSize(conn, 1<<16)
	do := func(method, path, body string) {
		fmt.Fprintf(conn, "%s /%s%s HTTP/1.1\r\nHost: x\r\nAccept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\nx-ms-version: 2019-02-02\r\nContent-Length: %d\r\n\r\n%s",
			method, access.DevelopmentAccount, path, len(body), body)
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			b.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		if resp.StatusCode >= 300 {
			b.Fatal(resp.Status)
		}
	}
	do("POST", "/Tables", `{"TableName":"Tab"}`)
	for i := range 100 {
		do("POST", "/Tab", fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d","Name":"%s","Count":%d,"Amount":%d.5}`, i, strings.Repeat("n", 100), i, i))
	}
	b.Run("insert", func(b *testing.B) {
		for i := range b.N {
			do("PUT", fmt.Sprintf("/Tab(PartitionKey='q',RowKey='%d')", i), `{"Name":"some name","Count":5}`)
		}
	})
	b.Run("get", func(b *testing.B) {
		for range b.N {
			do("GET", "/Tab(PartitionKey='p',RowKey='50')", "")
		}
	})
	b.Run("page", func(b *testing.B) {
		for range b.N {
			do("GET", "/Tab?$filter=PartitionKey%20eq%20'p'", "")
		}
	})
}

// startLimit is for a start with a million entities.
const startLimit = 4 * time.Second

// A start from the log of a million entities: as requests, and made short.
func BenchmarkStart(b *testing.B) {
	const entities = 1_000_000
	name := filepath.Join(b.TempDir(), "tables.log")
	e, err := New(Options{Data: name, Open: true})
	if err != nil {
		b.Fatal(err)
	}
	header := append(wire.Header{{Name: "Content-Type", Value: "application/json"}}, plainHeader...)
	do := func(path, body string) {
		resp, _, ok := e.apply(wire.Request{Method: "POST", URL: "/" + access.DevelopmentAccount + path, Header: header, Body: []byte(body)}, nil)
		if !ok || resp.Status != 201 {
			b.Fatalf("got %d %s", resp.Status, resp.Body)
		}
	}
	do("/Tables", `{"TableName":"Tab"}`)
	for i := range entities {
		do("/Tab", fmt.Sprintf(`{"PartitionKey":"p%03d","RowKey":"%07d","Name":"A customer with a name","City":"Amsterdam","Count":%d,"Amount":%d.25,"Open":true,`+
			`"Note":"some more text, so that it is not too short"}`, i%1000, i, i, i))
	}
	start := func(b *testing.B) {
		for range b.N {
			again, err := New(Options{Data: name, Open: true})
			if err != nil {
				b.Fatal(err)
			}
			if n := again.held.tables.Tables()[0].Len(); n != entities {
				b.Fatalf("got %d entities", n)
			}
			again.log.Close()
		}
	}
	if err := e.log.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("requests", start)
	if e, err = New(Options{Data: name, Open: true}); err != nil {
		b.Fatal(err)
	}
	b.Run("compact", func(b *testing.B) {
		for range b.N {
			if err := e.Compact(); err != nil {
				b.Fatal(err)
			}
		}
	})
	if err := e.log.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("blocks", func(b *testing.B) {
		start(b)
		if each := b.Elapsed() / time.Duration(b.N); each > startLimit {
			b.Errorf("a start took %v, want at most %v", each, startLimit)
		}
	})
}

// nowhere is a recording that nobody reads.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }

// What it costs that somebody listens: requests past the network, in turn with the
// same requests while nobody does.
func BenchmarkObserved(b *testing.B) {
	quiet, watched := benched(b, nil), benched(b, stream.New(nil))
	if err := watched.options.Stream.Record(nowhere{}, "bench", func(err error) { b.Error(err) }); err != nil {
		b.Fatal(err)
	}
	const each = 100
	var took [2][]time.Duration
	var more []float64 // of each pair, in percent: what else the machine does falls on both
	row := 0
	for range b.N {
		for i, e := range []*Endpoint{quiet, watched} {
			began := time.Now()
			for range each {
				row++
				insertOne(b, e, row)
			}
			took[i] = append(took[i], time.Since(began)/each)
		}
		at := len(more)
		more = append(more, float64(took[1][at]-took[0][at])*100/float64(took[0][at]))
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	slices.Sort(more)
	b.ReportMetric(float64(took[0][b.N/2]), "ns/quiet")
	b.ReportMetric(float64(took[1][b.N/2]), "ns/watched")
	b.ReportMetric(more[b.N/2], "%more")
}

func benched(b *testing.B, s *stream.Stream) *Endpoint {
	e, err := New(Options{Open: true, Stream: s})
	if err != nil {
		b.Fatal(err)
	}
	if w := posted(e, "/Tables", `{"TableName":"Tab"}`); w.Code != 201 {
		b.Fatalf("got %d %s", w.Code, w.Body)
	}
	return e
}

func insertOne(b *testing.B, e *Endpoint, row int) {
	body := fmt.Sprintf(`{"PartitionKey":"p%03d","RowKey":"%09d","Name":"A customer with a name","City":"Amsterdam","Count":%d,"Amount":%d.25,"Open":true,`+
		`"Note":"some more text, so that it is not too short"}`, row%1000, row, row, row)
	if w := posted(e, "/Tab", body); w.Code != 201 {
		b.Fatalf("got %d %s", w.Code, w.Body)
	}
}

func posted(e *Endpoint, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://127.0.0.1/"+access.DevelopmentAccount+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;odata=nometadata")
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w
}

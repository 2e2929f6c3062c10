package endpoint

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

func (s *served) dial() net.Conn {
	s.t.Helper()
	rest := strings.TrimPrefix(s.url, "http://")
	address, _, _ := strings.Cut(rest, "/")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	return conn
}

// hang is how long a test waits for what must come.
const hang = time.Minute

// answers checks that others are answered.
func (s *served) answers() {
	s.t.Helper()
	s.must(200, "GET", "/Tables", "")
}

// Connections that send nothing hold up nobody: others are answered while all
// are open.
func TestSilentConnectionsHoldUpNobody(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Header: time.Hour, Idle: time.Hour})
	for range 1000 {
		s.dial()
	}
	s.answers()
}

// Connections that send nothing are closed.
func TestSilentConnections(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Header: 500 * time.Millisecond})
	conns := make([]net.Conn, 1000)
	for i := range conns {
		conns[i] = s.dial()
	}
	for _, conn := range conns {
		conn.SetReadDeadline(time.Now().Add(hang))
		if _, err := io.ReadAll(conn); err != nil {
			t.Fatalf("a silent connection is still open: %v", err)
		}
	}
	s.answers()
}

// When there are as many connections as may be, another waits for a place and
// is then answered.
func TestConnectionBound(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Connections: 3, Header: 300 * time.Millisecond})
	for range 3 {
		s.dial()
	}
	s.answers()
}

// slow opens connections with a body of which only the first byte comes.
func (s *served) slow() []net.Conn {
	conns := make([]net.Conn, 50)
	for i := range conns {
		conns[i] = s.dial()
		fmt.Fprintf(conns[i], "POST /%s/Tables HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{", access.DevelopmentAccount)
	}
	return conns
}

// A body that comes slowly holds up nobody: others are answered while it comes.
func TestSlowBodiesHoldUpNobody(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Request: time.Hour})
	s.slow()
	s.answers()
}

// A connection whose body comes slowly ends with an answer that says so.
func TestSlowBodies(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Request: 700 * time.Millisecond})
	conns := s.slow()
	for _, conn := range conns {
		conn.SetReadDeadline(time.Now().Add(hang))
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408") {
			t.Fatalf("got %q, %v, want 408 and the end", answer, err)
		}
	}
	s.answers()
}

// Bodies of 100 MB are refused as too large, whether their length is told or
// not, in no more memory than the largest that is taken needs, and the client gets
// to read the answer. So are rules of faults.
func TestLargeBodies(t *testing.T) {
	s := serve(t, Options{Open: true, AdminToken: "token"}, Bounds{})
	steer := strings.TrimSuffix(s.url, access.DevelopmentAccount) + "keyrange/faults"
	for _, c := range []struct {
		name, method, url string
		length            int64
		status            int
		text              string
	}{
		{"told", "POST", s.url + "/Tab", largeBody, 413, "RequestBodyTooLarge"},
		{"in chunks", "POST", s.url + "/Tab", -1, 413, "RequestBodyTooLarge"},
		{"a batch", "POST", s.url + "/$batch", -1, 413, "RequestBodyTooLarge"},
		{"rules", "PUT", steer, -1, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			took := allocated(func() { s.sendLarge(t, c.method, c.url, c.length, c.status, c.text) })
			if most := uint64(8 * wire.MaxBody); took > most {
				t.Errorf("took %d bytes of memory, want at most %d", took, most)
			}
			s.answers()
		})
	}
}

const largeBody = 100 << 20

// sendLarge sends 100 MB and reads the answer meanwhile.
func (s *served) sendLarge(t *testing.T, method, url string, length int64, status int, text string) {
	t.Helper()
	conn := s.dial()
	r, err := http.NewRequest(method, url, io.LimitReader(zeros{}, largeBody))
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = length
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer token")
	sent := make(chan error, 1)
	go func() { sent <- r.Write(conn) }()
	conn.SetReadDeadline(time.Now().Add(hang))
	resp, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != status || !strings.Contains(string(body), text) {
		t.Errorf("got %s %s", resp.Status, body)
	}
	conn.Close()
	<-sent
}

// zeros is an endless stream.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// A batch of 10,000 parts is refused, and others are answered meanwhile.
func TestManyParts(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	entities := make([]string, 10_000)
	for i := range entities {
		entities[i] = fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d"}`, i)
	}
	body := batchOf(s.url, entities...)
	answered := make(chan string, 4)
	for range cap(answered) {
		go func() {
			_, text, err := s.try("POST", "/$batch", strings.NewReader(body), "Content-Type", batchType)
			answered <- fmt.Sprint(text, err)
		}()
	}
	s.answers()
	for range cap(answered) {
		if text := <-answered; !strings.Contains(text, "99:The batch request operation exceeds the maximum 100 changes per change set.") {
			t.Errorf("got %s", text)
		}
	}
	if body := s.must(200, "GET", "/Tab", ""); !strings.Contains(body, `"value":[]`) {
		t.Errorf("something was inserted: %s", body)
	}
}

// Headers and URLs beyond their bounds are refused.
func TestLongHeaders(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{})
	s.must(431, "GET", "/Tables", "", "X-Long", strings.Repeat("x", 1<<20))
	s.must(414, "GET", "/Tables?$filter="+strings.Repeat("a", 195<<10), "")
	s.answers()
}

// Bytes that are no HTTP end their connection and nothing else.
func TestNoHTTP(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{})
	for _, text := range []string{"\x16\x03\x01\x02\x00", "hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET  /\r\n\r\n"} {
		conn := s.dial()
		io.WriteString(conn, text)
		conn.(*net.TCPConn).CloseWrite()
		conn.SetReadDeadline(time.Now().Add(hang))
		io.Copy(io.Discard, conn)
	}
	s.answers()
}

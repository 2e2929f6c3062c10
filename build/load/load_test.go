package load

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
)

// An answer is whole with its last byte and not before, however it comes.
func TestAnswerInPieces(t *testing.T) {
	for name, text := range map[string]string{
		"a length":  "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n",
		"a body":    "HTTP/1.1 204 No Content\r\nA: b\r\ncontent-length: 11\r\n\r\nhello\r\n\r\n12",
		"chunks":    "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\n\r\n0\r\n\r\n6789\r\n0\r\n\r\n",
		"no length": "HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n",
	} {
		a := answer{}
		for i := range len(text) {
			a.text = append(a.text, text[i])
			whole, err := a.whole()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if last := i == len(text)-1; whole != last {
				t.Fatalf("%s: byte %d of %d: whole is %t", name, i+1, len(text), whole)
			}
		}
		if a.status != 204 {
			t.Errorf("%s: got status %d", name, a.status)
		}
	}
}

// Requests are what they say: the length is that of the body, and bodies are JSON.
func TestRequests(t *testing.T) {
	to := &target{address: "127.0.0.1:1", signature: "sig=x"}
	for _, job := range Jobs {
		text := string(job.request(nil, to, 1234567))
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		if _, length, found := strings.Cut(head, "Content-Length: "); found != (body != "") || found && length != fmt.Sprintf("%07d", len(body)) {
			t.Errorf("%s: a body of %d bytes has the head %q", job.Name, len(body), head)
		}
		if job.Name == "insert" && !json.Valid([]byte(body)) || strings.Count(body, "POST ") > 0 && strings.Count(body, "POST ") != batchSize {
			t.Errorf("%s: got %s", job.Name, body)
		}
	}
	if got := string(digits([]byte("x"), 7, 3)) + string(digits(nil, 0, 2)) + string(digits(nil, 1234, 3)); got != "x007001234" {
		t.Errorf("got %s", got)
	}
}

// The same is measured over a socket: every answer is counted and checked.
func TestMeasure(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	status := make(chan string, 1)
	status <- "200 OK"
	go echo(l, status)
	to := &target{name: "echo", address: l.Addr().String()}
	r, next, err := Measure(to, Jobs[1], 4, 1, 100)
	if err != nil || next != 108 || r.P50 <= 0 { // a nanosecond: one request each
		t.Errorf("got %+v, %d, %v", r, next, err)
	}
	<-status
	status <- "404 Not Found"
	if _, _, err := Measure(to, Jobs[1], 4, 1, 100); err == nil || !strings.Contains(err.Error(), "answered with 404, want 200") {
		t.Errorf("got %v", err)
	}
}

// echo answers every request with the status of the moment.
func echo(l net.Listener, status chan string) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			room := make([]byte, 4096)
			for {
				if _, err := conn.Read(room); err != nil {
					return
				}
				s := <-status
				status <- s
				fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: 2\r\n\r\nok", s)
			}
		}()
	}
}

package conformance

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// Request is what is written to the socket.
type Request struct{ rule.Request }

// Field is one header field.
type Field = rule.Field

// Answer is what came back.
type Answer struct {
	Status int
	Reason string
	Header http.Header
	Body   string
}

// Wire is a connection to an endpoint, made again when it was closed.
type Wire struct {
	address string
	conn    net.Conn
	in      *bufio.Reader
}

// patience is how long an answer may take.
const patience = 30 * time.Second

// Do sends a request and reads the answer.
func (w *Wire) Do(r Request) (Answer, error) {
	fresh := w.conn == nil
	a, err := w.try(r)
	if err != nil && !fresh { // the connection was closed while it was idle
		w.Close()
		a, err = w.try(r)
	}
	if err != nil {
		w.Close()
	}
	return a, err
}

// Close closes the connection.
func (w *Wire) Close() {
	if w.conn != nil {
		w.conn.Close()
		w.conn = nil
	}
}

func (w *Wire) try(r Request) (Answer, error) {
	if w.conn == nil {
		conn, err := net.DialTimeout("tcp", w.address, patience)
		if err != nil {
			return Answer{}, err
		}
		w.conn, w.in = conn, bufio.NewReader(conn)
	}
	w.conn.SetDeadline(time.Now().Add(patience))
	written := make(chan error, 1)
	go func() { // an answer may come before all is sent
		_, err := io.WriteString(w.conn, r.text())
		written <- err
	}()
	resp, err := http.ReadResponse(w.in, &http.Request{Method: r.Method})
	if err != nil {
		w.conn.Close()
		<-written
		return Answer{}, fmt.Errorf("%s %s: %w", r.Method, r.URL, err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	_, reason, _ := strings.Cut(resp.Status, " ")
	if resp.Close {
		resp.Header.Set("Connection", "close")
		w.conn.Close()
	}
	<-written
	if resp.Close {
		w.conn = nil
	}
	return Answer{resp.StatusCode, reason, resp.Header, string(body)}, err
}

// text is the request as bytes.
func (r *Request) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", r.Method, r.URL)
	for _, f := range r.Fields {
		fmt.Fprintf(&b, "%s: %s\r\n", f.Name, f.Value)
	}
	if r.Method != "GET" && r.Method != "HEAD" || r.Body != "" {
		b.WriteString("Content-Length: " + strconv.Itoa(len(r.Body)) + "\r\n")
	}
	b.WriteString("\r\n" + r.Body)
	return b.String()
}

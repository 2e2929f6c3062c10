package endpoint

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// bufferedConn is a connection to an endpoint on which a test speaks HTTP itself.
type bufferedConn struct {
	net.Conn
	in *bufio.Reader
}

func (s *served) buffered() *bufferedConn { return &bufferedConn{Conn: s.dial()} }

// ask sends a request and reads an answer with the given status.
func (c *bufferedConn) ask(t *testing.T, request string, status int) {
	t.Helper()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	c.answer(t, status)
}

func (c *bufferedConn) answer(t *testing.T, status int) string {
	t.Helper()
	if c.in == nil {
		c.in = bufio.NewReader(c)
	}
	c.SetReadDeadline(time.Now().Add(hang))
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status {
		t.Fatalf("got %s %s %v, want %d", resp.Status, body, err, status)
	}
	return string(body)
}

// open reports whether the server still answers on the connection.
func (c *bufferedConn) open(request string) bool {
	io.WriteString(c, request)
	c.SetReadDeadline(time.Now().Add(hang))
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode == 200
}

// signedGet asks for the tables with a key and returns the status.
func (s *served) signedGet(key access.SigningKey) int {
	s.t.Helper()
	r, err := http.NewRequest("GET", s.url+"/Tables", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	date := time.Now().UTC().Format(http.TimeFormat)
	r.Header.Set("Accept", "application/json")
	r.Header.Set("x-ms-date", date)
	signed := wire.Request{Method: "GET", URL: r.URL.RequestURI(), Header: wire.Header{{Name: "x-ms-date", Value: date}}}
	r.Header.Set("Authorization", access.SharedKeyLite.Sign(signed, access.DevelopmentAccount, key))
	resp, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

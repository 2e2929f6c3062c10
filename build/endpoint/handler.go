package endpoint

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
)

// ServeHTTP answers one HTTP request.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == healthPath && r.Method == http.MethodGet:
		e.health(w)
		return
	case strings.HasPrefix(r.URL.Path, adminPath):
		steering{e}.serve(w, r)
		return
	case e.options.Faults.Active():
		e.serveFaulty(w, r)
		return
	}
	began := e.begin()
	req, resp, ok := e.take(r)
	if ok {
		resp = e.Handle(r.Context(), req)
	}
	if e.access != nil {
		e.access.note(r, req, resp, began, "")
	}
	send(w, resp)
}

// begin is when a request began, for the access log.
func (e *Endpoint) begin() (at time.Time) {
	if e.access != nil {
		at = time.Now()
	}
	return at
}

// take reads a request, or gives the answer to one that is not done.
func (e *Endpoint) take(r *http.Request) (wire.Request, wire.Response, bool) {
	req, resp, ok := e.admit(r, headOf(r))
	if !ok {
		return req, resp, false
	}
	var err error
	if req.Body, err = bodyOf(r); err != nil { // it did not come in time, or not whole
		return req, timedOut, false
	}
	return req, resp, true
}

// timedOut answers a request whose body does not come.
var timedOut = wire.Response{Status: http.StatusRequestTimeout, Header: wire.Header{{Name: "Connection", Value: "close"}}}

// healthPath tells whether requests are answered. It is beside the account, so no
// table can have its address.
const healthPath = "/healthz"

func (e *Endpoint) health(w http.ResponseWriter) {
	e.mu.Lock()
	broken, lost := e.broken, e.lost
	e.mu.Unlock()
	switch {
	case lost != nil:
		http.Error(w, "The log cannot be read: everything is refused.", http.StatusServiceUnavailable)
	case broken != nil:
		http.Error(w, "The log cannot be written: changes are refused.", http.StatusServiceUnavailable)
	default:
		io.WriteString(w, "Tables are served.\n")
	}
}

// tooLarge stands for a body that is larger than any that is read. Nobody
// looks at more than its length, so it takes no memory.
var tooLarge [wire.MaxBody + 1]byte

// headOf is a request without its body.
func headOf(r *http.Request) wire.Request {
	h := make(wire.Header, 0, len(r.Header)+1)
	h = append(h, wire.Field{Name: "Host", Value: r.Host})
	for name, values := range r.Header {
		for _, value := range values {
			h = append(h, wire.Field{Name: name, Value: value})
		}
	}
	client, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		client = r.RemoteAddr
	}
	return wire.Request{Method: r.Method, URL: r.RequestURI, Header: h, Client: client, Secure: r.TLS != nil}
}

// bodyOf reads the body of a request, of one that is too large only enough to know.
func bodyOf(r *http.Request) ([]byte, error) {
	switch {
	case r.ContentLength == 0:
		return nil, nil
	case r.ContentLength > wire.MaxBody:
		return tooLarge[:], nil
	case r.ContentLength > 0 && r.ContentLength <= smallBody:
		body := make([]byte, r.ContentLength)
		_, err := io.ReadFull(r.Body, body)
		return body, err
	}
	// Memory grows as the body comes, not as its length is claimed.
	return io.ReadAll(io.LimitReader(r.Body, wire.MaxBody+1))
}

// smallBody is the longest body that memory is taken for before it comes.
const smallBody = 64 << 10

// send writes a response. net/http chooses the reason phrase from the status,
// so an answer with its own is written past it.
func send(w http.ResponseWriter, resp wire.Response) {
	if resp.Reason != "" && resp.Reason != http.StatusText(resp.Status) {
		if err := sendRaw(w, resp); !errors.Is(err, http.ErrNotSupported) {
			return
		}
	}
	h := w.Header()
	framed := false
	values := make([]string, len(resp.Header)) // one piece of memory for all fields
	for i, f := range resp.Header {
		if f.Name == "Content-Length" {
			if f.Value == "0" {
				continue // net/http knows that there is no body
			}
			framed = true
		}
		if earlier := h[f.Name]; earlier != nil {
			h[f.Name] = append(earlier, f.Value)
			continue
		}
		values[i] = f.Value
		h[f.Name] = values[i : i+1 : i+1]
	}
	if len(resp.Body) > 0 && !framed {
		h["Transfer-Encoding"] = chunked // as the service does
	}
	w.WriteHeader(resp.Status)
	w.Write(resp.Body)
}

var chunked = []string{"chunked"}

package endpoint

import (
	"errors"
	"io"
	"net"
	"net/http"

	"github.com/keyrange/keyrange/engine/wire"
)

// ServeHTTP answers one HTTP request.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, resp, ok := e.admit(r, headOf(r))
	if !ok {
		send(w, resp)
		return
	}
	var err error
	if req.Body, err = bodyOf(r); err != nil { // the body did not come in time, or not whole
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusRequestTimeout)
		return
	}
	send(w, e.Handle(r.Context(), req))
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

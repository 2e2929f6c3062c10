package endpoint

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
)

// admit decides what can be decided of a request before its body is read: whether
// it is for this machine, whether a page of another site could have sent it
// unasked, and whether its sender may do what it asks for. It returns the request
// to do, or the answer to one that is not done.
func (e *Endpoint) admit(r *http.Request, req wire.Request) (wire.Request, wire.Response, bool) {
	if resp, refused := turnedAway(e, r, req); refused {
		return req, resp, false
	}
	if e.options.Open || r.ContentLength == 0 { // the same is decided when it is done
		return req, wire.Response{}, true
	}
	e.mu.Lock()
	h := e.held
	now, _ := e.tick()
	e.mu.Unlock()
	reader := h.readers.Get().(*reader)
	defer h.readers.Put(reader)
	return reader.Admit(req, now)
}

// turnedAway answers a request that this endpoint has nothing for, whoever sent it.
func turnedAway(e *Endpoint, r *http.Request, req wire.Request) (wire.Response, bool) {
	if refusal := e.trespass(r); refusal != nil {
		return e.refuse(req, refusal), true
	}
	if isElsewhere(r) {
		return e.elsewhere(req), true
	}
	return wire.Response{}, false
}

// trespass refuses a request that comes from elsewhere. A browser sends a POST
// without a Content-Type to any address without asking, and nothing else that
// changes something: other verbs, other types and other header fields it first
// asks for by a preflight, which CORS rules decide.
func (e *Endpoint) trespass(r *http.Request) *wire.Refusal {
	if e.options.Local && r.Host != "" && !IsLoopback(r.Host) {
		return &wire.Refusal{Code: wire.InvalidHeaderValue, Status: http.StatusForbidden, Message: "This endpoint serves its own machine " +
			"only, as localhost and 127.0.0.1. It does not answer to " + shortened(r.Host) + "."}
	}
	if r.Method == http.MethodPost && r.ContentLength != 0 && r.Header.Get("Content-Type") == "" && r.Header.Get("X-HTTP-Method") == "" {
		return wire.Refuse(wire.MissingRequiredHeader, "A required HTTP header was not specified.")
	}
	return nil
}

// IsLoopback reports whether a Host names the machine itself, whatever name
// servers say: a name that a server may turn into any address is not enough.
func IsLoopback(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	} else if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return false
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}

// hostShown is the most of a name that an answer repeats.
const hostShown = 80

func shortened(host string) string {
	if len(host) > hostShown {
		return host[:hostShown] + "..."
	}
	return host
}

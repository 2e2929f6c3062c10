package endpoint

import (
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/build/fault"
	"github.com/keyrange/keyrange/engine/observe"
)

// adminPath is where a test steers the endpoint: beside the account, so no table
// can have its address.
//
//	GET, PUT, DELETE /keyrange/faults?seed=7   the rules, one a line
//	PUT, POST, DELETE /keyrange/snapshots/NAME take one, go back to it, forget it
//	POST /keyrange/compact                     make the log short
//	GET /keyrange/live                         what is answered, as server-sent events
const adminPath = "/keyrange/"

// steering answers requests of who steers an endpoint: from this machine, and with
// the token that was told at the start.
type steering struct{ *Endpoint }

func (e steering) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == observe.Path && fromLoopback(r) {
		if share(w, r); r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case e.options.AdminToken == "":
		http.NotFound(w, r)
		return
	case !fromLoopback(r):
		http.Error(w, "Only this machine may steer the endpoint.", http.StatusForbidden)
		return
	case subtle.ConstantTimeCompare([]byte(token), []byte(e.options.AdminToken)) != 1:
		http.Error(w, "Send the token that was printed at the start, as Authorization: Bearer TOKEN.", http.StatusUnauthorized)
		return
	}
	what, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, adminPath), "/")
	switch what {
	case "faults":
		e.faults(w, r)
	case "snapshots":
		e.states(w, r, name)
	case "live":
		e.live(w, r)
	case "compact":
		e.shortenLog(w, r)
	default:
		http.NotFound(w, r)
	}
}

// fromLoopback reports whether a request comes from this machine and names it.
func fromLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !IsLoopback(r.Host) {
		return false
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

func (e steering) live(w http.ResponseWriter, r *http.Request) {
	if e.options.Stream == nil {
		http.NotFound(w, r)
		return
	}
	e.options.Stream.ServeHTTP(w, r)
}

func (e steering) faults(w http.ResponseWriter, r *http.Request) {
	book := e.options.Faults
	switch r.Method {
	case http.MethodGet:
	case http.MethodDelete:
		book.Set(nil, 0)
	case http.MethodPut:
		seed, err := strconv.ParseUint("0"+r.URL.Query().Get("seed"), 10, 64)
		if err != nil {
			http.Error(w, "seed is a whole number.", http.StatusBadRequest)
			return
		}
		text, err := io.ReadAll(io.LimitReader(r.Body, fault.MaxText+1))
		if err != nil {
			return // the client is gone
		}
		rules, err := fault.ParseRules(string(text))
		if err == nil {
			err = CheckFaults(rules, e.options.Door)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		book.Set(rules, seed)
	default:
		http.Error(w, "Use GET, PUT or DELETE.", http.StatusMethodNotAllowed)
		return
	}
	io.WriteString(w, book.String())
}

func (e steering) states(w http.ResponseWriter, r *http.Request, name string) {
	var err error
	switch r.Method {
	case http.MethodPut:
		err = e.TakeSnapshot(name)
	case http.MethodPost:
		err = e.Restore(name)
	case http.MethodDelete:
		e.ForgetSnapshot(name)
	default:
		http.Error(w, "Use PUT to take a snapshot, POST to go back to it and DELETE to forget it.", http.StatusMethodNotAllowed)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (e steering) shortenLog(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodPost:
		http.Error(w, "Use POST.", http.StatusMethodNotAllowed)
	case e.log == nil:
		http.Error(w, "There is no log: the tables are in memory.", http.StatusConflict)
	default:
		if err := e.Compact(); err != nil {
			http.Error(w, "The log cannot be made shorter.", http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "The log has %d bytes.\n", e.log.Size())
	}
}

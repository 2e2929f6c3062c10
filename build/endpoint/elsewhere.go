package endpoint

import (
	"net/http"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// msgElsewhere is what clients of other services are told, in the body and as the
// reason phrase, which they show.
const msgElsewhere = "This endpoint serves tables only. It has no blobs, no queues and no files."

// isElsewhere reports whether a request is for another service of a storage
// account: a container, a share, a queue or what is in one (Blob, Queue and File
// service REST API). No request for a table has these parameters.
func isElsewhere(r *http.Request) bool {
	if r.Header["X-Ms-Blob-Type"] != nil {
		return true
	}
	if strings.Contains(r.URL.Path, "/messages") && isQueue(r.URL.Path) {
		return true
	}
	if !strings.Contains(r.URL.RawQuery, "comp=") && !strings.Contains(r.URL.RawQuery, "restype=") {
		return false
	}
	query := r.URL.Query()
	if scope := query.Get("restype"); scope != "" && scope != "service" {
		return true
	}
	switch query.Get("comp") {
	case "", "acl", "properties", "stats":
		return false
	}
	return true
}

// isQueue reports whether a path is that of the messages of a queue. A table may
// have that name too, and then stands alone.
func isQueue(path string) bool {
	path = strings.TrimPrefix(path, "/"+access.DevelopmentAccount)
	_, rest, found := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return found && (rest == "messages" || strings.HasPrefix(rest, "messages/"))
}

// elsewhere answers such a request.
func (e *Endpoint) elsewhere(req wire.Request) wire.Response {
	resp := e.refuse(req, wire.Refuse(table.NotImplemented, msgElsewhere))
	resp.Reason = msgElsewhere
	return resp
}

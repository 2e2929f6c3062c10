package endpoint

import (
	"bytes"
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// changed reports whether an answer says that something was changed. That of
// a batch says so in its first part, whose status line follows its own fields.
func changed(resp wire.Response) bool {
	if resp.Status != 202 || !strings.HasPrefix(resp.Header.Get("Content-Type"), "multipart/") {
		return resp.Status < 300
	}
	const start = "\r\n\r\nHTTP/1.1 "
	at := bytes.Index(resp.Body, []byte(start))
	return at >= 0 && bytes.HasPrefix(resp.Body[at+len(start):], []byte("2"))
}

// durable is what is kept of a request: what it does, and no credentials.
func durable(req wire.Request) wire.Request {
	kept := wire.Request{Method: req.Method, URL: withoutSignature(req.URL), Body: req.Body, Header: make(wire.Header, 0, len(req.Header))}
	for _, f := range req.Header {
		if !incidental[strings.ToLower(f.Name)] {
			kept.Header = append(kept.Header, f)
		}
	}
	return kept
}

// incidental are fields that say who asks and not what for.
var incidental = map[string]bool{
	"accept-encoding": true, "authorization": true, "connection": true, "content-length": true, "cookie": true, "date": true,
	"user-agent": true, "x-ms-client-request-id": true, "x-ms-date": true,
}

// withoutSignature removes the parameter without which a shared access
// signature is worth nothing, however its name is escaped.
func withoutSignature(url string) string {
	path, query, found := strings.Cut(url, "?")
	if !found {
		return url
	}
	kept := make([]string, 0, 8)
	for one := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(one, "=")
		if name, ok := encoding.Unescape(name, true); !ok || name != "sig" {
			kept = append(kept, one)
		}
	}
	return path + "?" + strings.Join(kept, "&")
}

package wire

import "strconv"

// parts writes the multipart body of the answer to a batch.
type parts struct {
	outer, inner string // boundaries; inner is "" outside a changeset
	body         []byte
	number       int
}

func newParts(s *Service) *parts {
	return &parts{outer: "batchresponse_" + s.nextGuid(), inner: "changesetresponse_" + s.nextGuid()}
}

func (p *parts) contentType() string { return "multipart/mixed; boundary=" + p.outer }

// line appends a line and its end.
func (p *parts) line(texts ...string) {
	for _, s := range texts {
		p.body = append(p.body, s...)
	}
	p.body = append(p.body, "\r\n"...)
}

// openChangeset begins the part that holds those of the operations.
func (p *parts) openChangeset() {
	p.line("--", p.outer)
	p.line("Content-Type: multipart/mixed; boundary=", p.inner)
	p.line()
	p.number = 1
}

// delimiter is the boundary in use: that of the changeset once it is open.
func (p *parts) delimiter() string {
	if p.number > 0 {
		return p.inner
	}
	return p.outer
}

// add appends the answer to one operation, its fields in the order in which
// the service has them, which differs with and without a body (recorded).
func (p *parts) add(in *call, a *answer) {
	p.line("--", p.delimiter())
	p.line("Content-Type: application/http")
	p.line("Content-Transfer-Encoding: binary")
	p.line()
	p.line("HTTP/1.1 ", strconv.Itoa(a.status), " ", reasonOf(a.status))
	if a.status == 200 || a.status == 201 {
		p.line("DataServiceVersion: 3.0;")
		p.line("Content-Type: ", a.contentType)
		p.common(in, a)
	} else {
		p.common(in, a)
		p.line("DataServiceVersion: ", dataVersion(a))
		if a.contentType != "" {
			p.line("Content-Type: ", a.contentType)
		}
	}
	if a.location != "" {
		p.line("Location: ", a.location)
		if a.status == 204 {
			p.line("DataServiceId: ", a.location)
		}
	}
	for _, f := range a.extra {
		p.line(f.Name, ": ", f.Value)
	}
	if a.etag != "" {
		p.line("ETag: ", string(a.etag))
	}
	p.line()
	p.body = append(p.body, a.body...)
	p.line()
}

func dataVersion(a *answer) string {
	if a.bare {
		return "1.0;"
	}
	return "3.0;"
}

// common appends the fields of all parts. Content-ID is echoed when the client
// had it among the fields of the operation itself.
func (p *parts) common(in *call, a *answer) {
	if id, ok := in.req.Header.Lookup("Content-ID"); ok && IsVisible(id, maxEcho) {
		p.line("Content-ID: ", id)
	}
	p.line("X-Content-Type-Options: nosniff")
	if !a.uncached {
		p.line("Cache-Control: no-cache")
	}
	if a.preference != noPreference {
		p.line("Preference-Applied: ", string(a.preference))
	}
}

// close ends the body and returns it.
func (p *parts) close() []byte {
	if p.number > 0 {
		p.line("--", p.inner, "--")
	}
	p.line("--", p.outer, "--")
	return p.body
}

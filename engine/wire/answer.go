package wire

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// answer is what an operation has to say, before it is a response of its own
// or a part of a batch's.
type answer struct {
	status      int
	reason      string // "" is the usual one
	contentType string // "" when there is no body
	body        []byte
	etag        table.ETag
	location    string
	preference  preference
	uncached    bool // without Cache-Control
	bare        bool // no data: DataServiceVersion is 1.0 in a batch
	extra       Header
}

const serverName = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"

// defaultVersion is the version of the service that is told when the request
// names none.
const defaultVersion = "2019-02-02"

// response makes a response of an answer, in the order in which the service
// sends its fields.
func (c *call) response(a *answer) Response {
	h := make(Header, 0, 14+len(a.extra))
	if !a.uncached {
		h = append(h, Field{"Cache-Control", "no-cache"})
	}
	if a.contentType != "" {
		h = append(h, Field{"Content-Type", a.contentType})
	} else {
		h = append(h, Field{"Content-Length", "0"})
	}
	if a.etag != "" {
		h = append(h, Field{"ETag", string(a.etag)})
	}
	if a.location != "" {
		h = append(h, Field{"Location", a.location})
		if a.status == 204 {
			h = append(h, Field{"DataServiceId", a.location})
		}
	}
	h = append(h, a.extra...)
	h = c.appendCommon(h)
	if a.preference != noPreference {
		h = append(h, Field{"Preference-Applied", string(a.preference)})
	}
	h = append(h, Field{"Date", c.service.dateAt(c.now)})
	reason := a.reason
	if reason == "" {
		reason = reasonOf(a.status)
	}
	return Response{Status: a.status, Reason: reason, Header: h, Body: a.body}
}

// appendCommon appends the fields that every answer of the service has.
func (c *call) appendCommon(h Header) Header {
	h = append(h, Field{"Server", serverName}, Field{"x-ms-request-id", c.id})
	if id := c.req.Header.Get("x-ms-client-request-id"); id != "" && IsVisible(id, maxEcho) {
		h = append(h, Field{"x-ms-client-request-id", id})
	}
	version := c.req.Header.Get("x-ms-version")
	if !IsVersion(version) {
		version = defaultVersion
	}
	return append(h, Field{"x-ms-version", version}, Field{"X-Content-Type-Options", "nosniff"})
}

// refused makes an answer of a refusal, with a JSON body.
func (c *call) refused(r *Refusal) answer {
	a := answer{
		status:      r.Status,
		contentType: c.format.contentType(),
		body:        appendErrorJSON(nil, r, c.id, c.now),
		preference:  c.preference(),
		uncached:    r.NoCacheControl,
		extra:       r.Header,
	}
	if a.status == 0 {
		a.status = statusOf(r.Code)
	}
	if r.Code == RequestBodyTooLarge {
		a.reason = r.Message
		a.extra = append(a.extra[:len(a.extra):len(a.extra)], Field{"x-ms-error-code", string(r.Code)})
	}
	return a
}

// appendErrorJSON appends the body of a JSON error.
func appendErrorJSON(to []byte, r *Refusal, id string, now table.Ticks) []byte {
	to = append(to, `{"odata.error":{"code":`...)
	to = encoding.AppendString(to, string(r.Code))
	to = append(to, `,"message":{"lang":"en-US","value":"`...)
	to = encoding.AppendText(to, r.Message)
	to = append(append(to, `\nRequestId:`...), id...)
	to = encoding.AppendTime(append(to, `\nTime:`...), now)
	return append(to, `"}}}`...)
}

// administer answers an operation with XML bodies.
func (c *call) administer() Response {
	resp, refusal := c.administered()
	if refusal != nil {
		resp = refusedXML(refusal, c.id, c.now)
	}
	return finishXML(c, resp)
}

// finishXML adds what every answer has.
func finishXML(c *call, resp Response) Response {
	if resp.Reason == "" {
		resp.Reason = reasonOf(resp.Status)
	}
	h := append(make(Header, 0, len(resp.Header)+8), resp.Header...)
	if len(resp.Body) == 0 {
		h.Add("Content-Length", "0")
	}
	resp.Header = append(c.appendCommon(h), Field{"Date", c.service.dateAt(c.now)})
	if c.service.Decorate != nil {
		c.service.Decorate(*c.req, c.op, &resp)
	}
	return resp
}

func (c *call) administered() (Response, *Refusal) {
	if c.op.Kind != Preflight { // browsers send it without credentials
		if err := c.authorize(); err != nil {
			return Response{}, err
		}
	}
	if c.early != nil {
		return Response{}, c.early
	}
	if len(c.req.Body) > MaxBody {
		return Response{}, refuseLarge()
	}
	if c.service.Administer == nil {
		return Response{}, RefuseUnimplemented()
	}
	return c.service.Administer(*c.req, c.op)
}

// refusedXML makes an XML error: the reason phrase is the message, and the
// code is a header field too.
func refusedXML(r *Refusal, id string, now table.Ticks) Response {
	status := r.Status
	if status == 0 {
		status = statusOf(r.Code)
	}
	h := Header{{"Content-Type", "application/xml"}, {"x-ms-error-code", string(r.Code)}}
	return Response{Status: status, Reason: r.Message, Header: append(h, r.Header...), Body: appendErrorXML(nil, r, id, now)}
}

func appendErrorXML(to []byte, r *Refusal, id string, now table.Ticks) []byte {
	to = append(to, `<?xml version="1.0" encoding="utf-8"?><m:error `+
		`xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><m:code>`...)
	to = encoding.AppendXML(to, string(r.Code))
	to = append(to, `</m:code><m:message xml:lang="en-US">`...)
	to = encoding.AppendXML(to, r.Message)
	to = append(append(to, "\nRequestId:"...), id...)
	to = encoding.AppendTime(append(to, "\nTime:"...), now)
	return append(to, `</m:message></m:error>`...)
}

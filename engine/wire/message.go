package wire

// Request is one HTTP request as a value.
type Request struct {
	Method string
	URL    string // path and query as on the request line, not decoded; an absolute URL is accepted too
	Header Header
	Body   []byte // read, never changed or kept
	Client string // IP address of the sender for access by address; "" when unknown
	Secure bool   // it came by https

	trusted bool  // it is not authorised
	read    *call // what Admit read of it, and what it may touch
}

// Response is one HTTP response as a value. The fields of Header are in the
// order in which to send them. Content-Length is there only for an empty body
// and for the pages that the operating system of the service writes; whoever
// sends the response frames the rest.
type Response struct {
	Status int
	Reason string
	Header Header
	Body   []byte
}

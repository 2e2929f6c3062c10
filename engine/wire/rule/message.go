package rule

import "strings"

// Request is what a case asks of a service.
type Request struct {
	Method string
	URL    string // as on the request line
	Fields []Field
	Body   string
}

// Field is one header field.
type Field struct{ Name, Value string }

// Field returns the value of the first field with that name, and whether there
// is one.
func (r *Request) Field(name string) (string, bool) { return lookup(r.Fields, name) }

// Take removes a field and returns its value.
func (r *Request) Take(name string) (string, bool) {
	for i, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			r.Fields = append(r.Fields[:i:i], r.Fields[i+1:]...)
			return f.Value, true
		}
	}
	return "", false
}

// Answer is what came back.
type Answer struct {
	Status int
	Reason string
	Fields []Field
	Body   string
}

// Get returns the value of the first field with that name, or "".
func (a *Answer) Get(name string) string {
	value, _ := lookup(a.Fields, name)
	return value
}

func lookup(fields []Field, name string) (string, bool) {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// Service answers the requests of a case.
type Service interface {
	// Do answers a request, whose URL is of the account acct.
	Do(Request) (Answer, error)
	// Advance moves the clock.
	Advance(seconds int) error
	// Expect turns what a case expects into what this service has to answer, such
	// as with another account.
	Expect(want string) string
}

package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// numbered joins n texts made of their numbers.
func numbered(n int, separator, format string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(texts, separator)
}

// Each bound is accepted, and one more is refused.
func TestBounds(t *testing.T) {
	insert := func(members string) Request {
		return Request{Method: "POST", URL: "/Tab", Body: []byte(`{"PartitionKey":"a","RowKey":"b",` + members + `}`)}
	}
	fields := func(n int) Request {
		r := Request{Method: "GET", URL: "/Tab"}
		for range n - 2 { // Accept and Host come with every request here
			r.Header.Add("x", "y")
		}
		return r
	}
	for _, c := range []struct {
		name       string
		fits, more Request
		status     int
		code       string
	}{
		{"properties", insert(numbered(252, ",", `"P%d":1`)), insert(numbered(253, ",", `"P%d":1`)), 400, "TooManyProperties"},
		{"properties that are null do not count", insert(numbered(252, ",", `"P%d":1`) + numbered(300, "", `,"N%d":null`)), insert(numbered(253, ",", `"P%d":1`) + `,"N":null`), 400, "TooManyProperties"},
		{"members", insert(numbered(MaxMembers-2, ",", `"P%d":null`)), insert(numbered(MaxMembers-1, ",", `"P%d":null`)), 400, "TooManyProperties"},
		{"nesting of what is ignored", insert(`"odata.x":` + strings.Repeat("[", encoding.MaxNesting) + strings.Repeat("]", encoding.MaxNesting)), insert(`"odata.x":` + strings.Repeat("[", encoding.MaxNesting+1) + strings.Repeat("]", encoding.MaxNesting+1)), 400, "InvalidInput"},
		{"header fields", fields(MaxHeaders), fields(MaxHeaders + 1), 431, "InvalidInput"},
		{"parameters", Request{Method: "GET", URL: "/Tab?" + numbered(MaxParameters, "&", "p%d=1")}, Request{Method: "GET", URL: "/Tab?" + numbered(MaxParameters+1, "&", "p%d=1")}, 400, "InvalidInput"},
		{"the URL", Request{Method: "GET", URL: "/Tab?x=" + strings.Repeat("x", MaxURL-7)}, Request{Method: "GET", URL: "/Tab?x=" + strings.Repeat("x", MaxURL-6)}, 414, "InvalidInput"},
		{"a filter of 26 KB", Request{Method: "GET", URL: "/Tab?$filter=" + numbered(1000, "%20or%20", "RowKey%%20eq%%20'%05d'")}, Request{Method: "GET", URL: "/Tab?$filter=A%20eq%20'" + strings.Repeat("x", 70_000) + "'"}, 400, "InvalidInput"},
		{"names in $select", Request{Method: "GET", URL: "/Tab?$select=" + numbered(255, ",", "P%d")}, Request{Method: "GET", URL: "/Tab?$select=" + numbered(256, ",", "P%d")}, 400, "InvalidInput"},
	} {
		t.Run(c.name, func(t *testing.T) {
			serve := func(r Request) Response {
				s := newStage(t)
				r.Header = append(r.Header, Field{"Accept", "application/json"}, Field{"Host", "acct.table.core.windows.net"})
				return s.service.Serve(r, s.now)
			}
			if resp := serve(c.fits); resp.Status >= 300 {
				t.Errorf("the largest is refused: %d %.300s", resp.Status, resp.Body)
			}
			resp := serve(c.more)
			if resp.Status != c.status || !strings.Contains(string(resp.Body), `"code":"`+c.code+`"`) {
				t.Errorf("one more: %d %.300s, want %d %s", resp.Status, resp.Body, c.status, c.code)
			}
		})
	}
}

// A key that takes part of a large request does not keep all of it: what is
// stored is copied.
func TestBodyIsNotKept(t *testing.T) {
	s := newStage(t)
	body := []byte(`{"PartitionKey":"aaaa","RowKey":"bbbb","Name":"cccc"}`)
	r := Request{Method: "POST", URL: "/Tab", Header: Header{{"Accept", "application/json"}}, Body: body}
	if resp := s.service.Serve(r, s.now); resp.Status != 201 {
		t.Fatalf("%d %s", resp.Status, resp.Body)
	}
	for i := range body {
		body[i] = 'x'
	}
	s.run("> GET /Tab(PartitionKey='aaaa',RowKey='bbbb')", "< 200", `~ "PartitionKey":"aaaa","RowKey":"bbbb"`, `~ "Name":"cccc"`)
}

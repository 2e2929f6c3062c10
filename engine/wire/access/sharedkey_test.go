package access

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// Signatures that another implementation of HMAC-SHA256 computed from the
// text to sign that is shown, with the development key (Authorize with Shared
// Key, REST reference).
func TestSign(t *testing.T) {
	key, _ := ParseSigningKey(DevelopmentKey)
	for _, c := range []struct {
		name   string
		scheme Scheme
		req    wire.Request
		text   string
		want   string
	}{
		{"emulator, account twice", SharedKey, wire.Request{Method: "GET", URL: "http://127.0.0.1:10002/devstoreaccount1/Tables?$top=3"},
			"GET\n\n\n" + accessDate + "\n/devstoreaccount1/devstoreaccount1/Tables", "Yfl8Lf4bM+9+TVuq65sBJh59STcQuNTgqRUvY2XRPu8="},
		{"lite, emulator", SharedKeyLite, wire.Request{Method: "GET", URL: "/devstoreaccount1/Tables"},
			accessDate + "\n/devstoreaccount1/devstoreaccount1/Tables", "+uMLlPaZ2AR5kAkJtsKMxDVmWaNPJ/QNb+SCSdnML/w="},
		{"account in the host", SharedKey, wire.Request{Method: "POST", URL: "https://devstoreaccount1.table.core.windows.net/Movies", Header: wire.Header{{Name: "Content-MD5", Value: "abc="}, {Name: "content-type", Value: "application/json"}}},
			"POST\nabc=\napplication/json\n" + accessDate + "\n/devstoreaccount1/Movies", "HAJdXpgpi08hOdiYi/ajHiYm3JUjGjdz6sjVbxfRD1A="},
		{"only comp of the query", SharedKeyLite, wire.Request{Method: "GET", URL: "/devstoreaccount1/Movies?timeout=3&comp=acl"},
			accessDate + "\n/devstoreaccount1/devstoreaccount1/Movies?comp=acl", "Om/L57QKJxbI40kvbATOFFrmp9FnT0iBuGecQ5L6eG8="},
		{"encoded path", SharedKeyLite, wire.Request{Method: "GET", URL: "/Movies(PartitionKey='a%27%27b',RowKey='%C3%BC')"},
			accessDate + "\n/devstoreaccount1/Movies(PartitionKey='a%27%27b',RowKey='%C3%BC')", "F9YoYJhYeKBcp/UnQldsX2MYsbYU6Ydrz5L23IRokUY="},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.req.Header.Add("x-ms-date", accessDate)
			if got, want := c.scheme.Sign(c.req, DevelopmentAccount, key), string(c.scheme)+" devstoreaccount1:"+c.want; got != want {
				t.Errorf("got %s, want %s of %q", got, want, c.text)
			}
		})
	}
}

// What was signed by the key is accepted, on every kind of URL.
func TestVerify(t *testing.T) {
	g := newGuarded(t)
	for _, scheme := range []Scheme{SharedKey, SharedKeyLite} {
		for _, path := range []string{"/Tables", "/Movies?comp=acl", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "/?restype=service&comp=properties"} {
			req := wire.Request{Method: "GET", URL: "/devstoreaccount1" + path, Header: wire.Header{{Name: "x-ms-date", Value: accessDate}}}
			g.want(g.send("GET", path, "", "x-ms-date", accessDate, "Authorization", scheme.Sign(req, DevelopmentAccount, g.key)), 200, "")
		}
	}
	// The second key of an account signs as well.
	second := SigningKey("another key")
	g.access.Keys = append(g.access.Keys, second)
	req := wire.Request{Method: "GET", URL: "/devstoreaccount1/Tables", Header: wire.Header{{Name: "Date", Value: accessDate}}}
	g.want(g.send("GET", "/Tables", "", "Date", accessDate, "Authorization", SharedKey.Sign(req, DevelopmentAccount, second)), 200, "")
}

// Authorize with Shared Key and Common REST API error codes: what is no
// Authorization header is 400 InvalidAuthenticationInfo; what is one and not
// right is 403 AuthenticationFailed, a date more than 15 minutes away too.
func TestVerifyRefuses(t *testing.T) {
	right := "SharedKeyLite devstoreaccount1:+uMLlPaZ2AR5kAkJtsKMxDVmWaNPJ/QNb+SCSdnML/w="
	const failed, malformed = "AuthenticationFailed", "InvalidAuthenticationInfo"
	for _, c := range []struct {
		name, date, header string
		status             int
		code               string
	}{
		{"right", accessDate, right, 200, ""},
		{"nothing", accessDate, "", 400, malformed},
		{"no pair", accessDate, "SharedKeyLite devstoreaccount1", 400, malformed},
		{"no account", accessDate, "SharedKeyLite :abc=", 400, malformed},
		{"no signature", accessDate, "SharedKeyLite devstoreaccount1:", 400, malformed},
		{"no credentials", accessDate, "SharedKeyLite", 400, malformed},
		{"unknown scheme", accessDate, "Basic abc:def", 400, malformed},
		{"wrong signature", accessDate, "SharedKeyLite devstoreaccount1:AAAA", 403, failed},
		{"signature that is no base64", accessDate, "SharedKeyLite devstoreaccount1:***", 403, failed},
		{"signature of the other scheme", accessDate, strings.Replace(right, "Lite", "", 1), 403, failed},
		{"other account", accessDate, strings.Replace(right, "dev", "my", 1), 403, failed},
		{"no date", "", right, 403, failed},
		{"malformed date", "yesterday", right, 403, failed},
		{"another date", "Sat, 21 Nov 2026 12:00:01 GMT", right, 403, failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuarded(t)
			g.want(g.send("GET", "/Tables", "", "x-ms-date", c.date, "Authorization", c.header), c.status, c.code)
		})
	}
	t.Run("signed for another account", func(t *testing.T) {
		g := newGuarded(t)
		req := wire.Request{Method: "GET", URL: "/devstoreaccount1/Tables", Header: wire.Header{{Name: "x-ms-date", Value: accessDate}}}
		g.want(g.send("GET", "/Tables", "", "x-ms-date", accessDate, "Authorization", SharedKey.Sign(req, "mystoreaccount1", g.key)), 403, failed)
	})
	for _, c := range []struct {
		name   string
		apart  table.Ticks
		status int
	}{
		{"15 minutes late", 15 * 60 * table.Second, 200},
		{"a second more", 15*60*table.Second + table.Second, 403},
		{"15 minutes early", -15 * 60 * table.Second, 200},
		{"a second more", -15*60*table.Second - table.Second, 403},
		{"three days late", 3 * table.Day, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuarded(t)
			req := wire.Request{Method: "GET", URL: "/devstoreaccount1/Tables", Header: wire.Header{{Name: "x-ms-date", Value: accessDate}, {Name: "Accept", Value: "application/json"}, {Name: "Authorization", Value: right}}}
			if resp := g.service.Serve(req, accessNow+c.apart); resp.Status != c.status {
				t.Errorf("got %d, want %d", resp.Status, c.status)
			}
		})
	}
}

func TestParseSigningKey(t *testing.T) {
	for text, want := range map[string]bool{DevelopmentKey: true, "": false, "not base64": false} {
		if _, ok := ParseSigningKey(text); ok != want {
			t.Errorf("%q: got %v, want %v", text, ok, want)
		}
	}
}

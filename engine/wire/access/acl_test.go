package access

import (
	"fmt"
	"strings"
	"testing"
)

const aclPath = "/Movies?comp=acl"

func signed(identifiers ...string) string {
	body := ""
	for _, i := range identifiers {
		body += "<SignedIdentifier>" + i + "</SignedIdentifier>"
	}
	return "<SignedIdentifiers>" + body + "</SignedIdentifiers>"
}

// What Set Table ACL takes and Get Table ACL shows: times with seven digits,
// empty policies as absent, in the order of the document.
func TestACL(t *testing.T) {
	const head = "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?>`
	for _, c := range []struct{ name, body, want string }{
		{"no body", "", "<SignedIdentifiers />"},
		{"no identifiers", "<SignedIdentifiers />", "<SignedIdentifiers />"},
		{"full", signed("<Id>a</Id><AccessPolicy><Start>2026-11-21T21:13:07Z</Start><Expiry>2026-11-22</Expiry><Permission>raud</Permission></AccessPolicy>"),
			signed("<Id>a</Id><AccessPolicy><Start>2026-11-21T21:13:07.0000000Z</Start><Expiry>2026-11-22T00:00:00.0000000Z</Expiry><Permission>raud</Permission></AccessPolicy>")},
		{"no policy", signed("<Id>b</Id>", "<Id>a</Id>"), signed("<Id>b</Id>", "<Id>a</Id>")},
		{"empty policy", signed("<Id>a</Id><AccessPolicy />"), signed("<Id>a</Id>")},
		{"policy of empty parts", signed("<Id>a</Id><AccessPolicy><Start /><Expiry></Expiry><Permission /></AccessPolicy>"), signed("<Id>a</Id>")},
		{"partial policy", signed("<Id>a</Id><AccessPolicy><Permission>r</Permission></AccessPolicy>"), signed("<Id>a</Id><AccessPolicy><Permission>r</Permission></AccessPolicy>")},
		{"escapes", signed("<Id>a&amp;&lt;b</Id>"), signed("<Id>a&amp;&lt;b</Id>")},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuarded(t)
			g.want(g.owner("PUT", aclPath, signed("<Id>before</Id>")), 204, "")
			resp := g.owner("PUT", aclPath, c.body)
			g.want(resp, 204, "")
			if resp.Header.Get("Content-Length") != "0" {
				t.Errorf("the answer has %v", resp.Header)
			}
			if got := g.owner("GET", aclPath, ""); got.Status != 200 || string(got.Body) != head+c.want {
				t.Errorf("got %d %s, want %s", got.Status, got.Body, head+c.want)
			}
		})
	}
}

func TestACLRefuses(t *testing.T) {
	ids := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("<Id>%d</Id>", i)
		}
		return signed(list...)
	}
	for _, c := range []struct {
		name, body string
		status     int
	}{
		{"5 identifiers", ids(5), 204},
		{"6 identifiers", ids(6), 400},
		{"no Id", signed("<AccessPolicy><Permission>r</Permission></AccessPolicy>"), 400},
		{"empty Id", signed("<Id />"), 400},
		{"Id of 64", signed("<Id>" + strings.Repeat("ä", 64) + "</Id>"), 204},
		{"Id of 65", signed("<Id>" + strings.Repeat("ä", 65) + "</Id>"), 400},
		{"the same Id twice", signed("<Id>a</Id>", "<Id>a</Id>"), 400},
		{"malformed time", signed("<Id>a</Id><AccessPolicy><Start>soon</Start></AccessPolicy>"), 400},
		{"unknown permission", signed("<Id>a</Id><AccessPolicy><Permission>x</Permission></AccessPolicy>"), 400},
		{"unknown element", signed("<Id>a</Id><Other />"), 400},
		{"another document", "<Something />", 400},
		{"not XML", "<SignedIdentifiers>", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, code := newGuarded(t), ""
			if c.status == 400 {
				code = "InvalidXmlDocument"
			}
			g.want(g.owner("PUT", aclPath, c.body), c.status, code)
		})
	}
	t.Run("absent table", func(t *testing.T) {
		g := newGuarded(t)
		g.want(g.owner("GET", "/Nowhere?comp=acl", ""), 404, "TableNotFound")
		g.want(g.owner("PUT", "/Nowhere?comp=acl", ""), 404, "TableNotFound")
	})
}

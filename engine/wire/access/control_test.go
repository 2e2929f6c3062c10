package access

import (
	"bytes"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// accessNow is when the tests of access happen, and accessDate the same for
// headers.
const (
	accessNow  table.Ticks = 639_308_592_000_000_000 // 2026-11-21T12:00:00Z
	accessDate             = "Sat, 21 Nov 2026 12:00:00 GMT"
)

// guarded is a service that asks for credentials, with the table Movies that
// has the entities Action/Cop Out, Comedy/a and Drama/z.
type guarded struct {
	t       *testing.T
	access  *Control
	service *wire.Service
	key     SigningKey
}

func newGuarded(t *testing.T) *guarded {
	t.Helper()
	account := table.NewAccount()
	movies, err := account.Create("Movies", accessNow)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []table.Key{{PartitionKey: "Action", RowKey: "Cop Out"}, {PartitionKey: "Comedy", RowKey: "a"}, {PartitionKey: "Drama", RowKey: "z"}} {
		if _, err := movies.Insert(table.Entity{Key: k}, accessNow); err != nil {
			t.Fatal(err)
		}
	}
	g := &guarded{t: t, access: Development(account), service: wire.New(DevelopmentAccount, account, 1)}
	g.access.Protect(g.service)
	g.key = g.access.Keys[0]
	return g
}

// send sends a request below the account's own path, with the header as
// name, value, name, value.
func (g *guarded) send(method, path, body string, fields ...string) wire.Response {
	req := wire.Request{Method: method, URL: "/devstoreaccount1" + path, Body: []byte(body), Client: "127.0.0.1"}
	req.Header = wire.Header{{Name: "Host", Value: "127.0.0.1:10002"}, {Name: "x-ms-version", Value: "2019-02-02"}, {Name: "Accept", Value: "application/json"}}
	if body != "" && !strings.HasPrefix(body, "<") {
		req.Header.Add("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(fields); i += 2 {
		req.Header.Set(fields[i], fields[i+1])
	}
	return g.service.Serve(req, accessNow)
}

// owner is send with a signature by the account's key.
func (g *guarded) owner(method, path, body string, fields ...string) wire.Response {
	req := wire.Request{Method: method, URL: "/devstoreaccount1" + path, Header: wire.Header{{Name: "x-ms-date", Value: accessDate}}}
	signature := SharedKeyLite.Sign(req, DevelopmentAccount, g.key)
	return g.send(method, path, body, append(fields, "x-ms-date", accessDate, "Authorization", signature)...)
}

// codeOf is the code of an error body, in JSON or XML, or "".
func codeOf(resp wire.Response) string {
	body := string(resp.Body)
	for _, mark := range []struct{ before, after string }{{`{"odata.error":{"code":"`, `"`}, {"<m:code>", "<"}} {
		if _, rest, ok := strings.Cut(body, mark.before); ok {
			code, _, _ := strings.Cut(rest, mark.after)
			return code
		}
	}
	return ""
}

func (g *guarded) want(resp wire.Response, status int, code string) {
	g.t.Helper()
	if resp.Status != status || codeOf(resp) != code {
		g.t.Errorf("got %d %q, want %d %q\n%s", resp.Status, codeOf(resp), status, code, resp.Body)
	}
}

// Without credentials every operation is refused; the documentation leaves
// open how. A disabled account refuses its owner too, with 403
// AccountIsDisabled (Common REST API error codes).
func TestAuthorize(t *testing.T) {
	t.Run("no credentials", func(t *testing.T) {
		g := newGuarded(t)
		for _, path := range []string{"/Tables", "/Movies", "/Movies?comp=acl", "/?restype=service&comp=properties", "/nonsense/deeper"} {
			g.want(g.send("GET", path, ""), 403, "AuthenticationFailed")
		}
	})
	t.Run("disabled account", func(t *testing.T) {
		g := newGuarded(t)
		g.access.Disabled = true
		g.want(g.owner("GET", "/Tables", ""), 403, "AccountIsDisabled")
	})
	// The error body follows the operation: JSON for tables and entities, XML
	// with x-ms-error-code and the message as reason phrase for the rest.
	t.Run("XML error", func(t *testing.T) {
		g := newGuarded(t)
		resp := g.send("GET", "/Movies?comp=acl", "")
		if resp.Reason != msgAuthentication || resp.Header.Get("x-ms-error-code") != "AuthenticationFailed" || resp.Header.Get("Content-Type") != "application/xml" {
			t.Errorf("got %q, %v", resp.Reason, resp.Header)
		}
		resp = g.send("GET", "/Movies", "")
		if _, ok := resp.Header.Lookup("x-ms-error-code"); ok || !bytes.HasPrefix(resp.Body, []byte(`{"odata.error"`)) {
			t.Errorf("got %v, %s", resp.Header, resp.Body)
		}
	})
}

// A snapshot brings back policies, properties and whether the account is
// disabled; a table that is made again has no policies.
func TestAccessSnapshot(t *testing.T) {
	g := newGuarded(t)
	acl := func(id string) string {
		return "<SignedIdentifiers><SignedIdentifier><Id>" + id + "</Id></SignedIdentifier></SignedIdentifiers>"
	}
	g.want(g.owner("PUT", "/Movies?comp=acl", acl("one")), 204, "")
	before, tables := g.access.Snapshot(), g.access.tables.Snapshot()
	first := g.owner("GET", "/Movies?comp=acl", "").Body
	g.owner("PUT", "/Movies?comp=acl", acl("two"))
	g.owner("PUT", "/?restype=service&comp=properties", corsDocument(1))
	g.access.Disabled = true
	g.access.Restore(before)
	if got := g.owner("GET", "/Movies?comp=acl", "").Body; !bytes.Equal(got, first) {
		t.Errorf("after Restore the policies are %s, want %s", got, first)
	}
	if got := g.access.Properties().Cors; len(got) != 0 {
		t.Errorf("after Restore there are %d rules", len(got))
	}
	g.owner("DELETE", "/Tables('Movies')", "")
	movies, err := g.access.tables.Create("Movies", accessNow+table.DeletionWindow)
	if err != nil || len(g.access.Policies(movies)) != 0 {
		t.Errorf("the new table has policies %v, %v", g.access.Policies(movies), err)
	}
	g.access.tables.Restore(tables)
	movies, _ = g.access.tables.Table("Movies", accessNow)
	if got := g.access.Policies(movies); len(got) != 1 {
		t.Errorf("the table that is back has policies %v", got)
	}
}

// What it takes to authorise one request.
func BenchmarkAuthorize(b *testing.B) {
	key, _ := ParseSigningKey(DevelopmentKey)
	access := Development(table.NewAccount())
	op := wire.Operation{Kind: wire.QueryEntities, Table: "Movies", Path: "/devstoreaccount1/Movies()", Now: accessNow}
	sas := TableSAS{Table: "Movies", Permissions: "r", Expiry: "2026-11-22T00:00:00Z"}.Sign(DevelopmentAccount, key)
	for name, req := range map[string]wire.Request{
		"SharedKeyLite": {Method: "GET", URL: op.Path, Header: wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: "application/json"}, {Name: "x-ms-date", Value: accessDate}}},
		"TableSAS":      {Method: "GET", URL: op.Path + "?" + sas},
	} {
		b.Run(name, func(b *testing.B) {
			op := op
			if name == "TableSAS" {
				op.Query, _ = wire.ParseQuery(sas)
			} else {
				req.Header.Add("Authorization", SharedKeyLite.Sign(req, DevelopmentAccount, key))
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := access.Authorize(req, op); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

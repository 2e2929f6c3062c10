package access

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// anySAS is a signature for Movies with all permissions, as the tests begin with.
func anySAS() TableSAS {
	return TableSAS{Table: "Movies", Permissions: "raud", Expiry: "2026-11-22T00:00:00Z"}
}

// Signatures that another implementation of HMAC-SHA256 computed from the
// text to sign that is shown, with the development key (Create a service SAS,
// Create an account SAS, REST reference).
func TestSASSign(t *testing.T) {
	key, _ := ParseSigningKey(DevelopmentKey)
	for _, c := range []struct{ name, got, text, want string }{
		{"table, all fields", TableSAS{Table: "Movies", Permissions: "raud", Start: "2026-11-21T11:00:00Z", Expiry: "2026-11-22",
			IP: "127.0.0.1-127.0.0.9", Protocols: "https,http", Low: table.Key{PartitionKey: "Action"}, High: table.Key{PartitionKey: "Comedy", RowKey: "z"}}.Sign(DevelopmentAccount, key),
			"raud\n2026-11-21T11:00:00Z\n2026-11-22\n/table/devstoreaccount1/movies\n\n127.0.0.1-127.0.0.9\nhttps,http\n2019-02-02\nAction\n\nComedy\nz",
			"65iGRB7K33MCA4pCZzB6BkyQckyDeUxNeVpHnS/bLTI="},
		{"table, stored policy", TableSAS{Table: "Movies", Policy: "readers"}.Sign(DevelopmentAccount, key),
			"\n\n\n/table/devstoreaccount1/movies\nreaders\n\n\n2019-02-02\n\n\n\n", "whVRrrHEJh8CyHe5xO08LhrLehCu3Qr+sH7T2w1bv/E="},
		{"table, version 2013-08-15", TableSAS{Version: "2013-08-15", Table: "Movies", Permissions: "r", Expiry: "2026-11-22"}.Sign(DevelopmentAccount, key),
			"r\n\n2026-11-22\n/devstoreaccount1/movies\n\n2013-08-15\n\n\n\n", "5wc6rL8qrt0sUFoQ9BNOhyi5t6SMNl5uC3yoYTAX0z4="},
		{"account", AccountSAS{Services: "t", ResourceTypes: "sco", Permissions: "rwdlacu", Expiry: "2026-11-22T00:00:00Z", Protocols: "https,http"}.Sign(DevelopmentAccount, key),
			"devstoreaccount1\nrwdlacu\nt\nsco\n\n2026-11-22T00:00:00Z\n\nhttps,http\n2019-02-02\n", "JWnQ0qqjjR5icO1hIxwkYsL1uc3F2W5okKQ13lkAwQ8="},
		{"account, version 2020-12-06", AccountSAS{Version: "2020-12-06", Services: "t", ResourceTypes: "co", Permissions: "rl", Start: "2026-11-21", Expiry: "2026-11-22T00:00:00Z"}.Sign(DevelopmentAccount, key),
			"devstoreaccount1\nrl\nt\nco\n2026-11-21\n2026-11-22T00:00:00Z\n\n\n2020-12-06\n\n", "Q5LH3bbS9SeA7RPXFfHeee5lS2tO5ONBe+KNEKtYm1k="},
	} {
		t.Run(c.name, func(t *testing.T) {
			parameters, refusal := wire.ParseQuery(c.got)
			if s := newSAS(parameters); refusal != nil || s.signature != c.want || s.stringToSign(DevelopmentAccount) != c.text {
				t.Errorf("got %s\nof %q, want %s\nof %q", s.signature, s.stringToSign(DevelopmentAccount), c.want, c.text)
			}
		})
	}
}

const entityBody = `{"PartitionKey":"Action","RowKey":"New"}`

// calls are the operations of the service, one request each.
var calls = map[wire.Kind]struct{ method, path, body, match string }{
	wire.QueryTables:           {"GET", "/Tables", "", ""},
	wire.GetTable:              {"GET", "/Tables('Movies')", "", ""},
	wire.CreateTable:           {"POST", "/Tables", `{"TableName":"Actors"}`, ""},
	wire.DeleteTable:           {"DELETE", "/Tables('Movies')", "", ""},
	wire.QueryEntities:         {"GET", "/Movies()", "", ""},
	wire.GetEntity:             {"GET", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "", ""},
	wire.InsertEntity:          {"POST", "/Movies", entityBody, ""},
	wire.UpdateEntity:          {"PUT", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "{}", "*"},
	wire.MergeEntity:           {"PATCH", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "{}", "*"},
	wire.InsertOrReplaceEntity: {"PUT", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "{}", ""},
	wire.InsertOrMergeEntity:   {"PATCH", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "{}", ""},
	wire.DeleteEntity:          {"DELETE", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", "", "*"},
	wire.GetTableACL:           {"GET", "/Movies?comp=acl", "", ""},
	wire.SetTableACL:           {"PUT", "/Movies?comp=acl", "", ""},
	wire.GetServiceProperties:  {"GET", "/?restype=service&comp=properties", "", ""},
	wire.SetServiceProperties:  {"PUT", "/?restype=service&comp=properties", corsDocument(0), ""},
}

// try makes the request of one operation with a signature in its query.
func (g *guarded) try(kind wire.Kind, query string) wire.Response {
	c := calls[kind]
	separator := "?"
	if strings.Contains(c.path, "?") {
		separator = "&"
	}
	if c.match == "" {
		return g.send(c.method, c.path+separator+query, c.body)
	}
	return g.send(c.method, c.path+separator+query, c.body, "If-Match", c.match)
}

// What each permission of a table's signature is good for: r reads, a inserts,
// u updates and merges, d deletes, and upserts need a and u. Operations on
// tables and with XML cannot be delegated.
func TestTablePermissions(t *testing.T) {
	const denied = "AuthorizationPermissionMismatch"
	for kind := range calls {
		for permissions := range 16 {
			letters := ""
			for i, letter := range "raud" {
				if permissions>>i&1 == 1 {
					letters += string(letter)
				}
			}
			if letters == "" {
				continue
			}
			sas := anySAS()
			sas.Permissions = letters
			g := newGuarded(t)
			want := denied
			switch needs, delegable := tableNeeds[kind]; {
			case !delegable:
				want = "AuthorizationFailure"
			case kind == wire.InsertOrMergeEntity || kind == wire.InsertOrReplaceEntity:
				if strings.Contains(letters, "au") {
					want = ""
				}
			case strings.Contains(letters, needs):
				want = ""
			}
			if got := codeOf(g.try(kind, sas.Sign(DevelopmentAccount, g.key))); got != want {
				t.Errorf("%s %s with sp=%s: got %q, want %q", calls[kind].method, calls[kind].path, letters, got, want)
			}
		}
	}
	// The table above is held against the documentation, letter by letter.
	for kind, want := range map[wire.Kind]string{wire.QueryEntities: "r", wire.GetEntity: "r", wire.InsertEntity: "a", wire.UpdateEntity: "u", wire.MergeEntity: "u",
		wire.InsertOrReplaceEntity: "au", wire.InsertOrMergeEntity: "au", wire.DeleteEntity: "d", wire.CreateTable: "", wire.QueryTables: "", wire.DeleteTable: "", wire.GetTableACL: ""} {
		if tableNeeds[kind] != want {
			t.Errorf("operation %d needs %q, want %q", kind, tableNeeds[kind], want)
		}
	}
}

// Each way in which a table's signature can fail, with its code (Create a
// service SAS, Table service error codes). All are 403.
func TestTableSAS(t *testing.T) {
	const failed = "AuthenticationFailed"
	for _, c := range []struct {
		name   string
		change func(*TableSAS)
		want   string
	}{
		{"right", func(s *TableSAS) {}, ""},
		{"name in another case", func(s *TableSAS) { s.Table = "mOVIES" }, ""},
		{"version 2013-08-15", func(s *TableSAS) { s.Version = "2013-08-15" }, ""},
		{"version 2015-02-21", func(s *TableSAS) { s.Version = "2015-02-21" }, ""},
		{"version 2015-04-05", func(s *TableSAS) { s.Version = "2015-04-05" }, ""},
		{"version 2020-12-06", func(s *TableSAS) { s.Version = "2020-12-06" }, ""},
		{"no version", func(s *TableSAS) { s.Version = "soon" }, failed},
		{"version too old", func(s *TableSAS) { s.Version = "2011-08-18" }, failed},
		{"another table", func(s *TableSAS) { s.Table = "Actors" }, "AuthorizationFailure"},
		{"no table", func(s *TableSAS) { s.Table = "" }, failed},
		{"no expiry", func(s *TableSAS) { s.Expiry = "" }, failed},
		{"malformed expiry", func(s *TableSAS) { s.Expiry = "tomorrow" }, failed},
		{"expired this instant", func(s *TableSAS) { s.Expiry = "2026-11-21T12:00:00Z" }, failed},
		{"expires in a second", func(s *TableSAS) { s.Expiry = "2026-11-21T12:00:01Z" }, ""},
		{"starts now", func(s *TableSAS) { s.Start = "2026-11-21T12:00Z" }, ""},
		{"starts in a second", func(s *TableSAS) { s.Start = "2026-11-21T12:00:01Z" }, failed},
		{"malformed start", func(s *TableSAS) { s.Start = "now" }, failed},
		{"no permission", func(s *TableSAS) { s.Permissions = "" }, failed},
		{"permissions out of order", func(s *TableSAS) { s.Permissions = "ar" }, failed},
		{"permission twice", func(s *TableSAS) { s.Permissions = "rr" }, failed},
		{"unknown permission", func(s *TableSAS) { s.Permissions = "rw" }, failed},
		{"missing permission", func(s *TableSAS) { s.Permissions = "aud" }, "AuthorizationPermissionMismatch"},
		{"the address", func(s *TableSAS) { s.IP = "127.0.0.1" }, ""},
		{"first of a range", func(s *TableSAS) { s.IP = "127.0.0.1-127.0.0.5" }, ""},
		{"last of a range", func(s *TableSAS) { s.IP = "126.9.9.9-127.0.0.1" }, ""},
		{"another address", func(s *TableSAS) { s.IP = "127.0.0.2" }, "AuthorizationSourceIPMismatch"},
		{"outside a range", func(s *TableSAS) { s.IP = "127.0.0.2-127.0.0.5" }, "AuthorizationSourceIPMismatch"},
		{"malformed address", func(s *TableSAS) { s.IP = "127.0.0" }, failed},
		{"both protocols", func(s *TableSAS) { s.Protocols = "https,http" }, ""},
		{"https only", func(s *TableSAS) { s.Protocols = "https" }, "AuthorizationProtocolMismatch"},
		{"http only", func(s *TableSAS) { s.Protocols = "http" }, failed},
		{"srk without spk", func(s *TableSAS) { s.Low.RowKey = "a" }, failed},
		{"erk without epk", func(s *TableSAS) { s.High.RowKey = "a" }, failed},
		{"a policy that is not there", func(s *TableSAS) { s.Policy = "nobody" }, failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, sas, status := newGuarded(t), anySAS(), 200
			c.change(&sas)
			if c.want != "" {
				status = 403
			}
			g.want(g.try(wire.QueryEntities, sas.Sign(DevelopmentAccount, g.key)), status, c.want)
		})
	}
	t.Run("by another key", func(t *testing.T) {
		g := newGuarded(t)
		g.want(g.try(wire.QueryEntities, anySAS().Sign(DevelopmentAccount, SigningKey("another"))), 403, failed)
	})
	t.Run("tampered", func(t *testing.T) {
		g := newGuarded(t)
		query := strings.Replace(anySAS().Sign(DevelopmentAccount, g.key), "se=2026", "se=2027", 1)
		g.want(g.try(wire.QueryEntities, query), 403, failed)
	})
	t.Run("the address is told", func(t *testing.T) {
		g, sas := newGuarded(t), anySAS()
		sas.IP = "10.0.0.1"
		resp := g.try(wire.QueryEntities, sas.Sign(DevelopmentAccount, g.key))
		if want := "using this source IP 127.0.0.1."; !strings.Contains(string(resp.Body), want) {
			t.Errorf("got %s, want %q in it", resp.Body, want)
		}
	})
}

// A range of keys is one of tuples, both ends included. A query is restricted
// to it in silence, a point read outside finds nothing, and a write outside is
// refused.
func TestSASRange(t *testing.T) {
	key := func(pk, rk string) table.Key { return table.Key{PartitionKey: pk, RowKey: rk} }
	for _, c := range []struct {
		name      string
		low, high table.Key
		want      string // which of Action/Cop Out, Comedy/a and Drama/z are in it
	}{
		{"no bounds", key("", ""), key("", ""), "ACD"},
		{"one partition", key("Comedy", ""), key("Comedy", ""), "C"},
		{"from a partition on", key("Comedy", ""), key("", ""), "CD"},
		{"up to a partition", key("", ""), key("Comedy", ""), "AC"},
		{"from a row on", key("Comedy", "b"), key("", ""), "D"},
		{"from the row itself", key("Comedy", "a"), key("", ""), "CD"},
		{"up to the row itself", key("", ""), key("Comedy", "a"), "AC"},
		{"up to before the row", key("", ""), key("Comedy", "Z"), "A"},
		{"tuples, not a rectangle", key("Action", "Cop Out"), key("Comedy", "a"), "AC"},
		{"nothing", key("Comedy", "b"), key("Comedy", "c"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, sas := newGuarded(t), anySAS()
			sas.Low, sas.High = c.low, c.high
			query := sas.Sign(DevelopmentAccount, g.key)
			body := string(g.try(wire.QueryEntities, query).Body)
			for _, k := range []table.Key{key("Action", "Cop%20Out"), key("Comedy", "a"), key("Drama", "z")} {
				inside := strings.Contains(c.want, k.PartitionKey[:1])
				if strings.Contains(body, `"PartitionKey":"`+k.PartitionKey+`"`) != inside {
					t.Errorf("the query has %s: %v, want %v", k.PartitionKey, !inside, inside)
				}
				read, write := 404, 403
				if inside {
					read, write = 200, 204
				}
				path := "/Movies(PartitionKey='" + k.PartitionKey + "',RowKey='" + k.RowKey + "')?" + query
				if got := g.send("GET", path, ""); got.Status != read {
					t.Errorf("reading %s: %d, want %d", k.PartitionKey, got.Status, read)
				}
				if got := g.send("DELETE", path, "", "If-Match", "*"); got.Status != write || write == 403 && codeOf(got) != "AuthorizationFailure" {
					t.Errorf("deleting %s: %d %s, want %d", k.PartitionKey, got.Status, codeOf(got), write)
				}
			}
		})
	}
	t.Run("insert", func(t *testing.T) {
		g, sas := newGuarded(t), anySAS()
		sas.Low = key("B", "")
		g.want(g.try(wire.InsertEntity, sas.Sign(DevelopmentAccount, g.key)), 403, "AuthorizationFailure")
	})
}

// The operations of a batch are authorised one by one, by the signature of
// the request around them. Their fields may be blank: the client library for
// Go writes DataServiceVersion and x-ms-version so.
func TestSASBatch(t *testing.T) {
	batch := func(partition string) string {
		return strings.ReplaceAll("--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n"+
			"POST http://127.0.0.1:10002/devstoreaccount1/Movies HTTP/1.1\nContent-Type: application/json\nAccept: application/json\nDataServiceVersion: \nx-ms-version: \n\n"+
			`{"PartitionKey":"`+partition+`","RowKey":"batch"}`+"\n--c--\n--b--\n", "\n", "\r\n")
	}
	for _, c := range []struct {
		name, permissions, partition, want string
	}{
		{"allowed", "a", "Comedy", "HTTP/1.1 201"},
		{"missing permission", "r", "Comedy", "AuthorizationPermissionMismatch"},
		{"outside the range", "a", "Action", "AuthorizationFailure"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, sas := newGuarded(t), anySAS()
			sas.Permissions, sas.Low = c.permissions, table.Key{PartitionKey: "B"}
			resp := g.send("POST", "/$batch?"+sas.Sign(DevelopmentAccount, g.key), batch(c.partition), "Content-Type", "multipart/mixed; boundary=b")
			if resp.Status != 202 || !strings.Contains(string(resp.Body), c.want) {
				t.Errorf("got %d, want %q in\n%s", resp.Status, c.want, resp.Body)
			}
		})
	}
	t.Run("signed by the owner", func(t *testing.T) {
		g := newGuarded(t)
		resp := g.owner("POST", "/$batch", batch("Action"), "Content-Type", "multipart/mixed; boundary=b")
		if resp.Status != 202 || !strings.Contains(string(resp.Body), "HTTP/1.1 201") {
			t.Errorf("got %d\n%s", resp.Status, resp.Body)
		}
	})
}

// A stored policy gives what the signature leaves out. What both give is an
// error, and changing the policy changes every signature that names it.
func TestStoredPolicy(t *testing.T) {
	acl := func(policy string) string {
		return "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>" + policy + "</AccessPolicy></SignedIdentifier></SignedIdentifiers>"
	}
	const full = "<Start>2026-11-21T11:00:00Z</Start><Expiry>2026-11-22T00:00:00Z</Expiry><Permission>r</Permission>"
	for _, c := range []struct {
		name, policy string
		sas          TableSAS
		want         string
	}{
		{"all from the policy", full, TableSAS{}, ""},
		{"expiry from the signature", "<Permission>r</Permission>", TableSAS{Expiry: "2026-11-22"}, ""},
		{"all from the signature", "", TableSAS{Expiry: "2026-11-22", Permissions: "r"}, ""},
		{"permissions in both", full, TableSAS{Permissions: "r"}, "AuthenticationFailed"},
		{"expiry in both", full, TableSAS{Expiry: "2026-11-22"}, "AuthenticationFailed"},
		{"start in both", full, TableSAS{Start: "2026-11-21"}, "AuthenticationFailed"},
		{"permissions in none", "<Expiry>2026-11-22T00:00:00Z</Expiry>", TableSAS{}, "AuthenticationFailed"},
		{"expired policy", "<Expiry>2026-11-20T00:00:00Z</Expiry><Permission>r</Permission>", TableSAS{}, "AuthenticationFailed"},
		{"permission missing in the policy", "<Expiry>2026-11-22T00:00:00Z</Expiry><Permission>a</Permission>", TableSAS{}, "AuthorizationPermissionMismatch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuarded(t)
			g.want(g.owner("PUT", "/Movies?comp=acl", acl(c.policy)), 204, "")
			c.sas.Table, c.sas.Policy = "Movies", "readers"
			query, status := c.sas.Sign(DevelopmentAccount, g.key), 200
			if c.want != "" {
				status = 403
			}
			g.want(g.try(wire.QueryEntities, query), status, c.want)
			g.want(g.owner("PUT", "/Movies?comp=acl", ""), 204, "")
			g.want(g.try(wire.QueryEntities, query), 403, "AuthenticationFailed")
		})
	}
}

// What each operation needs of an account's signature: a resource type and
// one of some permissions ("Table service" in Create an account SAS).
func TestAccountSAS(t *testing.T) {
	needs := map[wire.Kind]struct{ resource, permissions string }{
		wire.GetServiceProperties: {"s", "r"}, wire.SetServiceProperties: {"s", "w"}, wire.QueryTables: {"c", "l"}, wire.CreateTable: {"c", "cw"}, wire.DeleteTable: {"c", "d"},
		wire.QueryEntities: {"o", "r"}, wire.GetEntity: {"o", "r"}, wire.InsertEntity: {"o", "a"}, wire.InsertOrReplaceEntity: {"o", "au"}, wire.InsertOrMergeEntity: {"o", "au"},
		wire.UpdateEntity: {"o", "u"}, wire.MergeEntity: {"o", "u"}, wire.DeleteEntity: {"o", "d"},
	}
	for kind, need := range needs {
		for _, resource := range "sco" {
			for _, permission := range "rwdlacu" {
				g := newGuarded(t)
				sas := AccountSAS{Services: "bqt", ResourceTypes: string(resource), Permissions: string(permission), Expiry: "2026-11-22"}
				want := ""
				switch {
				case string(resource) != need.resource:
					want = "AuthorizationResourceTypeMismatch"
				case !strings.ContainsRune(need.permissions, permission):
					want = "AuthorizationPermissionMismatch"
				}
				if got := codeOf(g.try(kind, sas.Sign(DevelopmentAccount, g.key))); got != want {
					t.Errorf("%s %s with srt=%c sp=%c: got %q, want %q", calls[kind].method, calls[kind].path, resource, permission, got, want)
				}
			}
		}
	}
	const failed = "AuthenticationFailed"
	for _, c := range []struct {
		name   string
		change func(*AccountSAS)
		want   string
	}{
		{"right", func(s *AccountSAS) {}, ""},
		{"version 2020-12-06", func(s *AccountSAS) { s.Version = "2020-12-06" }, ""},
		{"version before account signatures", func(s *AccountSAS) { s.Version = "2015-02-21" }, failed},
		{"other services", func(s *AccountSAS) { s.Services = "bqf" }, "AuthorizationServiceMismatch"},
		{"no services", func(s *AccountSAS) { s.Services = "" }, failed},
		{"no resource types", func(s *AccountSAS) { s.ResourceTypes = "" }, failed},
		{"no expiry", func(s *AccountSAS) { s.Expiry = "" }, failed},
		{"expired", func(s *AccountSAS) { s.Expiry = "2026-11-21" }, failed},
		{"not yet", func(s *AccountSAS) { s.Start = "2026-11-22" }, failed},
		{"another address", func(s *AccountSAS) { s.IP = "1.2.3.4" }, "AuthorizationSourceIPMismatch"},
		{"https only", func(s *AccountSAS) { s.Protocols = "https" }, "AuthorizationProtocolMismatch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, sas, status := newGuarded(t), AccountSAS{Services: "t", ResourceTypes: "o", Permissions: "r", Expiry: "2026-11-22"}, 200
			c.change(&sas)
			if c.want != "" {
				status = 403
			}
			g.want(g.try(wire.QueryEntities, sas.Sign(DevelopmentAccount, g.key)), status, c.want)
		})
	}
	t.Run("ACL is not delegable", func(t *testing.T) {
		g := newGuarded(t)
		sas := AccountSAS{Services: "t", ResourceTypes: "sco", Permissions: "rwdlacu", Expiry: "2026-11-22"}
		g.want(g.try(wire.GetTableACL, sas.Sign(DevelopmentAccount, g.key)), 403, "AuthorizationFailure")
	})
}

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"0.0.0.0": true, "255.255.255.255": true, "::ffff:10.0.0.1": true, "256.0.0.1": false, "1.2.3": false,
		"1.2.3.4.5": false, "01.2.3.4": false, "": false, "::1": false, "1.2.3.4 ": false, "1..3.4": false, "+1.2.3.4": false,
	} {
		if _, ok := parseAddress(text); ok != want {
			t.Errorf("%q: got %v, want %v", text, ok, want)
		}
	}
	if a, _ := parseAddress("1.2.3.4"); a != 0x01020304 {
		t.Errorf("got %#x", a)
	}
	if _, ok := parseAddresses("1.2.3.4-1.2.3.3"); ok {
		t.Error("a range that ends before it begins is taken")
	}
}

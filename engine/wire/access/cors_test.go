package access

import "testing"

// withCors is a service with two rules: one for two origins, then one for all
// that may only read.
func withCors(t *testing.T) *guarded {
	g := newGuarded(t)
	g.want(g.owner("PUT", propertiesPath, "<StorageServiceProperties><Cors>"+
		corsRule("https://a.example,https://*.b.example", "GET,PUT,MERGE", "x-ms-*,Accept", "x-ms-request-id,etag", "200")+
		corsRule("https://all.example", "GET", "*", "", "5")+"</Cors></StorageServiceProperties>"), 202, "")
	return g
}

// A preflight needs no credentials and is answered by the first rule that has
// the origin, the method and all headers (Cross-origin resource sharing
// support for the storage services, REST reference).
func TestPreflight(t *testing.T) {
	for _, c := range []struct {
		name, origin, method, headers string
		status                        int
		code                          string
	}{
		{"match", "https://a.example", "PUT", "x-ms-version, accept", 200, ""},
		{"no headers", "https://a.example", "MERGE", "", 200, ""},
		{"host below", "https://x.b.example", "GET", "", 200, ""},
		{"host below below", "https://y.x.b.example", "GET", "", 200, ""},
		{"a host without a name", "https://.b.example", "GET", "", 403, "CorsPreflightFailure"},
		{"the domain itself", "https://b.example", "GET", "", 403, "CorsPreflightFailure"},
		{"another scheme", "http://a.example", "GET", "", 403, "CorsPreflightFailure"},
		{"another case", "https://A.example", "GET", "", 403, "CorsPreflightFailure"},
		{"another method", "https://a.example", "DELETE", "", 403, "CorsPreflightFailure"},
		{"another header", "https://a.example", "PUT", "x-ms-date,cookie", 403, "CorsPreflightFailure"},
		{"any header", "https://all.example", "GET", "cookie", 200, ""},
		{"no origin", "", "GET", "", 400, "InvalidHeaderValue"},
		{"no method", "https://a.example", "", "", 400, "InvalidHeaderValue"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := withCors(t)
			fields := []string{}
			for _, f := range [][2]string{{"Origin", c.origin}, {"Access-Control-Request-Method", c.method}, {"Access-Control-Request-Headers", c.headers}} {
				if f[1] != "" {
					fields = append(fields, f[0], f[1])
				}
			}
			resp := g.send("OPTIONS", "/Movies", "", fields...)
			g.want(resp, c.status, c.code)
			if c.status != 200 {
				if _, ok := resp.Header.Lookup("Access-Control-Allow-Origin"); ok {
					t.Errorf("refused, with %v", resp.Header)
				}
				return
			}
			for name, want := range map[string]string{
				"Access-Control-Allow-Origin": c.origin, "Access-Control-Allow-Methods": c.method,
				"Access-Control-Allow-Headers": c.headers, "Access-Control-Allow-Credentials": "true",
			} {
				if got := resp.Header.Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			want := "200"
			if c.origin == "https://all.example" {
				want = "5"
			}
			if got := resp.Header.Get("Access-Control-Max-Age"); got != want {
				t.Errorf("Access-Control-Max-Age is %q, want %q", got, want)
			}
		})
	}
	t.Run("no rules", func(t *testing.T) {
		g := newGuarded(t)
		g.want(g.send("OPTIONS", "/Movies", "", "Origin", "https://a.example", "Access-Control-Request-Method", "GET"), 403, "CorsPreflightFailure")
	})
	t.Run("a rule for everybody", func(t *testing.T) {
		g := newGuarded(t)
		g.owner("PUT", propertiesPath, "<StorageServiceProperties><Cors>"+corsRule("*", "GET", "", "", "9")+"</Cors></StorageServiceProperties>")
		resp := g.send("OPTIONS", "/", "", "Origin", "https://who.example", "Access-Control-Request-Method", "GET")
		if _, credentials := resp.Header.Lookup("Access-Control-Allow-Credentials"); resp.Header.Get("Access-Control-Allow-Origin") != "*" || credentials {
			t.Errorf("got %v", resp.Header)
		}
	})
}

// What an actual request gets, by whether it has an Origin, whether there are
// rules, and whether one matches for all origins or exactly: the table "Vary
// header" of the same page. Only GET and HEAD say Vary.
func TestCorsResponse(t *testing.T) {
	exact := corsRule("https://a.example", "GET,POST", "", "x-ms-request-id,etag", "1")
	everybody := corsRule("*", "GET,POST", "", "etag", "1")
	for _, c := range []struct {
		name, rules, method, origin string
		allow, expose, vary         string
	}{
		{"no rules, no origin", "", "GET", "", "", "", ""},
		{"no rules, origin", "", "GET", "https://a.example", "", "", ""},
		{"rules, no origin", exact, "GET", "", "", "", "Origin"},
		{"everybody, no origin", everybody, "GET", "", "*", "etag", ""},
		{"exact match", exact, "GET", "https://a.example", "https://a.example", "x-ms-request-id,etag", "Origin"},
		{"no match", exact, "GET", "https://b.example", "", "", "Origin"},
		{"everybody, origin", everybody, "GET", "https://b.example", "*", "etag", ""},
		{"the first match counts", exact + everybody, "GET", "https://a.example", "https://a.example", "x-ms-request-id,etag", "Origin"},
		{"POST, exact match", exact, "POST", "https://a.example", "https://a.example", "x-ms-request-id,etag", ""},
		{"POST, no match", exact, "POST", "https://b.example", "", "", ""},
		{"POST, no origin", everybody, "POST", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, body := newGuarded(t), ""
			g.owner("PUT", propertiesPath, "<StorageServiceProperties><Cors>"+c.rules+"</Cors></StorageServiceProperties>")
			if c.method == "POST" {
				body = entityBody
			}
			var fields []string
			if c.origin != "" {
				fields = []string{"Origin", c.origin}
			}
			resp := g.owner(c.method, "/Movies", body, fields...)
			if resp.Status/100 != 2 {
				t.Fatalf("got %d %s", resp.Status, resp.Body)
			}
			for name, want := range map[string]string{"Access-Control-Allow-Origin": c.allow, "Access-Control-Expose-Headers": c.expose, "Vary": c.vary} {
				if got := resp.Header.Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}

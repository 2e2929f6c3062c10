package access

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/wire"
)

// corsDocument is a document with n CORS rules and nothing else.
func corsDocument(n int) string {
	rules := ""
	for i := range n {
		rules += corsRule(fmt.Sprintf("https://%d.example", i), "GET,PUT", "x-ms-*,accept", "x-ms-*", "200")
	}
	return "<StorageServiceProperties><Cors>" + rules + "</Cors></StorageServiceProperties>"
}

func corsRule(origins, methods, allowed, exposed, age string) string {
	return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods + "</AllowedMethods><MaxAgeInSeconds>" + age +
		"</MaxAgeInSeconds><ExposedHeaders>" + exposed + "</ExposedHeaders><AllowedHeaders>" + allowed + "</AllowedHeaders></CorsRule>"
}

const propertiesPath = "/?restype=service&comp=properties"

// The document of a new account: in the order of elements that was recorded,
// after a byte order mark.
func TestGetProperties(t *testing.T) {
	g := newGuarded(t)
	resp := g.owner("GET", propertiesPath, "")
	const retention = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"
	const metrics = "<Version>1.0</Version><Enabled>false</Enabled>" + retention
	want := "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><Logging><Version>1.0</Version><Read>false</Read><Write>false</Write><Delete>false</Delete>` +
		retention + "</Logging><HourMetrics>" + metrics + "</HourMetrics><MinuteMetrics>" + metrics + "</MinuteMetrics><Cors /></StorageServiceProperties>"
	if resp.Status != 200 || string(resp.Body) != want || resp.Header.Get("Content-Type") != "application/xml" {
		t.Errorf("got %d %v\n%s\nwant\n%s", resp.Status, resp.Header, resp.Body, want)
	}
}

// What is set is shown again, and what a document does not mention stays (Set
// Table Service Properties, REST reference). The answer is 202.
func TestSetProperties(t *testing.T) {
	g := newGuarded(t)
	logging := "<Logging><Version>1.0</Version><Delete>true</Delete><Read>true</Read><Write>false</Write><RetentionPolicy><Enabled>true</Enabled><Days>365</Days></RetentionPolicy></Logging>"
	metrics := "<Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs><RetentionPolicy><Enabled>true</Enabled><Days>1</Days></RetentionPolicy>"
	for _, part := range []string{logging, "<HourMetrics>" + metrics + "</HourMetrics>", "<MinuteMetrics>" + metrics + "</MinuteMetrics>",
		"<Cors>" + corsRule("https://a.example, https://b.example", "GET,MERGE", "x-a", "x-*", "60") + "</Cors>"} {
		resp := g.owner("PUT", propertiesPath, `<?xml version="1.0" encoding="utf-8"?>`+"\n<StorageServiceProperties>"+part+"</StorageServiceProperties>")
		if resp.Status != 202 || len(resp.Body) != 0 {
			t.Errorf("got %d %s for %s", resp.Status, resp.Body, part)
		}
	}
	body := string(g.owner("GET", propertiesPath, "").Body)
	for _, want := range []string{
		"<Logging><Version>1.0</Version><Read>true</Read><Write>false</Write><Delete>true</Delete><RetentionPolicy><Enabled>true</Enabled><Days>365</Days></RetentionPolicy></Logging>",
		"<HourMetrics>" + metrics + "</HourMetrics>", "<MinuteMetrics>" + metrics + "</MinuteMetrics>",
		"<Cors><CorsRule><AllowedMethods>GET,MERGE</AllowedMethods><AllowedOrigins>https://a.example,https://b.example</AllowedOrigins><AllowedHeaders>x-a</AllowedHeaders><ExposedHeaders>x-*</ExposedHeaders><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule></Cors>",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("got\n%s\nwant in it\n%s", body, want)
		}
	}
	g.owner("PUT", propertiesPath, corsDocument(0))
	if body := string(g.owner("GET", propertiesPath, "").Body); !strings.Contains(body, "<Cors />") || !strings.Contains(body, "<Days>365</Days>") {
		t.Errorf("after an empty Cors: %s", body)
	}
}

// Every document that breaks a rule is 400 InvalidXmlDocument and changes
// nothing.
func TestSetPropertiesRefuses(t *testing.T) {
	logging := func(days string) string {
		return "<StorageServiceProperties><Logging><Version>1.0</Version><Delete>true</Delete><Read>true</Read><Write>true</Write><RetentionPolicy>" + days + "</RetentionPolicy></Logging></StorageServiceProperties>"
	}
	hour := func(fields string) string {
		return "<StorageServiceProperties><HourMetrics>" + fields + "</HourMetrics></StorageServiceProperties>"
	}
	cors := func(rule string) string {
		return "<StorageServiceProperties><Cors>" + rule + "</Cors></StorageServiceProperties>"
	}
	const off = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"
	names := func(n int, form string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(form, i)
		}
		return strings.Join(list, ",")
	}
	for _, c := range []struct {
		name, body string
		status     int
	}{
		{"no body", "", 400},
		{"empty document", "<StorageServiceProperties />", 400},
		{"another document", "<Cors></Cors>", 400},
		{"unknown part", "<StorageServiceProperties><Other /></StorageServiceProperties>", 400},
		{"a part twice", "<StorageServiceProperties><Cors /><Cors /></StorageServiceProperties>", 400},
		{"not XML", "hello", 400},
		{"retention of 1 day", logging("<Enabled>true</Enabled><Days>1</Days>"), 202},
		{"retention of 365 days", logging("<Enabled>true</Enabled><Days>365</Days>"), 202},
		{"retention of 366 days", logging("<Enabled>true</Enabled><Days>366</Days>"), 400},
		{"retention of 0 days", logging("<Enabled>true</Enabled><Days>0</Days>"), 400},
		{"retention without days", logging("<Enabled>true</Enabled>"), 400},
		{"retention not enabled", logging("<Enabled>false</Enabled>"), 202},
		{"retention neither on nor off", logging("<Days>1</Days>"), 400},
		{"logging without a version", strings.Replace(logging("<Enabled>false</Enabled>"), "<Version>1.0</Version>", "", 1), 400},
		{"logging version 2.0", strings.Replace(logging("<Enabled>false</Enabled>"), "1.0", "2.0", 1), 400},
		{"logging without Read", strings.Replace(logging("<Enabled>false</Enabled>"), "<Read>true</Read>", "", 1), 400},
		{"logging that is neither", strings.Replace(logging("<Enabled>false</Enabled>"), "<Read>true", "<Read>maybe", 1), 400},
		{"logging without retention", strings.Replace(logging("X"), "<RetentionPolicy>X</RetentionPolicy>", "", 1), 400},
		{"metrics off", hour("<Version>1.0</Version><Enabled>false</Enabled>" + off), 202},
		{"metrics on without IncludeAPIs", hour("<Version>1.0</Version><Enabled>true</Enabled>" + off), 400},
		{"metrics without Enabled", hour("<Version>1.0</Version>" + off), 400},
		{"5 CORS rules", corsDocument(5), 202},
		{"6 CORS rules", corsDocument(6), 400},
		{"CORS without origins", cors(corsRule("", "GET", "", "", "1")), 400},
		{"CORS without methods", cors(corsRule("*", "", "", "", "1")), 400},
		{"CORS without headers", cors(corsRule("*", "GET", "", "", "1")), 202},
		{"unknown method", cors(corsRule("*", "GET,TRACE", "", "", "1")), 400},
		{"every method", cors(corsRule("*", "DELETE,GET,HEAD,MERGE,POST,OPTIONS,PUT,PATCH", "", "", "1")), 202},
		{"negative age", cors(corsRule("*", "GET", "", "", "-1")), 400},
		{"no age", cors(corsRule("*", "GET", "", "", "")), 400},
		{"64 origins", cors(corsRule(names(64, "https://%d"), "GET", "", "", "1")), 202},
		{"65 origins", cors(corsRule(names(65, "https://%d"), "GET", "", "", "1")), 400},
		{"origin of 256", cors(corsRule(strings.Repeat("o", 256), "GET", "", "", "1")), 202},
		{"origin of 257", cors(corsRule(strings.Repeat("o", 257), "GET", "", "", "1")), 400},
		{"64 names and 2 beginnings", cors(corsRule("*", "GET", names(64, "x-%d")+",a-*,b-*", "", "1")), 202},
		{"65 names", cors(corsRule("*", "GET", names(65, "x-%d"), "", "1")), 400},
		{"3 beginnings", cors(corsRule("*", "GET", "", "a-*,b-*,c-*", "1")), 400},
		{"a missing element", cors("<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods></CorsRule>"), 400},
		{"a line break in a header", cors(corsRule("*", "GET", "", "x&#10;y", "1")), 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuarded(t)
			before := string(g.owner("GET", propertiesPath, "").Body)
			resp, code := g.owner("PUT", propertiesPath, c.body), ""
			if c.status == 400 {
				code = "InvalidXmlDocument"
			}
			g.want(resp, c.status, code)
			if c.status == 400 {
				if resp.Reason != "XML specified is not syntactically valid." {
					t.Errorf("the reason is %q", resp.Reason)
				}
				if after := string(g.owner("GET", propertiesPath, "").Body); after != before {
					t.Errorf("refused, and changed to %s", after)
				}
			}
		})
	}
}

// Stats are told by the secondary endpoint only (Get Table Service Stats).
func TestStats(t *testing.T) {
	g := newGuarded(t)
	g.want(g.owner("GET", "/?restype=service&comp=stats", ""), 400, "InvalidQueryParameterValue")
	req := wire.Request{Method: "GET", URL: "/devstoreaccount1-secondary/?restype=service&comp=stats", Header: wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "x-ms-date", Value: accessDate}}}
	req.Header.Add("Authorization", SharedKey.Sign(req, DevelopmentAccount, g.key))
	resp := g.service.Serve(req, accessNow)
	want := "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?><StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>` + accessDate + "</LastSyncTime></GeoReplication></StorageServiceStats>"
	if resp.Status != 200 || string(resp.Body) != want {
		t.Errorf("got %d %s, want %s", resp.Status, resp.Body, want)
	}
}

func FuzzXML(f *testing.F) {
	f.Add(corsDocument(2))
	f.Add("<SignedIdentifiers><SignedIdentifier><Id>a&amp;&#x41;</Id></SignedIdentifier></SignedIdentifiers>")
	f.Add("<a b='c'><!-- d --><e/></a>")
	f.Fuzz(func(t *testing.T, document string) {
		root, ok := parseXML([]byte(document))
		if !ok {
			return
		}
		// What was read can be written and reads back as the same.
		again, ok := parseXML(appendTree(nil, root))
		if !ok || string(appendTree(nil, again)) != string(appendTree(nil, root)) {
			t.Errorf("%q reads as %v and then as %v", document, root, again)
		}
	})
}

func appendTree(to []byte, e element) []byte {
	if len(e.children) == 0 {
		return appendElement(to, e.name, strings.ReplaceAll(e.text, "\r", ""))
	}
	to = append(append(append(to, '<'), e.name...), '>')
	for _, c := range e.children {
		to = appendTree(to, c)
	}
	return append(append(append(to, "</"...), e.name...), '>')
}

// What is read as XML and what is not. Document types, other entities and
// sections of character data are no part of what the service reads.
func TestParseXML(t *testing.T) {
	for _, c := range []struct {
		document string
		want     bool
	}{
		{"<a/>", true}, {"<a />", true}, {"<a></a>", true}, {"\uFEFF<?xml version=\"1.0\"?>\n<a>x</a>\n", true},
		{"<!-- x --><a><!-- y --></a><!-- z -->", true}, {"<m:a xmlns:m=\"u\" b='c'><m:d/></m:a>", true}, {"<a>&lt;&amp;&#228;&#xE4;</a>", true},
		{"", false}, {"x", false}, {"<a>", false}, {"</a>", false}, {"<a></b>", false}, {"<a/><b/>", false}, {"<a>x<b/></a>", false},
		{"<a><b></a></b>", false}, {"<a b=c/>", false}, {"<a b/>", false}, {"<a b='<'/>", false}, {"<a>&unknown;</a>", false}, {"<a>&</a>", false},
		{"<a>&#0;</a>", false}, {"<a>&#xD800;</a>", false}, {"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", false}, {"<a><![CDATA[x]]></a>", false},
		{"<a>\xff</a>", false}, {"<1/>", false}, {"<a><?b c?></a>", false}, {"<a x='1'y='2'/>", false},
		{strings.Repeat("<a>", maxDepth) + strings.Repeat("</a>", maxDepth), true},
		{strings.Repeat("<a>", maxDepth+1) + strings.Repeat("</a>", maxDepth+1), false},
		{"<a>" + strings.Repeat("<b/>", maxElements-1) + "</a>", true},
		{"<a>" + strings.Repeat("<b/>", maxElements) + "</a>", false},
		{"<a>" + strings.Repeat(" ", MaxXML-7) + "</a>", true},
		{"<a>" + strings.Repeat(" ", MaxXML-6) + "</a>", false},
	} {
		if _, ok := parseXML([]byte(c.document)); ok != c.want {
			t.Errorf("%.80q: got %v, want %v", c.document, ok, c.want)
		}
	}
	root, _ := parseXML([]byte("<r><a> x&amp;y </a><b/></r>"))
	if a, ok := root.value("a"); !ok || a != " x&y " || len(root.children) != 2 {
		t.Errorf("got %v", root)
	}
}

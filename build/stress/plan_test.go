package stress

import (
	"bytes"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A key and a signature that no output may have.
var (
	secretKey       = base64.StdEncoding.EncodeToString([]byte("a secret+/that is not / to be seen?"))
	secretSignature = "sv=2019-02-02&ss=t&srt=sco&sp=rwdlacu&sig=c2VjcmV0K3NpZ25hdHVyZS8%3D"
)

func withKey() string {
	return "DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=" + secretKey + ";EndpointSuffix=core.windows.net"
}

func withSignature() string {
	return "TableEndpoint=https://acc.table.core.windows.net/;SharedAccessSignature=?" + secretSignature
}

func parsed(t *testing.T, args ...string) (s Setting, err error) {
	t.Helper()
	flags := flag.NewFlagSet("stress", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	s.Define(flags)
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, s.Check()
}

func TestParseAccount(t *testing.T) {
	for connection, want := range map[string]string{
		"UseDevelopmentStorage=true": developmentURL,
		withKey():                    "https://acc.table.core.windows.net",
		withSignature():              "https://acc.table.core.windows.net",
		"AccountName=a;AccountKey=" + secretKey + ";TableEndpoint=https://a.table.cosmos.azure.com:443/;": "https://a.table.cosmos.azure.com:443",
	} {
		if a, err := ParseAccount(connection); err != nil || a.URL != want {
			t.Errorf("got %q %v, want %q", a.URL, err, want)
		}
	}
	for _, connection := range []string{
		"", ";;", secretKey + "no equals", "AccountName=a", "AccountName=a;AccountKey=" + secretKey + "%", "TableEndpoint=https://x/",
		"TableEndpoint=http://elsewhere.example/;SharedAccessSignature=" + secretSignature, "TableEndpoint=https://x/?" + secretSignature + ";AccountName=a;AccountKey=" + secretKey,
		"TableEndpoint=ftp://x;SharedAccessSignature=" + secretSignature, strings.Repeat("a", longestConnection+1),
	} {
		_, err := ParseAccount(connection)
		if err == nil || leaks(err.Error()) {
			t.Errorf("%.40q: got %v, want a sentence without secrets", connection, err)
		}
	}
}

// leaks reports whether a text has the key, the signature, or a piece of either that
// would be of use.
func leaks(text string) bool {
	sig, _ := url.QueryUnescape("c2VjcmV0K3NpZ25hdHVyZS8%3D")
	for _, secret := range []string{secretKey, url.QueryEscape(secretKey), url.PathEscape(secretKey), sig, "c2VjcmV0K3NpZ25hdHVyZS8"} {
		if strings.Contains(text, secret) || strings.Contains(text, secret[:12]) {
			return true
		}
	}
	return false
}

// Whatever a client says, the secrets are left out.
func TestHide(t *testing.T) {
	for _, connection := range []string{withKey(), withSignature()} {
		a, err := ParseAccount(connection)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		h := a.Hide(&out)
		fmt.Fprintf(h, "Get \"%s/Tables?%s\": dial; key %s and %s; Authorization: SharedKey acc:%s; AccountKey=%s; %s", a.URL, a.Signature, a.Key,
			url.QueryEscape(a.Key), "bW9yZSBzZWNyZXQ=", secretKey, secretSignature)
		if leaks(out.String()) || strings.Contains(out.String(), "bW9yZSBz") || !strings.Contains(out.String(), "acc.table.core.windows.net/Tables") {
			t.Errorf("said %s", out.String())
		}
	}
}

func TestSetting(t *testing.T) {
	t.Setenv(ConnectionVariable, "")
	file := scenarioFile(t, `{"preset":"append","for":"20s","groups":[{"name":"a","rate":50,"batch":1,"mix":{"insert":1},"retry":"none"}]}`)
	for want, args := range map[string][]string{
		"-endpoint CONNECTION": {"-scenario", file},
		"-scenario FILE":       {"-endpoint", withKey()},
		"-for is":              {"-endpoint", withKey(), "-scenario", file, "-for", "2h"},
		"-requests is":         {"-endpoint", withKey(), "-scenario", file, "-requests", "0"},
		"-cost is":             {"-endpoint", withKey(), "-scenario", file, "-cost", "NaN"},
		"-price is":            {"-endpoint", withKey(), "-scenario", file, "-price", "+Inf"},
	} {
		if _, err := parsed(t, args...); err == nil || !strings.Contains(err.Error(), want) || leaks(err.Error()) {
			t.Errorf("%s: got %v", want, err)
		}
	}
	t.Setenv(ConnectionVariable, withKey())
	s, err := parsed(t, "-scenario", file, "-cost", "0.0001", "-price", "0.01")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.NewPlan("KeyrangeStress1")
	if err != nil || p.Entities != 100 || p.Span != 20*time.Second {
		t.Fatalf("%d requests in %v, %v: want what the cost allows and the span of the scenario", p.Entities, p.Span, err)
	}
	if text := p.String(); leaks(text) || !strings.Contains(text, "at most 100 requests") || !strings.Contains(text, "0.0001 US dollars") {
		t.Errorf("the plan says %s", text)
	}
}

// What clients cannot do is refused before anything is sent, or told.
func TestScenarios(t *testing.T) {
	for text, want := range map[string]string{
		`{"preset":"deleteall"}`: "a stress run inserts and gets",
		`{"preset":"append","groups":[{"name":"a","vms":100,"threads":100,"batch":1,"mix":{"insert":1}}]}`: "10,000 threads",
		`{"preset":`: "not JSON",
		`{"preset":"append","lesson":"` + strings.Repeat("x", 70_000) + `"}`: "at most 65,536",
	} {
		s := Setting{Connection: "UseDevelopmentStorage=true", Scenario: scenarioFile(t, text), For: time.Minute, Requests: 10, Cost: 1, Price: -1}
		if _, err := s.NewPlan("T"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: got %v, want %q", text, err, want)
		}
	}
	s := Setting{Connection: "UseDevelopmentStorage=true", For: time.Minute, Requests: 10, Cost: 1,
		Scenario: scenarioFile(t, `{"preset":"append","commands":[{"at":"5s","do":"kill","server":1}]}`)}
	if p, err := s.NewPlan("T"); err != nil || len(p.Scenario.Commands) != 0 || len(p.LeftOut) != 1 {
		t.Errorf("a server that fails: %v, left out %v", err, p.LeftOut)
	}
	s.Connection = "AccountName=a;AccountKey=" + secretKey + ";TableEndpoint=https://a.table.cosmos.azure.com:443/;"
	s.Price = -1
	if _, err := s.NewPlan("T"); err == nil || !strings.Contains(err.Error(), "-price") {
		t.Errorf("Cosmos DB without a price: got %v", err)
	}
}

// Nothing is spent before somebody agreed with the whole word.
func TestAgree(t *testing.T) {
	file := scenarioFile(t, `{"preset":"append"}`)
	plan := func(connection string) *Plan {
		s := Setting{Connection: connection, Scenario: file, For: time.Minute, Requests: 10, Cost: 1, Price: -1}
		p, err := s.NewPlan("T")
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	for _, c := range []struct {
		connection  string
		yes, person bool
		typed       string
		agreed      bool
	}{
		{withKey(), false, true, "yes\n", true}, {withKey(), false, true, "y\n", false}, {withKey(), false, true, "", false},
		{withKey(), false, false, "yes\n", false}, {withSignature(), true, false, "", true}, {"UseDevelopmentStorage=true", false, false, "", true},
	} {
		var out bytes.Buffer
		err := plan(c.connection).Agree(c.yes, c.person, strings.NewReader(c.typed), &out)
		if (err == nil) != c.agreed || leaks(out.String()+fmt.Sprint(err)) {
			t.Errorf("%+v: got %v\n%s", c, err, out.String())
		}
	}
	if err := plan(withKey()).Agree(false, false, nil, io.Discard); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

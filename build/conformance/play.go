package conformance

import (
	"regexp"
	"strings"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// play is a target as a case sees it. The cases are written for an account acct
// in the cloud; the endpoint has the development account at an address of this
// machine.
type play struct {
	target *Target
	wire   *Wire
	scheme string // what the answer's URLs begin with
}

const cloud = "https://acct.table.core.windows.net"

// run does the steps of a case on a target made new, and returns the first thing
// that is not as it should be.
func (p *play) run(c rule.Case) *rule.Difference {
	if err := p.target.reset(p.wire); err != nil {
		return &rule.Difference{Want: "an endpoint", Got: err.Error()}
	}
	r := rule.NewPlay(p)
	if d := r.Begin(); d != nil {
		return d
	}
	return r.Run(c.Steps...)
}

// Advance moves the clock of the target.
func (p *play) Advance(seconds int) error { return p.target.advance(seconds) }

// Do signs and sends a request.
func (p *play) Do(asked rule.Request) (rule.Answer, error) {
	r := &Request{asked}
	p.place(r)
	if _, given := r.Field("x-ms-version"); !given {
		r.Fields = append(r.Fields, Field{Name: "x-ms-version", Value: "2019-02-02"})
	}
	if _, given := r.Field("Content-Type"); !given && r.Body != "" {
		r.Fields = append(r.Fields, Field{Name: "Content-Type", Value: "application/json"})
	}
	r.Body = strings.ReplaceAll(r.Body, cloud, p.scheme)
	r.sign(p.target.now())
	a, err := p.wire.Do(*r)
	return a.told(), err
}

// told is an answer as a case judges it. net/http does not send the length of an
// empty body with some statuses.
func (a Answer) told() rule.Answer {
	told := rule.Answer{Status: a.Status, Reason: a.Reason, Body: a.Body}
	if a.Body == "" && a.Header.Get("Content-Length") == "" {
		told.Fields = append(told.Fields, Field{Name: "Content-Length", Value: "0"})
	}
	for name, values := range a.Header {
		told.Fields = append(told.Fields, Field{Name: name, Value: values[0]})
	}
	return told
}

// place turns the URL of a case into that of the target, and says to which
// host it goes.
func (p *play) place(r *Request) {
	asked, _ := r.Take("Host")
	host := p.target.Address
	p.scheme = p.target.Base()
	switch {
	case strings.HasPrefix(r.URL, "http"):
		r.URL = strings.Replace(r.URL, "//acct.", "//"+account+".", 1)
		_, rest, _ := strings.Cut(r.URL, "://")
		host, _, _ = strings.Cut(rest, "/")
		p.scheme = "http://" + host
	case strings.HasPrefix(asked, "acct"):
		host = strings.Replace(asked, "acct", account, 1)
		p.scheme = "http://" + host
	case asked != "": // a path with the account
		host = asked
		r.URL = strings.Replace(r.URL, "/acct/", "/"+account+"/", 1)
		p.scheme = "http://" + host + "/" + account
	default:
		r.URL = "/" + account + r.URL
	}
	r.Fields = append([]Field{{Name: "Host", Value: host}}, r.Fields...)
}

var (
	stamp  = regexp.MustCompile(`2026-01-02T03:04:(?:[0-9.]+|\*)Z`)
	tag    = regexp.MustCompile(`2026-01-02T03%3A04%3A(?:[0-9.]+|\*)Z`)
	inPath = regexp.MustCompile(`https://(?:127\.0\.0\.1:10002/acct|acct(?:-secondary)?\.table\.core\.windows\.net)|` +
		`http://acct\.table\.core\.windows\.net`)
)

// Expect turns an expectation about the account acct into one about the target.
func (p *play) Expect(want string) string {
	want = inPath.ReplaceAllLiteralString(want, p.scheme)
	want = strings.ReplaceAll(want, `"acct.`, `"`+account+`.`)
	if !p.target.Exact {
		want = tag.ReplaceAllString(stamp.ReplaceAllString(want, "*"), "*")
	}
	return want
}

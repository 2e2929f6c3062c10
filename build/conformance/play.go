package conformance

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// play is a case on its way over a target.
type play struct {
	target  *Target
	wire    *Wire
	request *Request
	body    []string
	inner   []string // operations of a batch that is put together
	answer  Answer
	etag    string
	host    string // of the account's own name, if the request has one
	scheme  string // what the answer's URLs begin with
}

// run does the steps of a case and returns the first thing that is not as it
// should be.
func (p *play) run(c Case) *Difference {
	if err := p.begin(); err != nil {
		return &Difference{Want: "an endpoint", Got: err.Error()}
	}
	for _, line := range c.steps {
		d, err := p.step(line)
		if err != nil {
			d = &Difference{Want: "an answer", Got: err.Error()}
		}
		if d != nil {
			return d
		}
	}
	if err := p.send(); err != nil {
		return &Difference{Want: "an answer", Got: err.Error()}
	}
	return nil
}

// begin makes the table and the entity that every case begins with.
func (p *play) begin() error {
	if err := p.target.reset(p.wire); err != nil {
		return err
	}
	for _, line := range []string{
		`> POST /Tables`, `> Prefer: return-no-content`, `> | {"TableName":"Tab"}`,
		`> POST /Tab`, `> | {"PartitionKey":"p","RowKey":"r","A":1}`,
	} {
		if _, err := p.step(line); err != nil {
			return err
		}
	}
	if err := p.send(); err != nil {
		return err
	}
	if p.answer.Status != http.StatusCreated {
		return fmt.Errorf("the first entity is answered with %d %s", p.answer.Status, p.answer.Body)
	}
	return nil
}

// step does one line.
func (p *play) step(line string) (*Difference, error) {
	rest, err := p.expand(strings.TrimPrefix(line[1:], " "))
	if err != nil {
		return nil, err
	}
	switch line[0] {
	case '>':
		if isRequestLine(rest) {
			if err := p.send(); err != nil {
				return nil, err
			}
		}
		return nil, p.add(rest)
	case '%':
		return nil, p.addInner(rest)
	}
	if err := p.send(); err != nil {
		return nil, err
	}
	if line[0] == '@' {
		seconds, err := strconv.Atoi(rest)
		if err != nil {
			return nil, err
		}
		return nil, p.target.advance(seconds)
	}
	return p.check(line[0], p.translate(rest))
}

// expand replaces $(x*n) and $(etag).
func (p *play) expand(line string) (string, error) {
	for {
		start := strings.Index(line, "$(")
		if start < 0 {
			return line, nil
		}
		length := strings.Index(line[start:], ")")
		if length < 0 {
			return "", fmt.Errorf("%q does not end", line[start:])
		}
		inside := line[start+2 : start+length]
		text := p.etag
		if inside != "etag" {
			cut := strings.LastIndexByte(inside, '*')
			count, err := strconv.Atoi(inside[cut+1:])
			if err != nil || cut < 0 {
				return "", fmt.Errorf("bad repetition %q", inside)
			}
			text = strings.Repeat(inside[:cut], count)
		}
		line = line[:start] + text + line[start+length+1:]
	}
}

// isRequestLine tells the first line of a request from its fields and body.
func isRequestLine(rest string) bool {
	method, url, _ := strings.Cut(rest, " ")
	return method != "" && method == strings.ToUpper(method) && method[0] >= 'A' && (strings.HasPrefix(url, "/") || strings.HasPrefix(url, "http"))
}

// add takes one line of a request.
func (p *play) add(rest string) error {
	switch {
	case isRequestLine(rest):
		method, url, _ := strings.Cut(rest, " ")
		p.request, p.host = &Request{Method: method, URL: url}, ""
	case p.request == nil:
		return fmt.Errorf("%q before a request", rest)
	case strings.HasPrefix(rest, "|"):
		p.body = append(p.body, strings.TrimPrefix(rest[1:], " "))
	default:
		name, value, _ := strings.Cut(rest, ":")
		value = strings.TrimSpace(value)
		if strings.EqualFold(name, "Host") {
			p.host = value
			return nil
		}
		p.request.Fields = append(p.request.Fields, Field{name, value})
	}
	return nil
}

// The cases are written for an account acct in the cloud; the endpoint has the
// development account at an address of this machine.
const cloud = "https://acct.table.core.windows.net"

// place turns the URL of a case into that of the target, and says to which
// host it goes.
func (p *play) place() {
	r, host := p.request, p.target.Address
	p.scheme = p.target.Base()
	switch {
	case strings.HasPrefix(r.URL, "http"):
		r.URL = strings.Replace(r.URL, "//acct.", "//"+account+".", 1)
		_, rest, _ := strings.Cut(r.URL, "://")
		host, _, _ = strings.Cut(rest, "/")
		p.scheme = "http://" + host
	case strings.HasPrefix(p.host, "acct"):
		host = strings.Replace(p.host, "acct", account, 1)
		p.scheme = "http://" + host
	case p.host != "": // a path with the account
		host = p.host
		r.URL = strings.Replace(r.URL, "/acct/", "/"+account+"/", 1)
		p.scheme = "http://" + host + "/" + account
	default:
		r.URL = "/" + account + r.URL
	}
	r.Fields = append([]Field{{"Host", host}}, r.Fields...)
}

var (
	stamp  = regexp.MustCompile(`2026-01-02T03:04:(?:[0-9.]+|\*)Z`)
	tag    = regexp.MustCompile(`2026-01-02T03%3A04%3A(?:[0-9.]+|\*)Z`)
	inPath = regexp.MustCompile(`https://(?:127\.0\.0\.1:10002/acct|acct(?:-secondary)?\.table\.core\.windows\.net)|http://acct\.table\.core\.windows\.net`)
)

// translate turns an expectation about the account acct into one about the
// target.
func (p *play) translate(want string) string {
	want = inPath.ReplaceAllLiteralString(want, p.scheme)
	want = strings.ReplaceAll(want, `"acct.`, `"`+account+`.`)
	if !p.target.Exact {
		want = tag.ReplaceAllString(stamp.ReplaceAllString(want, "*"), "*")
	}
	return want
}

// send signs and sends the request that was put together, if there is one.
func (p *play) send() error {
	if p.request == nil {
		return nil
	}
	r := p.request
	p.place()
	if len(p.inner) > 0 {
		p.writeBatch()
	}
	switch accept, given := r.take("Accept"); {
	case !given:
		r.Fields = append(r.Fields, Field{"Accept", "application/json"})
	case accept != "-":
		r.Fields = append(r.Fields, Field{"Accept", accept})
	}
	if _, given := r.field("x-ms-version"); !given {
		r.Fields = append(r.Fields, Field{"x-ms-version", "2019-02-02"})
	}
	if _, given := r.field("Content-Type"); !given && len(p.body) > 0 {
		r.Fields = append(r.Fields, Field{"Content-Type", "application/json"})
	}
	r.Body = strings.ReplaceAll(strings.Join(p.body, "\r\n"), cloud, p.scheme)
	r.sign(p.target.now())
	p.request, p.body, p.inner = nil, nil, nil
	var err error
	if p.answer, err = p.wire.Do(*r); err != nil {
		return err
	}
	if tag := p.answer.Header.Get("ETag"); tag != "" {
		p.etag = tag
	}
	return nil
}

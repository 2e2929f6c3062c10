package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// Play is a case on its way over a service.
type Play struct {
	service Service
	request *Request
	method  string // of the request that was answered last
	body    []string
	inner   []string // operations of a batch that is put together
	answer  Answer
	etag    string
}

// NewPlay returns the beginning of a case.
func NewPlay(s Service) *Play { return &Play{service: s} }

// beginning are the steps that make what every case begins with: a table Tab
// that holds the entity p/r with A = 1.
var beginning = []string{
	`> POST /Tables`, `> Prefer: return-no-content`, `> | {"TableName":"Tab"}`, `< 204`,
	`> POST /Tab`, `> | {"PartitionKey":"p","RowKey":"r","A":1}`, `< 201`,
}

// Begin makes what every case begins with.
func (p *Play) Begin() *Difference { return p.Run(beginning...) }

// Run does steps and returns the first thing that is not as it should be.
func (p *Play) Run(steps ...string) *Difference {
	for _, line := range steps {
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

// Answer returns the last one.
func (p *Play) Answer() Answer { return p.answer }

// step does one line.
func (p *Play) step(line string) (*Difference, error) {
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
		return nil, p.service.Advance(seconds)
	}
	return p.check(line[0], p.service.Expect(rest))
}

// expand replaces $(x*n) and $(etag).
func (p *Play) expand(line string) (string, error) {
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
	return method != "" && method == strings.ToUpper(method) && method[0] >= 'A' &&
		(strings.HasPrefix(url, "/") || strings.HasPrefix(url, "http"))
}

// add takes one line of a request.
func (p *Play) add(rest string) error {
	switch {
	case isRequestLine(rest):
		method, url, _ := strings.Cut(rest, " ")
		p.request = &Request{Method: method, URL: url}
	case p.request == nil:
		return fmt.Errorf("%q before a request", rest)
	case strings.HasPrefix(rest, "|"):
		p.body = append(p.body, strings.TrimPrefix(rest[1:], " "))
	default:
		name, value, _ := strings.Cut(rest, ":")
		p.request.Fields = append(p.request.Fields, Field{name, strings.TrimSpace(value)})
	}
	return nil
}

// send sends the request that was put together, if there is one.
func (p *Play) send() error {
	if p.request == nil {
		return nil
	}
	if len(p.inner) > 0 {
		p.body = append(p.body, Batch(p.inner)...)
	}
	r := p.request
	switch accept, given := r.Take("Accept"); {
	case !given:
		r.Fields = append(r.Fields, Field{"Accept", "application/json"})
	case accept != "-":
		r.Fields = append(r.Fields, Field{"Accept", accept})
	}
	r.Body = strings.Join(p.body, "\r\n")
	p.request, p.method, p.body, p.inner = nil, r.Method, nil, nil
	var err error
	if p.answer, err = p.service.Do(*r); err != nil {
		return err
	}
	if tag := p.answer.Get("ETag"); tag != "" {
		p.etag = tag
	}
	return nil
}

package conformance

import (
	"fmt"
	"strconv"
	"strings"
)

// addInner takes one line of an operation of a batch.
func (p *play) addInner(rest string) error {
	if !isRequestLine(rest) {
		if len(p.inner) == 0 {
			return fmt.Errorf("%q before an operation", rest)
		}
		p.inner[len(p.inner)-1] += "\n" + rest
		return nil
	}
	if len(p.inner) == 0 {
		if err := p.send(); err != nil {
			return err
		}
		for _, line := range []string{"POST /$batch", "Content-Type: multipart/mixed; boundary=batch_1"} {
			if err := p.add(line); err != nil {
				return err
			}
		}
	}
	p.inner = append(p.inner, rest)
	return nil
}

// writeBatch makes the body of a batch of its operations: a changeset, or one
// query.
func (p *play) writeBatch() {
	single := len(p.inner) == 1 && strings.HasPrefix(p.inner[0], "GET")
	delimiter := "--changeset_1"
	if single {
		delimiter = "--batch_1"
	} else {
		p.body = append(p.body, "--batch_1", "Content-Type: multipart/mixed; boundary=changeset_1", "")
	}
	n := 0
	for _, op := range p.inner {
		first, rest, _ := strings.Cut(op, "\n")
		first, times, _ := strings.Cut(first, " *")
		repeat, _ := strconv.Atoi(times)
		for range max(repeat, 1) {
			p.writePart(delimiter, strings.ReplaceAll(first, "$n", strconv.Itoa(n)), strings.ReplaceAll(rest, "$n", strconv.Itoa(n)))
			n++
		}
	}
	p.body = append(p.body, delimiter+"--")
	if !single {
		p.body = append(p.body, "--batch_1--")
	}
	p.body = append(p.body, "")
}

// writePart appends one operation.
func (p *play) writePart(delimiter, first, rest string) {
	method, url, _ := strings.Cut(first, " ")
	head, body, hasBody := strings.Cut("\n"+rest, "\n| ")
	p.body = append(p.body, delimiter, "Content-Type: application/http", "Content-Transfer-Encoding: binary", "",
		method+" "+cloud+url+" HTTP/1.1")
	for field := range strings.SplitSeq(head, "\n") {
		if field != "" {
			p.body = append(p.body, field)
		}
	}
	if !strings.Contains(head, "Accept:") {
		p.body = append(p.body, "Accept: application/json;odata=minimalmetadata")
	}
	if hasBody && !strings.Contains(head, "Content-Type:") {
		p.body = append(p.body, "Content-Type: application/json")
	}
	p.body = append(p.body, "")
	if hasBody {
		p.body = append(p.body, body)
	}
}

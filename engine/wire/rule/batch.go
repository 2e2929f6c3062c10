package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// addInner takes one line of an operation of a batch.
func (p *Play) addInner(rest string) error {
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

// cloud is where the URLs of a batch's operations begin.
const cloud = "https://acct.table.core.windows.net"

// Batch returns the lines of the body that holds operations: a changeset, or one
// query. An operation is its request line, fields and "| " with its body, between
// line ends; boundaries are batch_1 and changeset_1.
func Batch(operations []string) []string {
	single := len(operations) == 1 && strings.HasPrefix(operations[0], "GET")
	delimiter, body := "--changeset_1", []string(nil)
	if single {
		delimiter = "--batch_1"
	} else {
		body = append(body, "--batch_1", "Content-Type: multipart/mixed; boundary=changeset_1", "")
	}
	n := 0
	for _, op := range operations {
		first, rest, _ := strings.Cut(op, "\n")
		first, times, _ := strings.Cut(first, " *")
		repeat, _ := strconv.Atoi(times)
		for range max(repeat, 1) {
			number := strconv.Itoa(n)
			body = append(append(body, delimiter), part(strings.ReplaceAll(first, "$n", number), strings.ReplaceAll(rest, "$n", number))...)
			n++
		}
	}
	body = append(body, delimiter+"--")
	if !single {
		body = append(body, "--batch_1--")
	}
	return append(body, "")
}

// part returns the lines of one operation.
func part(first, rest string) []string {
	method, url, _ := strings.Cut(first, " ")
	head, body, hasBody := strings.Cut("\n"+rest, "\n| ")
	lines := []string{"Content-Type: application/http", "Content-Transfer-Encoding: binary", "", method + " " + cloud + url + " HTTP/1.1"}
	for field := range strings.SplitSeq(head, "\n") {
		if field != "" {
			lines = append(lines, field)
		}
	}
	if !strings.Contains(head, "Accept:") {
		lines = append(lines, "Accept: application/json;odata=minimalmetadata")
	}
	if hasBody && !strings.Contains(head, "Content-Type:") {
		lines = append(lines, "Content-Type: application/json")
	}
	lines = append(lines, "")
	if hasBody {
		lines = append(lines, body)
	}
	return lines
}

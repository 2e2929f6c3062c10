package wire

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// The rules of the service are in testdata/rules, one case each, as requests
// and what must come back:
//
//	## 2.6 an insert answers with the entity      a case, with the rule it shows
//	> POST /Tab                                    a request: verb and URL,
//	> Prefer: return-content                       then fields
//	> | {"PartitionKey":"a","RowKey":"b"}          and lines of the body
//	< 201 Created                                  the status (and reason),
//	< Preference-Applied: return-content           a field (* stands for anything),
//	< !DataServiceId                               a field that is not there,
//	= {"PartitionKey":"a",*}                       the whole body,
//	~ "RowKey":"b"                                 a part of it,
//	^ "odata.id"                                   something not in it
//	! 404 TableNotFound The table ...              a JSON error: status, code, message
//	! part 409 EntityAlreadyExists 0:The ...       the same, of the only part of a batch
//	@ 40                                           the clock moves by 40 seconds
//
// A batch is written by its operations, which are put into one changeset (a
// single GET stands alone); *3 at the end of a URL repeats the operation, and
// $n is its number:
//
//	% POST /Tab *3                                 verb and URL,
//	% Prefer: return-no-content                    fields
//	% | {"PartitionKey":"p","RowKey":"$n"}         and body of an operation
//
// A request has Accept: application/json unless it says otherwise ("-" is
// none). Every case begins with a table Tab that holds p/r with A = 1. $(x*3) is
// xxx, $(etag) is the ETag of the last answer that had one, and lines of a
// body are joined by CRLF.
type ruleCase struct {
	name  string
	line  int
	steps []string
}

func readRules(t *testing.T, file string) []ruleCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []ruleCase
	for i, line := range strings.Split(string(data), "\n") {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			cases = append(cases, ruleCase{name: name, line: i + 1})
		} else if len(cases) > 0 && line != "" && line[0] != '#' {
			c := &cases[len(cases)-1]
			c.steps = append(c.steps, line)
		}
	}
	return cases
}

// now0 is when every case begins.
var now0, _ = table.ParseTicks("2026-01-02T03:04:05.1234567Z")

// stage is a service in the middle of a case.
type stage struct {
	t       *testing.T
	service *Service
	now     table.Ticks
	request *Request
	body    []string
	inner   []string // operations of a batch that is put together
	answer  Response
	etag    string
}

func newStage(t *testing.T) *stage {
	s := New("acct", table.NewAccount(), 1)
	created, err := s.Tables.Create("Tab", now0)
	if err != nil {
		t.Fatal(err)
	}
	e := table.Entity{Key: table.Key{PartitionKey: "p", RowKey: "r"}, Properties: []table.Property{{Name: "A", Value: table.Int32Value(1)}}}
	if _, err := created.Insert(e, now0); err != nil {
		t.Fatal(err)
	}
	return &stage{t: t, service: s, now: now0, etag: string(table.ETagOf(now0))}
}

// expand replaces $(x*n) and $(etag).
func (s *stage) expand(line string) string {
	for {
		start := strings.Index(line, "$(")
		if start < 0 {
			return line
		}
		end := start + strings.Index(line[start:], ")")
		inside := line[start+2 : end]
		text := s.etag
		if inside != "etag" {
			what, n, _ := strings.Cut(inside, "*")
			count, err := strconv.Atoi(n)
			if err != nil {
				s.t.Fatalf("bad repetition %q", inside)
			}
			text = strings.Repeat(what, count)
		}
		line = line[:start] + text + line[end+1:]
	}
}

// step does one line of a case.
func (s *stage) step(line string) {
	s.t.Helper()
	rest := s.expand(strings.TrimPrefix(line[1:], " "))
	switch line[0] {
	case '>':
		if isRequestLine(rest) {
			s.send()
		}
		s.add(rest)
		return
	case '%':
		s.addInner(rest)
		return
	case '@':
		s.send()
		seconds, err := strconv.Atoi(rest)
		if err != nil {
			s.t.Fatal(err)
		}
		s.now += table.Ticks(seconds) * table.Second
		return
	}
	s.send()
	switch line[0] {
	case '<':
		s.checkHead(rest)
	case '!':
		if inner, ok := strings.CutPrefix(rest, "part "); ok {
			s.checkInner(inner)
		} else {
			s.checkError(rest)
		}
	case '=':
		if got := string(s.answer.Body); !glob(rest, got) {
			s.t.Errorf("body\n got %s\nwant %s", got, rest)
		}
	case '~':
		if got := string(s.answer.Body); !strings.Contains(got, rest) {
			s.t.Errorf("body %s\nlacks %s", got, rest)
		}
	case '^':
		if got := string(s.answer.Body); strings.Contains(got, rest) {
			s.t.Errorf("body %s\nhas %s", got, rest)
		}
	default:
		s.t.Fatalf("bad line %q", line)
	}
}

// isRequestLine tells the first line of a request from its fields and body.
func isRequestLine(rest string) bool {
	method, url, _ := strings.Cut(rest, " ")
	return method != "" && method == strings.ToUpper(method) && method[0] >= 'A' && (strings.HasPrefix(url, "/") || strings.HasPrefix(url, "http"))
}

// add takes one line of a request.
func (s *stage) add(rest string) {
	switch {
	case s.request == nil:
		method, url, _ := strings.Cut(rest, " ")
		s.request = &Request{Method: method, URL: url, Header: Header{{"Host", "acct.table.core.windows.net"}}, Secure: true}
	case strings.HasPrefix(rest, "|"):
		s.body = append(s.body, strings.TrimPrefix(rest[1:], " "))
	default:
		name, value, _ := strings.Cut(rest, ":")
		value = strings.TrimSpace(value)
		if strings.EqualFold(name, "Host") {
			s.request.Header.Set(name, value)
			return
		}
		s.request.Header.Add(name, value)
	}
}

// addInner takes one line of an operation of a batch.
func (s *stage) addInner(rest string) {
	if isRequestLine(rest) {
		if len(s.inner) == 0 {
			s.send()
			s.add("POST /$batch")
			s.add("Content-Type: multipart/mixed; boundary=batch_1")
		}
		s.inner = append(s.inner, rest)
		return
	}
	s.inner[len(s.inner)-1] += "\n" + rest
}

// writeBatch makes the body of a batch of its operations.
func (s *stage) writeBatch() {
	single := len(s.inner) == 1 && strings.HasPrefix(s.inner[0], "GET")
	delimiter := "--changeset_1"
	if single {
		delimiter = "--batch_1"
	} else {
		s.body = append(s.body, "--batch_1", "Content-Type: multipart/mixed; boundary=changeset_1", "")
	}
	n := 0
	for _, op := range s.inner {
		first, rest, _ := strings.Cut(op, "\n")
		method, url, _ := strings.Cut(first, " ")
		url, times, _ := strings.Cut(url, " *")
		repeat, _ := strconv.Atoi(times)
		for range max(repeat, 1) {
			head, body, hasBody := strings.Cut("\n"+rest, "\n| ")
			s.body = append(s.body, delimiter, "Content-Type: application/http", "Content-Transfer-Encoding: binary", "",
				method+" https://acct.table.core.windows.net"+strings.ReplaceAll(url, "$n", strconv.Itoa(n))+" HTTP/1.1")
			for _, field := range strings.Split(head, "\n") {
				if field != "" {
					s.body = append(s.body, field)
				}
			}
			if !strings.Contains(head, "Accept:") {
				s.body = append(s.body, "Accept: application/json;odata=minimalmetadata")
			}
			s.body = append(s.body, "")
			if hasBody {
				s.body = append(s.body, strings.ReplaceAll(body, "$n", strconv.Itoa(n)))
			}
			n++
		}
	}
	s.body = append(s.body, delimiter+"--")
	if !single {
		s.body = append(s.body, "--batch_1--")
	}
	s.body = append(s.body, "")
	s.inner = nil
}

// send serves the request that was put together, if there is one.
func (s *stage) send() {
	if s.request == nil {
		return
	}
	if len(s.inner) > 0 {
		s.writeBatch()
	}
	r := s.request
	switch r.Header.Get("Accept") {
	case "":
		r.Header.Add("Accept", "application/json")
	case "-":
		r.Header.Set("Accept", "")
	}
	r.Body = []byte(strings.Join(s.body, "\r\n"))
	s.answer = s.service.Serve(*r, s.now)
	if tag := s.answer.Header.Get("ETag"); tag != "" {
		s.etag = tag
	}
	s.request, s.body = nil, nil
}

// checkHead checks a status or a field.
func (s *stage) checkHead(want string) {
	s.t.Helper()
	if name, ok := strings.CutPrefix(want, "!"); ok {
		if v, found := s.answer.Header.Lookup(name); found {
			s.t.Errorf("%s is %q, want none", name, v)
		}
		return
	}
	name, value, field := strings.Cut(want, ":")
	if _, err := strconv.Atoi(strings.Fields(want)[0]); err == nil || !field {
		got := strconv.Itoa(s.answer.Status)
		if strings.Contains(want, " ") {
			got += " " + s.answer.Reason
		}
		if got != want {
			s.t.Errorf("status %s, want %s; body %s", got, want, s.answer.Body)
		}
		return
	}
	if got := s.answer.Header.Get(name); !glob(strings.TrimSpace(value), got) {
		s.t.Errorf("%s is %q, want %q", name, got, strings.TrimSpace(value))
	}
}

// checkInner checks the error of an operation of a batch, whose own status is
// 202.
func (s *stage) checkInner(want string) {
	s.t.Helper()
	status, rest, _ := strings.Cut(want, " ")
	code, message, _ := strings.Cut(rest, " ")
	body := string(s.answer.Body)
	head := `{"odata.error":{"code":"` + code + `","message":{"lang":"en-US","value":"` + string(appendText(nil, message)) + `\nRequestId:`
	if s.answer.Status != 202 || strings.Count(body, "\nHTTP/1.1 ") != 1 || !strings.Contains(body, "\nHTTP/1.1 "+status+" ") || !strings.Contains(body, head) {
		s.t.Errorf("got %d %s\nwant one part with %s", s.answer.Status, body, want)
	}
}

// checkError checks the status, code and message of a JSON error.
func (s *stage) checkError(want string) {
	s.t.Helper()
	status, rest, _ := strings.Cut(want, " ")
	code, message, _ := strings.Cut(rest, " ")
	head := `{"odata.error":{"code":"` + code + `","message":{"lang":"en-US","value":"` + string(appendText(nil, message)) + `\nRequestId:`
	if strconv.Itoa(s.answer.Status) != status || !strings.HasPrefix(string(s.answer.Body), head) {
		s.t.Errorf("got %d %s\nwant %s", s.answer.Status, s.answer.Body, want)
	}
}

// glob matches a text against a pattern in which * stands for anything.
func glob(pattern, text string) bool {
	pieces := strings.Split(pattern, "*")
	if len(pieces) == 1 {
		return pattern == text
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	if !strings.HasPrefix(text, first) {
		return false
	}
	text = text[len(first):]
	for _, piece := range pieces[1 : len(pieces)-1] {
		i := strings.Index(text, piece)
		if i < 0 {
			return false
		}
		text = text[i+len(piece):]
	}
	return strings.HasSuffix(text, last)
}

// Every rule of the service that this package answers for has a case.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, file := range files {
		for _, c := range readRules(t, file) {
			t.Run(filepath.Base(file)+":"+strconv.Itoa(c.line)+" "+c.name, func(t *testing.T) {
				s := newStage(t)
				for _, line := range c.steps {
					s.step(line)
				}
				s.send()
			})
		}
	}
}

package wire

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/rule"
)

// now0 is when every case begins.
var now0, _ = table.ParseTicks("2026-01-02T03:04:05.1234567Z")

// stage is a service in the middle of a case.
type stage struct {
	t       *testing.T
	service *Service
	now     table.Ticks
	play    *rule.Play
}

func newStage(t *testing.T) *stage {
	t.Helper()
	tables := table.NewAccount()
	s := &stage{t: t, service: New("acct", tables, 1), now: now0}
	s.play = rule.NewPlay(s)
	if d := s.play.Begin(); d != nil {
		t.Fatal(d)
	}
	s.service = New("acct", tables, 1) // ids of requests begin with the case
	return s
}

// Do answers a request of a case.
func (s *stage) Do(asked rule.Request) (rule.Answer, error) {
	req := Request{Method: asked.Method, URL: asked.URL, Body: []byte(asked.Body), Header: Header{{"Host", "acct.table.core.windows.net"}}, Secure: true}
	for _, f := range asked.Fields {
		if f.Name == "Host" {
			req.Header.Set(f.Name, f.Value)
			continue
		}
		req.Header.Add(f.Name, f.Value)
	}
	resp := s.service.Serve(req, s.now)
	a := rule.Answer{Status: resp.Status, Reason: resp.Reason, Body: string(resp.Body)}
	for _, f := range resp.Header {
		a.Fields = append(a.Fields, rule.Field{Name: f.Name, Value: f.Value})
	}
	return a, nil
}

// Advance moves the clock.
func (s *stage) Advance(seconds int) error {
	s.now += table.Ticks(seconds) * table.Second
	return nil
}

// Expect leaves what cases expect as it is: their account is that of the stage.
func (s *stage) Expect(want string) string { return want }

// run does lines of a case.
func (s *stage) run(lines ...string) {
	s.t.Helper()
	if d := s.play.Run(lines...); d != nil {
		s.t.Error(d)
	}
}

// Every rule of the service that this package answers for has a case.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := rule.Parse(filepath.Base(file), string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(c.File+":"+strconv.Itoa(c.Line)+" "+c.String(), func(t *testing.T) { newStage(t).run(c.Steps...) })
		}
	}
}

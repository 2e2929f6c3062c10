package endpoint

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/keyrange/keyrange/build/fault"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// faulty is an endpoint with a table and rules.
func faulty(t *testing.T, rules string) *served {
	t.Helper()
	s := serve(t, Options{Open: true, AdminToken: "token"}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tab", insert(1))
	s.rules(rules)
	return s
}

func (s *served) rules(text string) {
	s.t.Helper()
	rules, err := fault.ParseRules(text)
	if err != nil {
		s.t.Fatal(err)
	}
	s.options.Faults.Set(rules, 1)
}

// once sends a request on a connection of its own, which the client does not send
// again.
func (s *served) once(method, path, body string, fields ...string) (int, string, error) {
	s.client.CloseIdleConnections()
	return s.try(method, path, io.MultiReader(strings.NewReader(body)), fields...)
}

// A request whose answer is lost was done, and one that is lost was not.
func TestLostAnswers(t *testing.T) {
	for rule, want := range map[string]struct {
		rows string
		err  error
	}{
		"lost-response op=insert": {"0001 0002", io.EOF},
		"lost-request op=insert":  {"0001", io.EOF},
		"reset op=insert":         {"0001", syscall.ECONNRESET},
		"half-response op=insert": {"0001 0002", io.ErrUnexpectedEOF},
	} {
		t.Run(rule, func(t *testing.T) {
			s := faulty(t, rule)
			status, text, err := s.once("POST", "/Tab", insert(2), "Prefer", "return-content")
			if !errors.Is(err, want.err) {
				t.Errorf("got %d %s, %v, want the error %v", status, text, err, want.err)
			}
			if got := s.rows(); got != want.rows {
				t.Errorf("got the entities %s, want %s", got, want.rows)
			}
			s.rules("")
			if strings.Contains(want.rows, "0002") {
				s.must(409, "POST", "/Tab", insert(2)) // what a retry that is not prepared for it gets
			} else {
				s.must(201, "POST", "/Tab", insert(2))
			}
		})
	}
}

// An error of the service has its body, and comes instead of the request or after
// it.
func TestErrors(t *testing.T) {
	for rule, want := range map[string]struct {
		status int
		code   string
		rows   string
	}{
		"500 op=insert count=1":          {500, "InternalError", "0001"},
		"503 op=insert count=1":          {503, "ServerBusy", "0001"},
		"timeout op=insert count=1":      {500, "OperationTimedOut", "0001"},
		"500 done op=insert count=1":     {500, "InternalError", "0001 0002"},
		"timeout done op=insert count=1": {500, "OperationTimedOut", "0001 0002"},
	} {
		s := faulty(t, rule)
		status, text := s.send("POST", "/Tab", insert(2))
		if status != want.status || !strings.Contains(text, `"code":"`+want.code+`"`) || !strings.Contains(text, "RequestId:") {
			t.Errorf("%s: got %d %s", rule, status, text)
		}
		if got := s.rows(); got != want.rows {
			t.Errorf("%s: got the entities %s, want %s", rule, got, want.rows)
		}
	}
}

// A rival's write comes between what a client read and what it writes: the version
// that it knows is gone, and the next try succeeds.
func TestRival(t *testing.T) {
	s := faulty(t, "rival op=conditional count=1\nrival op=insert count=1")
	const one = "/Tab(PartitionKey='p',RowKey='0001')"
	etag := func() string {
		_, tag, _ := strings.Cut(s.must(200, "GET", one, "", "Accept", "application/json"), `"odata.etag":"`)
		tag, _, _ = strings.Cut(tag, `",`)
		return strings.ReplaceAll(tag, `\"`, `"`)
	}
	known := etag()
	s.must(412, "PUT", one, `{"N":5}`, "If-Match", known)
	if fresh := etag(); fresh == known {
		t.Error("the rival wrote nothing")
	} else {
		s.must(204, "PUT", one, `{"N":5}`, "If-Match", fresh)
	}
	s.must(409, "POST", "/Tab", insert(7))
}

// A clock that is off by more than 15 minutes refuses signatures, and one that is
// off by less does not.
func TestSkew(t *testing.T) {
	s := serve(t, Options{}, Bounds{})
	key, _ := access.ParseSigningKey(access.DevelopmentKey)
	for rule, want := range map[string]int{"skew for=20m": 403, "skew for=-20m": 403, "skew for=10m": 200} {
		s.rules(rule)
		if got := s.signedGet(key); got != want {
			t.Errorf("%s: got %d, want %d", rule, got, want)
		}
	}
}

// A delayed request is done in the end, and at once for a client that is gone.
func TestDelay(t *testing.T) {
	s := faulty(t, "delay for=10m op=get\ndelay for=1ms op=insert")
	s.must(201, "POST", "/Tab", insert(2))
	ctx, leave := context.WithCancel(t.Context())
	leave()
	pause(ctx, 10*time.Minute)
}

// Rules are for keys wherever a request has them.
func TestFaultsByKey(t *testing.T) {
	s := faulty(t, "503 from=q to=r")
	s.must(201, "POST", "/Tab", insert(2))
	s.must(503, "POST", "/Tab", `{"PartitionKey":"q","RowKey":"1"}`)
	s.must(503, "PUT", "/Tab(PartitionKey='q',RowKey='1')", `{}`)
	s.must(404, "GET", "/Tab(PartitionKey='r',RowKey='1')", "")
	s.must(503, "GET", "/Tab(PartitionKey='q7',RowKey='1')", "")
	s.must(202, "POST", "/$batch", batchOf(s.url, insert(3)), "Content-Type", batchType)
	s.must(503, "POST", "/$batch", batchOf(s.url, `{"PartitionKey":"q","RowKey":"1"}`), "Content-Type", batchType)
	s.rules("503 op=batch table=tab")
	s.must(503, "POST", "/$batch", batchOf(s.url, insert(4)), "Content-Type", batchType)
}

// steer sends a request of who steers the endpoint.
func (s *served) steer(method, path, body, token, host string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, strings.TrimSuffix(s.url, "/"+access.DevelopmentAccount)+"/keyrange/"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// Rules are put in force, listed with what came of them and taken away over HTTP,
// by who has the token and is on this machine.
func TestSteerFaults(t *testing.T) {
	s := faulty(t, "")
	if status, text := s.steer("PUT", "faults?seed=7", "# two tries fail\n503 op=get count=2\n", "token", ""); status != 200 {
		t.Fatalf("got %d %s", status, text)
	}
	for _, want := range []int{503, 503, 200} {
		s.must(want, "GET", "/Tab(PartitionKey='p',RowKey='0001')", "")
	}
	if _, text := s.steer("GET", "faults", "", "token", ""); text != "# for 2 requests, 2 faults\n503 op=get count=2\n" {
		t.Errorf("got %q", text)
	}
	for name, c := range map[string]struct {
		method, path, body, token, host string
		status                          int
	}{
		"no token":        {"GET", "faults", "", "", "", 401},
		"a wrong token":   {"DELETE", "faults", "", "tokem", "", 401},
		"a foreign name":  {"GET", "faults", "", "token", "evil.example", 403},
		"no rule":         {"PUT", "faults", "boom", "token", "", 400},
		"no seed":         {"PUT", "faults?seed=x", "503", "token", "", 400},
		"another verb":    {"PATCH", "faults", "", "token", "", 405},
		"something else":  {"GET", "nothing", "", "token", "", 404},
		"no such state":   {"POST", "snapshots/none", "", "token", "", 409},
		"no name":         {"PUT", "snapshots/", "", "token", "", 409},
		"no log":          {"POST", "compact", "", "token", "", 409},
		"a verb of state": {"GET", "snapshots/a", "", "token", "", 405},
	} {
		if status, text := s.steer(c.method, c.path, c.body, c.token, c.host); status != c.status {
			t.Errorf("%s: got %d %s, want %d", name, status, text, c.status)
		}
	}
	if _, text := s.steer("DELETE", "faults", "", "token", ""); text != "" || s.options.Faults.Active() {
		t.Errorf("the rules are still in force: %q", text)
	}
	without := serve(t, Options{Open: true}, Bounds{})
	if status, _ := without.steer("GET", "faults", "", "", ""); status != 404 {
		t.Errorf("without a token: got %d", status)
	}
}

// A test goes back to a snapshot as often as it likes, with a log too, and what
// came after is gone for good.
func TestSnapshots(t *testing.T) {
	o := Options{Open: true, AdminToken: "token", Data: filepath.Join(t.TempDir(), "tables.log")}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tab", insert(1))
	s.must(204, "PUT", "/Tab?comp=acl", `<SignedIdentifiers><SignedIdentifier><Id>x</Id></SignedIdentifier></SignedIdentifiers>`)
	steer := func(method, path string) {
		t.Helper()
		if status, text := s.steer(method, path, "", "token", ""); status != 204 {
			t.Fatalf("got %d %s", status, text)
		}
	}
	steer("PUT", "snapshots/clean")
	for range 2 {
		s.must(201, "POST", "/Tab", insert(2))
		s.must(204, "PUT", "/Tab(PartitionKey='p',RowKey='0001')", `{"N":100}`)
		s.must(201, "POST", "/Tables", `{"TableName":"Other"}`)
		s.must(204, "PUT", "/Tab?comp=acl", "")
		steer("POST", "snapshots/clean")
		if body := s.must(200, "GET", "/Tab", ""); !strings.Contains(body, `"N":1}`) || strings.Contains(body, "0002") {
			t.Errorf("got %s", body)
		}
		s.must(404, "GET", "/Tables('Other')", "")
		if body := s.must(200, "GET", "/Tab?comp=acl", ""); !strings.Contains(body, "<Id>x</Id>") {
			t.Errorf("got %s", body)
		}
	}
	s.must(201, "POST", "/Tab", insert(3))
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, Options{Data: o.Data, Open: true}, Bounds{})
	if got := again.rows(); got != "0001 0003" {
		t.Errorf("after a restart: got %s", got)
	}
}

// When the disk fails, what is served after going back to a snapshot is what is on
// the disk.
func TestRestoreOnFullDisk(t *testing.T) {
	var d disk
	o := Options{Open: true, AdminToken: "token", Data: filepath.Join(t.TempDir(), "tables.log"), File: d.file}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	if err := s.TakeSnapshot("empty"); err != nil {
		t.Fatal(err)
	}
	s.must(201, "POST", "/Tab", insert(1))
	d.full.Store(true)
	if err := s.Restore("empty"); err == nil {
		t.Error("got no error")
	}
	if got := s.rows(); got != "0001" {
		t.Errorf("got %s", got)
	}
	d.full.Store(false)
	if err := s.Restore("empty"); err != nil {
		t.Fatal(err)
	}
	s.must(201, "POST", "/Tab", insert(2))
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if got := serve(t, Options{Data: o.Data, Open: true}, Bounds{}).rows(); got != "0002" {
		t.Errorf("after a restart: got %s", got)
	}
}

// Every request is in the access log while there are rules, also one that no rule
// is for and one whose body does not come.
func TestFaultyAccessLog(t *testing.T) {
	var said lines
	s := serve(t, Options{Open: true, Local: true, Access: &said}, Bounds{})
	s.rules("503 op=insert")
	s.must(501, "GET", "/?comp=list", "")
	s.must(400, "POST", "/Tab", insert(1), "Content-Type", "")
	s.must(503, "POST", "/Tab", insert(1))
	r := httptest.NewRequest("POST", "http://127.0.0.1/"+access.DevelopmentAccount+"/Tab", iotest.ErrReader(io.ErrUnexpectedEOF))
	r.ContentLength = 10
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(httptest.NewRecorder(), r)
	var got []string
	for line := range strings.Lines(said.String()) {
		_, status, _ := strings.Cut(line, `"status":`)
		status, _, _ = strings.Cut(status, ",")
		got = append(got, status)
	}
	if want := "501 400 503 408"; strings.Join(got, " ") != want {
		t.Errorf("got the statuses %v in the access log, want %s", got, want)
	}
}

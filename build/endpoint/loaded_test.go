package endpoint

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// crowded is an endpoint behind a model, in the time of a test.
type crowded struct {
	*Endpoint
	t    *testing.T
	door *frontdoor.Door
}

func crowd(t *testing.T, change func(s *frontdoor.Setting)) *crowded {
	t.Helper()
	s, err := frontdoor.ReadSetting(frontdoor.Then, "quick")
	if err != nil {
		t.Fatal(err)
	}
	change(&s)
	c := &crowded{t: t, door: frontdoor.New(s, nil)}
	if c.Endpoint, err = New(Options{Door: c.door, AdminToken: "token", Open: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ask sends a request, as a client on this machine does.
func (c *crowded) ask(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1/"+access.DevelopmentAccount+path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:1234"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;odata=nometadata")
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

func (c *crowded) must(status int, method, path, body string) *httptest.ResponseRecorder {
	c.t.Helper()
	w := c.ask(method, path, body)
	if w.Code != status {
		c.t.Fatalf("%s %s: got %d %s, want %d", method, path, w.Code, w.Body, status)
	}
	return w
}

func row(pk string, n int) string { return fmt.Sprintf(`{"PartitionKey":%q,"RowKey":"%04d"}`, pk, n) }

// A refusal is the service's own, and nothing was done; which requests wait is up to
// the model: those about entities, in tables that are there.
func TestRefusedByModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crowd(t, func(s *frontdoor.Setting) { s.Params.AccountLimit = 2 })
		c.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
		c.must(201, "POST", "/Tab", row("a", 1))
		c.must(404, "GET", "/None(PartitionKey='a',RowKey='b')", "")
		c.must(201, "POST", "/Tab", row("a", 2))
		w := c.must(503, "POST", "/Tab", row("a", 3))
		if s := w.Body.String(); !strings.Contains(s, `"code":"ServerBusy"`) || !strings.Contains(s, "Operations per second is over the account limit.\\nRequestId:") ||
			w.Header().Get("Retry-After") != "" {
			t.Errorf("got %s %v", s, w.Header())
		}
		c.must(200, "GET", "/Tables", "")
		time.Sleep(time.Second)
		c.must(404, "GET", "/Tab(PartitionKey='a',RowKey='0003')", "")
		time.Sleep(time.Second)
		if s := c.must(200, "GET", "/Tab()", "").Body.String(); strings.Count(s, "RowKey") != 2 {
			t.Errorf("got %s, want what was answered with 201", s)
		}
		for range 3 { // a page of so many entities costs as many
			time.Sleep(time.Second)
			c.must(201, "POST", "/Tab", row("b", time.Now().Second()))
		}
		if w := c.ask("GET", "/Tab()", ""); w.Code != 503 {
			t.Errorf("a page of five entities is answered with %d, the account may read two a second", w.Code)
		}
	})
}

// A batch costs what its entities cost.
func TestBatchCost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crowd(t, func(s *frontdoor.Setting) { s.Params.AccountLimit = 3 })
		c.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
		for n, want := range map[int]int{2: 202, 4: 503} {
			time.Sleep(2 * time.Second)
			var b strings.Builder
			b.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
			for i := range n {
				fmt.Fprintf(&b, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
					"POST http://127.0.0.1/%s/Tab HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json;odata=nometadata\r\n\r\n%s\r\n",
					access.DevelopmentAccount, row(fmt.Sprint("p", n), i))
			}
			b.WriteString("--c--\r\n--b--\r\n")
			r := httptest.NewRequest("POST", "http://127.0.0.1/"+access.DevelopmentAccount+"/$batch", strings.NewReader(b.String()))
			r.Header.Set("Content-Type", "multipart/mixed; boundary=b")
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("a batch of %d entities, of which three may be written: got %d %s, want %d", n, w.Code, w.Body, want)
			}
		}
	})
}

// The pages of a query end where the ranges do at that moment, a page may be empty,
// and a range that is away refuses its page alone.
func TestPagesOfMovingRanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crowd(t, func(s *frontdoor.Setting) { s.Params.Manager = false })
		c.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
		for i, pk := range []string{"a", "b", "x", "y"} {
			c.must(201, "POST", "/Tab", row(pk, i))
		}
		pages := func() (out []string) {
			query := "/Tab()"
			for {
				w := c.ask("GET", query, "")
				if w.Code != http.StatusOK {
					return append(out, fmt.Sprint(w.Code))
				}
				out = append(out, fmt.Sprint(strings.Count(w.Body.String(), "RowKey")))
				next := w.Header()["x-ms-continuation-NextPartitionKey"] // as it was sent
				if next == nil {
					return out
				}
				query = "/Tab()?NextPartitionKey=" + next[0]
			}
		}
		hold := func(what, want string) {
			t.Helper()
			if got := strings.Join(pages(), " "); got != want {
				t.Errorf("%s: got pages of %s, want %s", what, got, want)
			}
		}
		hold("one range", "4")
		key := func(k string) keyed.Key { return keyed.Key{Table: "tab", PartitionKey: k} }
		c.door.Split(key("m"))
		time.Sleep(time.Minute)
		hold("two ranges", "2 2")
		c.door.Split(key("g"))
		time.Sleep(time.Minute)
		hold("three ranges, one of them empty", "2 0 2")
		if err := c.door.Move(key("z"), 9); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		hold("the last one is away", "2 0 503")
		time.Sleep(time.Minute)
		hold("it is back", "2 0 2")
		if o := c.door.Pass(t.Context(), key("z"), service.Get, 1); o.Verdict != frontdoor.Served {
			t.Errorf("got %v", o)
		}
	})
}

// The rules of faults reach the model: a range is throttled wherever it ends by then,
// a server fails, a range is split and moved. Where there is no model they are refused.
func TestModelFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := crowd(t, func(s *frontdoor.Setting) { s.Params.Manager = false })
		c.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
		n := 0
		rules := func(text string) {
			r := httptest.NewRequest("PUT", "http://127.0.0.1/keyrange/faults", strings.NewReader(text))
			r.RemoteAddr = "127.0.0.1:1"
			r.Header.Set("Authorization", "Bearer token")
			w := httptest.NewRecorder()
			if c.ServeHTTP(w, r); w.Code != 200 {
				t.Errorf("%s: got %d %s", text, w.Code, w.Body)
			}
		}
		insert := func(pk string, want int) {
			t.Helper()
			n++
			if w := c.ask("POST", "/Tab", row(pk, n)); w.Code != want {
				t.Errorf("an insert of %s: got %d %s, want %d", pk, w.Code, w.Body, want)
			}
		}
		rules("split table=Tab key=m")
		insert("a", 201)
		time.Sleep(time.Minute)
		rules("throttle table=Tab key=z")
		insert("a", 201)
		insert("m", 503)
		rules("move table=Tab key=a server=9")
		insert("a", 503)
		insert("z", 201)
		time.Sleep(time.Minute)
		rules("fail-server server=9")
		insert("b", 503)
		insert("z", 201)
		time.Sleep(time.Minute)
		insert("b", 201)
	})
	e := serve(t, Options{AdminToken: "token", Open: true}, Bounds{})
	r, err := http.NewRequest("PUT", strings.Replace(e.url, "/devstoreaccount1", "/keyrange/faults", 1), strings.NewReader("fail-server server=1"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer token")
	resp, err := e.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("without a model: got %d, want %d", resp.StatusCode, http.StatusBadRequest)
	}
}

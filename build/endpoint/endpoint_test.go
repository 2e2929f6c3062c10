package endpoint

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// served is an endpoint that answers on the loopback address.
type served struct {
	*Endpoint
	t      *testing.T
	url    string
	stop   func() error
	client *http.Client
}

func serve(t *testing.T, o Options, b Bounds) *served {
	t.Helper()
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, e, b) }()
	s := &served{Endpoint: e, t: t, url: "http://" + l.Addr().String() + "/" + access.DevelopmentAccount,
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: hang}}
	s.stop = sync.OnceValue(func() error {
		s.client.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			return err
		}
		return e.Close()
	})
	t.Cleanup(func() { s.stop() })
	return s
}

// send sends a request and returns the status and the body.
func (s *served) send(method, path, body string, fields ...string) (int, string) {
	s.t.Helper()
	status, text, err := s.try(method, path, strings.NewReader(body), fields...)
	if err != nil {
		s.t.Fatal(err)
	}
	return status, text
}

func (s *served) try(method, path string, body io.Reader, fields ...string) (int, string, error) {
	r, err := http.NewRequest(method, s.url+path, body)
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text), err
}

// must sends a request that has to be answered with a status.
func (s *served) must(status int, method, path, body string, fields ...string) string {
	s.t.Helper()
	got, text := s.send(method, path, body, fields...)
	if got != status {
		s.t.Fatalf("%s %s: got %d %s, want %d", method, path, got, text, status)
	}
	return text
}

const batchType = "multipart/mixed; boundary=b"

// batchOf is a changeset of inserts.
func batchOf(url string, entities ...string) string {
	var b strings.Builder
	b.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
	for _, e := range entities {
		fmt.Fprintf(&b, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST %s/Tab HTTP/1.1\r\nAccept: application/json\r\nContent-Type: application/json\r\n\r\n%s\r\n", url, e)
	}
	b.WriteString("--c--\r\n--b--\r\n")
	return b.String()
}

// Everything that was changed is there after a start from the log, with the
// same versions, and nothing else is.
func TestRestart(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tables.log")
	s := serve(t, Options{Data: name, Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tables", `{"TableName":"Gone"}`)
	s.must(204, "DELETE", "/Tables('Gone')", "")
	s.must(201, "POST", "/Tab", `{"PartitionKey":"p","RowKey":"1","A":1,"B":"ꀕ"}`)
	s.must(409, "POST", "/Tab", `{"PartitionKey":"p","RowKey":"1"}`)
	s.must(204, "PATCH", "/Tab(PartitionKey='p',RowKey='1')", `{"C":3}`, "If-Match", "*")
	s.must(204, "PUT", "/Tab(PartitionKey='p',RowKey='2')", `{"D":4}`)
	s.must(204, "DELETE", "/Tab(PartitionKey='p',RowKey='2')", "", "If-Match", "*")
	s.must(204, "POST", "/Tab(PartitionKey='p',RowKey='1')", `{"E":5}`, "If-Match", "*", "X-HTTP-Method", "MERGE")
	good := s.must(202, "POST", "/$batch", batchOf(s.url, `{"PartitionKey":"p","RowKey":"3"}`, `{"PartitionKey":"p","RowKey":"4"}`), "Content-Type", batchType)
	if !strings.Contains(good, "201 Created") {
		t.Fatalf("the batch failed: %s", good)
	}
	bad := s.must(202, "POST", "/$batch", batchOf(s.url, `{"PartitionKey":"p","RowKey":"5"}`, `{"PartitionKey":"p","RowKey":"4"}`), "Content-Type", batchType)
	if !strings.Contains(bad, "409 Conflict") {
		t.Fatalf("the batch did not fail: %s", bad)
	}
	s.must(204, "PUT", "/Tab?comp=acl", `<SignedIdentifiers><SignedIdentifier><Id>x</Id></SignedIdentifier></SignedIdentifiers>`)
	s.must(202, "PUT", "/?restype=service&comp=properties", `<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders>*</AllowedHeaders><ExposedHeaders>*</ExposedHeaders><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>`)
	asked := []string{"/Tables", "/Tab", "/Tab?comp=acl", "/?restype=service&comp=properties"}
	var before []string
	for _, path := range asked {
		before = append(before, s.must(200, "GET", path, "", "Accept", "application/json"))
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, Options{Data: name, Open: true}, Bounds{})
	if again.Replayed != 11 || again.Tail.Bytes != 0 {
		t.Errorf("got %d operations and a tail of %d bytes, want 11 and none", again.Replayed, again.Tail.Bytes)
	}
	for i, path := range asked {
		after := again.must(200, "GET", path, "", "Accept", "application/json")
		if a, b := strings.ReplaceAll(after, again.url, ""), strings.ReplaceAll(before[i], s.url, ""); a != b {
			t.Errorf("%s\n got %s\nwant %s", path, a, b)
		}
	}
	again.must(409, "POST", "/Tables", `{"TableName":"Gone"}`)
}

// No credentials come into the log.
func TestNoCredentialsInLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tables.log")
	s := serve(t, Options{Data: name, Open: true}, Bounds{})
	s.must(201, "POST", "/Tables?sig=SECRET1&sv=2019-02-02", `{"TableName":"Tab"}`, "Authorization", "SharedKey a:SECRET2", "Cookie", "SECRET3")
	s.must(201, "POST", "/Tab?s%69g=SECRET4&%73%69%67=SECRET5", insert(1))
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, "SECRET") || !strings.Contains(text, "TableName") {
		t.Errorf("the log holds %q", text)
	}
	serve(t, Options{Data: name, Open: true}, Bounds{}).must(200, "GET", "/Tab", "")
}

// Requests need credentials unless the endpoint is open.
func TestOpen(t *testing.T) {
	serve(t, Options{Open: true}, Bounds{}).must(200, "GET", "/Tables", "")
	serve(t, Options{}, Bounds{}).must(403, "GET", "/Tables", "")
}

// Many clients at once see what one after another would: each insert once,
// each page in order, each table with the entities of its own.
func TestConcurrentClients(t *testing.T) {
	s := serve(t, Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	const clients, each = 8, 30
	work := func(c int) error {
		for i := range each {
			key := fmt.Sprintf("(PartitionKey='p%d',RowKey='%03d')", c%3, c*each+i)
			steps := []struct {
				status             int
				method, path, body string
			}{
				{201, "POST", "/Tab", fmt.Sprintf(`{"PartitionKey":"p%d","RowKey":"%03d","N%d":%d}`, c%3, c*each+i, i, i)},
				{200, "GET", "/Tab" + key, ""},
				{200, "GET", "/Tab?$top=50", ""},
				{200, "GET", "/Tab?$filter=N5%20eq%205", ""},
				{204, "PATCH", "/Tab" + key, fmt.Sprintf(`{"M%d":"x"}`, i)},
				{200, "GET", "/Tables", ""},
				{409, "POST", "/Tables", `{"TableName":"Tab"}`},
				{204, "PUT", "/Tab?comp=acl", `<SignedIdentifiers></SignedIdentifiers>`},
				{200, "GET", "/Tab?comp=acl", ""},
			}
			for _, step := range steps {
				status, text, err := s.try(step.method, step.path, strings.NewReader(step.body))
				if err != nil || status != step.status {
					return fmt.Errorf("%s %s: got %d %s %v, want %d", step.method, step.path, status, text, err, step.status)
				}
			}
		}
		return nil
	}
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			if err := work(c); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	body := s.must(200, "GET", "/Tab?$select=RowKey", "")
	if n := strings.Count(body, `"RowKey"`); n != clients*each {
		t.Errorf("got %d entities, want %d", n, clients*each)
	}
}

// A page that takes long does not hold up a change: it is read from a snapshot.
func TestPageHoldsUpNobody(t *testing.T) {
	e, err := New(Options{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	r := e.held.readers.Get().(*reader)
	host := wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: "application/json"}}
	do := func(method, path, body string) wire.Response {
		return e.Handle(t.Context(), wire.Request{Method: method, URL: "/" + access.DevelopmentAccount + path, Header: host, Body: []byte(body)})
	}
	do("POST", "/Tables", `{"TableName":"Tab"}`)
	do("POST", "/Tab", `{"PartitionKey":"p","RowKey":"1"}`)
	changed := false
	r.ctx, r.until = t.Context(), time.Now().Add(hang)
	r.Decorate = func(wire.Request, wire.Operation, *wire.Response) { // the page is made; the lock is free
		changed = do("POST", "/Tab", `{"PartitionKey":"p","RowKey":"2"}`).Status == 201
	}
	now, _ := e.tick()
	resp := r.Serve(wire.Request{Method: "GET", URL: "/" + access.DevelopmentAccount + "/Tab", Header: host}, now)
	if resp.Status != 200 || !changed || strings.Contains(string(resp.Body), `"2"`) {
		t.Errorf("got %d %s, changed %v", resp.Status, resp.Body, changed)
	}
}

// Stopping waits for requests under way, and takes no more.
func TestShutdown(t *testing.T) {
	s := serve(t, Options{Open: true}, Bounds{Shutdown: hang})
	address := strings.TrimPrefix(strings.TrimSuffix(s.url, "/"+access.DevelopmentAccount), "http://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	body := `{"TableName":"Tab"}`
	fmt.Fprintf(conn, "POST /%s/Tables HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", access.DevelopmentAccount, len(body))
	first := make([]byte, 25)
	if _, err := io.ReadFull(conn, first); err != nil || !strings.HasPrefix(string(first), "HTTP/1.1 100") {
		t.Fatalf("got %q, %v, want to be asked for the body", first, err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	for { // until nobody listens any more
		probe, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		probe.Close()
	}
	io.WriteString(conn, body)
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 201") {
		t.Errorf("got %q, %v, want the answer", answer, err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// The name of a deleted table may be used at once where that is wanted, and what
// came of it is there after a start that wants otherwise.
func TestWindow(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tables.log")
	s := serve(t, Options{Data: name, Open: true, Window: -1}, Bounds{})
	for range 3 {
		s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
		s.must(204, "DELETE", "/Tables('Tab')", "")
	}
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, Options{Data: name, Open: true}, Bounds{})
	again.must(204, "DELETE", "/Tables('Tab')", "")
	again.must(409, "POST", "/Tables", `{"TableName":"Tab"}`)
}

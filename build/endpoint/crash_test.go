package endpoint

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// crashData tells a test process that it is a server with the given log.
const crashData = "KEYRANGE_CRASH_DATA"

// TestCrashServer is no test but the server that TestCrash kills.
func TestCrashServer(t *testing.T) {
	name := os.Getenv(crashData)
	if name == "" {
		t.Skip("only run by TestCrash")
	}
	e, err := New(Options{Data: name, Open: true})
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
	fmt.Println("serving", l.Addr(), e.Tail.Bytes)
	go func() { // so that many a crash comes while the log is made shorter
		for e.Compact() == nil {
		}
	}()
	Serve(context.Background(), l, e, Bounds{})
}

// crashes is how many times the server is killed: KEYRANGE_CRASHES, or few.
func crashes(t *testing.T) int {
	text := os.Getenv("KEYRANGE_CRASHES")
	if text == "" {
		return 10
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("KEYRANGE_CRASHES: %v", err)
	}
	return n
}

// writer is a client that remembers what it was promised. It inserts entities
// and gives one entity of its own ever higher numbers.
type writer struct {
	id       int
	url      string
	inserted []string // answered with 201
	sent     int      // inserts that were tried
	number   int      // the last that was answered
	etag     string
}

// run writes until the server is gone.
func (w *writer) run(client *http.Client) {
	for {
		w.sent++
		key := fmt.Sprintf("%d-%06d", w.id, w.sent)
		status, _ := w.send(client, "POST", "/Tab", fmt.Sprintf(`{"PartitionKey":"insert","RowKey":"%s","Text":"%s"}`, key, strings.Repeat("x", w.sent%3000)), "")
		if status != 201 {
			return
		}
		w.inserted = append(w.inserted, key)
		status, etag := w.send(client, "PUT", fmt.Sprintf("/Tab(PartitionKey='count',RowKey='%d')", w.id), fmt.Sprintf(`{"N":%d}`, w.number+1), w.etag)
		if status != 204 {
			return
		}
		w.number, w.etag = w.number+1, etag
	}
}

func (w *writer) send(client *http.Client, method, path, body, match string) (int, string) {
	r, err := http.NewRequest(method, w.url+path, strings.NewReader(body))
	if err != nil {
		return 0, ""
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Prefer", "return-no-content")
	if method == "POST" {
		r.Header.Set("Prefer", "return-content")
	}
	if match != "" {
		r.Header.Set("If-Match", match)
	}
	resp, err := client.Do(r)
	if err != nil {
		return 0, ""
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0, ""
	}
	return resp.StatusCode, resp.Header.Get("ETag")
}

// A server that is killed at any moment under load has, when it starts again,
// every change that it had answered, each once, whatever was at the end of its
// log.
func TestCrash(t *testing.T) {
	rounds, name := crashes(t), filepath.Join(t.TempDir(), "tables.log")
	seed := uint64(20261121)
	if text := os.Getenv("KEYRANGE_SEED"); text != "" {
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatalf("KEYRANGE_SEED: %v", err)
		}
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	writers := make([]*writer, 8)
	for i := range writers {
		writers[i] = &writer{id: i}
	}
	torn, cuts := false, 0
	for round := range rounds {
		s := startCrashServer(t, name)
		if torn && s.tail == 0 {
			t.Fatalf("round %d: an unfinished record was not cut", round)
		}
		if s.tail > 0 {
			cuts++
		}
		if round == 0 {
			s.create(t)
		}
		s.check(t, writers)
		s.load(writers, time.Duration(random.IntN(60_000))*time.Microsecond)
		torn = random.IntN(4) == 0
		if torn {
			tear(t, name, random)
		}
	}
	s := startCrashServer(t, name)
	s.check(t, writers)
	s.kill()
	once(t, name)
	total := 0
	for _, w := range writers {
		total += len(w.inserted) + w.number
	}
	t.Logf("size of the load: %d changes answered, %d crashes, %d unfinished ends cut", total, rounds, cuts)
}

// crashServer is a server in a process of its own.
type crashServer struct {
	cmd  *exec.Cmd
	url  string
	tail int64
}

func startCrashServer(t *testing.T, name string) *crashServer {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashServer$")
	cmd.Env = append(os.Environ(), crashData+"="+name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &crashServer{cmd: cmd}
	t.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	var address string
	if _, scanned := fmt.Sscanf(line, "serving %s %d", &address, &s.tail); err != nil || scanned != nil {
		t.Fatalf("the server says %q, %v", line, err)
	}
	s.url = "http://" + address + "/" + access.DevelopmentAccount
	return s
}

func (s *crashServer) kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

func (s *crashServer) create(t *testing.T) {
	w := writer{url: s.url}
	if status, _ := w.send(http.DefaultClient, "POST", "/Tables", `{"TableName":"Tab"}`, ""); status != 201 {
		t.Fatalf("creating the table is answered with %d", status)
	}
}

// load lets all writers write until the server is killed after a while.
func (s *crashServer) load(writers []*writer, while time.Duration) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: len(writers)}}
	var group sync.WaitGroup
	for _, w := range writers {
		w.url = s.url
		group.Go(func() { w.run(client) })
	}
	time.Sleep(while) // the moment of the crash, at random
	s.kill()
	group.Wait()
	client.CloseIdleConnections()
}

// check holds what is there to what was answered.
func (s *crashServer) check(t *testing.T, writers []*writer) {
	t.Helper()
	there, counts := map[string]bool{}, map[string]counted{}
	s.each(t, func(e counted) {
		if e.PartitionKey == "count" {
			counts[e.RowKey] = e
		} else {
			there[e.RowKey] = true
		}
	})
	for _, w := range writers {
		for _, key := range w.inserted {
			if !there[key] {
				t.Fatalf("the insert of %s was answered and is gone", key)
			}
		}
		now := counts[strconv.Itoa(w.id)]
		if now.N != w.number && now.N != w.number+1 {
			t.Fatalf("writer %d: the number is %d, want %d, or one more that was not answered", w.id, now.N, w.number)
		}
		w.number, w.etag = now.N, now.ETag
	}
}

type counted struct {
	PartitionKey, RowKey string
	ETag                 string `json:"odata.etag"`
	N                    int
}

// each reads all entities, page by page.
func (s *crashServer) each(t *testing.T, visit func(counted)) {
	t.Helper()
	next := ""
	for {
		r, err := http.NewRequest("GET", s.url+"/Tab?$select=PartitionKey,RowKey,N"+next, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/json")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var page struct{ Value []counted }
		err = json.NewDecoder(resp.Body).Decode(&page)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("a page is answered with %d, %v", resp.StatusCode, err)
		}
		for _, e := range page.Value {
			visit(e)
		}
		token := resp.Header.Get("x-ms-continuation-NextPartitionKey")
		if token == "" {
			return
		}
		next = "&NextPartitionKey=" + token + "&NextRowKey=" + resp.Header.Get("x-ms-continuation-NextRowKey")
	}
}

// tear leaves a record at the end of the log that is not finished, as a crash
// in the middle of a write does.
func tear(t *testing.T, name string, random *rand.Rand) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, first, _ := strings.Cut(string(data), "\n")
	length := 8 + int(binary.LittleEndian.Uint32([]byte(first[:4]))) // of the first record
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.WriteString(file, first[:1+random.IntN(length-1)]); err != nil {
		t.Fatal(err)
	}
}

// once checks that no change is in the log twice.
func once(t *testing.T, name string) {
	t.Helper()
	seen := map[string]bool{}
	l, _, err := oplog.Open(name, func(r oplog.Record) error {
		what := r.Request.URL + string(r.Request.Body) + string(r.Block)
		if seen[what] {
			t.Errorf("twice: %s", what)
		}
		seen[what] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

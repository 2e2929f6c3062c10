package endpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// disk is where the files of a log are written in a test. It can be made to fail.
type disk struct {
	full     atomic.Bool            // writes stop in the middle
	unsynced atomic.Bool            // what is written does not come to last
	syncing  atomic.Pointer[func()] // called before a sync
	writes   atomic.Int64           // counts them
	fails    func(write int64) bool // those that fail besides
}

func (d *disk) file(f oplog.File) oplog.File { return &diskFile{f, d} }

type diskFile struct {
	oplog.File
	disk *disk
}

func (f *diskFile) Write(p []byte) (int, error) {
	n := f.disk.writes.Add(1)
	if f.disk.full.Load() || f.disk.fails != nil && f.disk.fails(n) {
		half, err := f.File.Write(p[:len(p)/2])
		return half, errors.Join(err, &os.PathError{Op: "write", Path: "/secret/place", Err: syscall.ENOSPC})
	}
	return f.File.Write(p)
}

func (f *diskFile) Sync() error {
	if hook := f.disk.syncing.Load(); hook != nil {
		(*hook)()
	}
	if f.disk.unsynced.Load() {
		return syscall.EIO
	}
	return f.File.Sync()
}

// lines is what a process says, and may be read while it does.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func insert(n int) string { return fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%04d","N":%d}`, n, n) }

// rows are the RowKeys that are served.
func (s *served) rows() string {
	s.t.Helper()
	body := s.must(200, "GET", "/Tab?$select=RowKey", "")
	var keys []string
	for _, part := range strings.Split(body, `"RowKey":"`)[1:] {
		key, _, _ := strings.Cut(part, `"`)
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

// A change that the log cannot hold is not seen, not even until a restart. Its
// client gets the service's own error, the process says why, and changes go on
// when the disk does.
func TestFullDisk(t *testing.T) {
	for name, fail := range map[string]func(d *disk, to bool){
		"written in part": func(d *disk, to bool) { d.full.Store(to) },
		"not synced":      func(d *disk, to bool) { d.unsynced.Store(to) },
	} {
		t.Run(name, func(t *testing.T) {
			var d disk
			var said lines
			o := Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true, File: d.file, Warn: &said}
			s := serve(t, o, Bounds{})
			s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
			s.must(201, "POST", "/Tab", insert(1))
			fail(&d, true)
			for _, refused := range []string{
				s.must(500, "POST", "/Tab", insert(2)),
				s.must(500, "PUT", "/Tab(PartitionKey='p',RowKey='0001')", `{"N":100}`),
				s.must(500, "POST", "/Tables", `{"TableName":"Other"}`),
				s.must(500, "PUT", "/Tab?comp=acl", ""),
				s.must(500, "POST", "/$batch", batchOf(s.url, insert(3)), "Content-Type", batchType),
			} {
				if !strings.Contains(refused, "InternalError") || !strings.Contains(refused, "RequestId:") || strings.Contains(refused, "/") && strings.Contains(refused, "secret") {
					t.Errorf("a change is refused with %s", refused)
				}
			}
			if body := s.must(200, "GET", "/Tab", ""); !strings.Contains(body, `"N":1}`) || strings.Contains(body, "0002") {
				t.Errorf("what is served is not what is on the disk: %s", body)
			}
			s.must(404, "GET", "/Tables('Other')", "")
			if text := said.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "cannot be written") {
				t.Errorf("the process says %q, want one line", text)
			}
			fail(&d, false)
			s.must(201, "POST", "/Tab", insert(4))
			if !strings.Contains(said.String(), "can be written again") {
				t.Errorf("the process says %q", said.String())
			}
			if got := s.rows(); got != "0001 0004" {
				t.Errorf("got %s", got)
			}
			if err := s.stop(); err != nil {
				t.Fatal(err)
			}
			again := serve(t, Options{Data: o.Data, Open: true}, Bounds{})
			if got := again.rows(); got != "0001 0004" || again.Tail.Bytes != 0 {
				t.Errorf("after a restart: got %s and a tail of %d bytes", got, again.Tail.Bytes)
			}
		})
	}
}

// A reader does not see a change that then fails: it waits for the disk.
func TestReaderSeesWhatLasts(t *testing.T) {
	var d disk
	e, err := New(Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true, File: d.file})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	host := wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: "application/json"}}
	do := func(method, path, body string) wire.Response {
		return e.Handle(t.Context(), wire.Request{Method: method, URL: "/" + access.DevelopmentAccount + path, Header: host, Body: []byte(body)})
	}
	do("POST", "/Tables", `{"TableName":"Tab"}`)
	syncing, seen := make(chan struct{}), make(chan struct{})
	hook := sync.OnceFunc(func() {
		close(syncing)
		<-seen // the reader has seen the change in memory
		d.unsynced.Store(true)
	})
	d.syncing.Store(&hook)
	written := make(chan wire.Response, 1)
	go func() { written <- do("POST", "/Tab", insert(1)) }()
	<-syncing
	r := e.held.readers.Get().(*reader)
	decorate, once := r.Decorate, sync.OnceFunc(func() { close(seen) })
	r.Decorate = func(req wire.Request, op wire.Operation, resp *wire.Response) {
		if !strings.Contains(string(resp.Body), `"0001"`) {
			t.Error("the change is not even in memory: the test shows nothing")
		}
		once()
		decorate(req, op, resp)
	}
	e.held.readers.Put(r)
	e.held.readers.New = func() any { return r } // the pool may drop what it is given
	if resp := do("GET", "/Tab", ""); resp.Status != 200 || strings.Contains(string(resp.Body), `"0001"`) {
		t.Errorf("a reader got %d %s", resp.Status, resp.Body)
	}
	if resp := <-written; resp.Status != 500 {
		t.Errorf("the change is answered with %d", resp.Status)
	}
}

// Under many writers and a disk that fails now and then, what is served and what
// is there after a restart is what was answered, no more and no less.
func TestFailuresUnderLoad(t *testing.T) {
	d := disk{fails: func(n int64) bool { return n%17 == 0 }}
	o := Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true, File: d.file}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	const writers, each = 8, 60
	var promised [writers * each]bool
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := range each {
				n := w*each + i
				status, _, err := s.try("POST", "/Tab", strings.NewReader(insert(n)))
				if promised[n] = status == 201; err != nil || status != 201 && status != 500 {
					t.Errorf("got %d, %v", status, err)
				}
			}
		})
	}
	group.Wait()
	var want []string
	for n, taken := range promised {
		if taken {
			want = append(want, fmt.Sprintf("%04d", n))
		}
	}
	if len(want) == 0 || len(want) == writers*each {
		t.Fatalf("%d changes were taken: the test shows nothing", len(want))
	}
	check := func(when string, s *served) {
		if got := s.rows(); got != strings.Join(want, " ") {
			t.Errorf("%s: got %d entities, want %d:\n%s\n%s", when, len(strings.Fields(got)), len(want), got, strings.Join(want, " "))
		}
	}
	check("served", s)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	check("after a restart", serve(t, Options{Data: o.Data, Open: true}, Bounds{}))
}

// A log that ends at any byte of its last three records gives the changes whose
// records are whole, and no part of another.
func TestLogCutAnywhere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tables.log")
	s := serve(t, Options{Data: name, Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tab", insert(1))
	var states []string
	var sizes []int64
	note := func() {
		states = append(states, s.must(200, "GET", "/Tab", ""))
		sizes = append(sizes, s.log.Size())
	}
	note()
	s.must(204, "PUT", "/Tab(PartitionKey='p',RowKey='0001')", `{"N":2,"M":"two"}`)
	note()
	s.must(202, "POST", "/$batch", batchOf(s.url, insert(5), insert(6)), "Content-Type", batchType)
	note()
	s.must(204, "DELETE", "/Tab(PartitionKey='p',RowKey='0005')", "", "If-Match", "*")
	note()
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil || int64(len(whole)) != sizes[3] {
		t.Fatalf("the log has %d bytes, want %d, %v", len(whole), sizes[3], err)
	}
	host := wire.Header{{Name: "Host", Value: strings.TrimPrefix(s.url, "http://")[:15]}, {Name: "Accept", Value: "application/json;odata=nometadata"}}
	cut := filepath.Join(t.TempDir(), "cut.log")
	for size := sizes[0]; size <= sizes[3]; size++ {
		if err := os.WriteFile(cut, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		e, err := New(Options{Data: cut, Open: true})
		if err != nil {
			t.Fatalf("cut at %d: %v", size, err)
		}
		at := 0
		for at < 3 && sizes[at+1] <= size {
			at++
		}
		resp := e.Handle(t.Context(), wire.Request{Method: "GET", URL: "/" + access.DevelopmentAccount + "/Tab", Header: host})
		if string(resp.Body) != states[at] {
			t.Fatalf("cut at %d\n got %s\nwant %s", size, resp.Body, states[at])
		}
		e.Close()
	}
}

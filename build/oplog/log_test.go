package oplog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

func record(i int) Record {
	return Record{At: table.Ticks(i) * table.Second, Status: 201, Request: wire.Request{
		Method: "POST", URL: fmt.Sprintf("/acct/T%d", i), Body: bytes.Repeat([]byte{byte(i)}, i*3),
		Header: wire.Header{{Name: "Accept", Value: "application/json"}, {Name: "If-Match", Value: "*"}},
	}}
}

// open opens a log and returns what was in it.
func open(t *testing.T, name string) (*Log, Tail, []Record) {
	t.Helper()
	var found []Record
	l, tail, err := Open(name, func(r Record) error { found = append(found, r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return l, tail, found
}

// write makes a log with n records and returns its name.
func write(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "log")
	l, _, _ := open(t, name)
	for i := range n {
		number, err := l.Append(record(i))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Wait(number); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// What was appended is read back in order, and more can follow.
func TestLog(t *testing.T) {
	name := write(t, 5)
	l, tail, found := open(t, name)
	if tail.Bytes != 0 || len(found) != 5 {
		t.Fatalf("got %d records and a tail of %d bytes, want 5 and none", len(found), tail.Bytes)
	}
	for i, r := range found {
		want := record(i)
		if len(want.Request.Body) == 0 {
			want.Request.Body = r.Request.Body
		}
		if !reflect.DeepEqual(r, want) {
			t.Errorf("record %d\n got %+v\nwant %+v", i, r, want)
		}
	}
	if _, err := l.Append(record(5)); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil { // writes what nobody waited for
		t.Fatal(err)
	}
	again, _, found := open(t, name)
	defer again.Close()
	if len(found) != 6 {
		t.Errorf("got %d records after another, want 6", len(found))
	}
	if _, err := l.Append(record(6)); err == nil {
		t.Error("a closed log takes a record")
	}
}

// A file that ends at any byte holds the records that are whole, and can be
// written on.
func TestTornTail(t *testing.T) {
	whole, err := os.ReadFile(write(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	ends := []int64{int64(len(magic))}
	for i := range 3 {
		framed, err := appendRecord(nil, record(i))
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, ends[i]+int64(len(framed)))
	}
	name := filepath.Join(t.TempDir(), "log")
	for size := range len(whole) + 1 {
		if err := os.WriteFile(name, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		want := 0
		for want+1 < len(ends) && ends[want+1] <= int64(size) {
			want++
		}
		l, tail, found := open(t, name)
		if len(found) != want {
			t.Fatalf("cut at %d: got %d records, want %d", size, len(found), want)
		}
		if size >= len(magic) && (tail.Offset != ends[want] || tail.Bytes != int64(size)-ends[want]) {
			t.Fatalf("cut at %d: got %+v, want the end at %d", size, tail, ends[want])
		}
		if _, err := l.Append(record(9)); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		l, tail, found = open(t, name)
		l.Close()
		if len(found) != want+1 || tail.Bytes != 0 || found[want].Request.URL != "/acct/T9" {
			t.Fatalf("cut at %d and written on: got %d records and a tail of %d bytes", size, len(found), tail.Bytes)
		}
	}
}

// A last record with any wrong byte is cut; a wrong byte before other records
// ends it, and the file stays as it was.
func TestDamage(t *testing.T) {
	name := write(t, 3)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last, err := appendRecord(nil, record(2))
	if err != nil {
		t.Fatal(err)
	}
	for at := len(whole) - len(last); at < len(whole); at++ {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x41
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		l, tail, found := open(t, name)
		l.Close()
		if len(found) != 2 || tail.Bytes != int64(len(last)) {
			t.Fatalf("byte %d: got %d records and a tail of %d bytes", at, len(found), tail.Bytes)
		}
	}
	damaged := bytes.Clone(whole)
	damaged[len(magic)+frameBytes+12] ^= 1
	if err := os.WriteFile(name, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = Open(name, func(Record) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v, want an error that tells the damage", err)
	}
	after, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(after, damaged) {
		t.Errorf("the file was changed, %v", err)
	}
}

// What cannot be a log of this program is told and left alone.
func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "other")
	if err := os.WriteFile(other, []byte("something else that is long enough"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(other, nil); err == nil || !strings.Contains(err.Error(), "no operation log") {
		t.Errorf("another file: got %v", err)
	}
	if _, _, err := Open(filepath.Join(folder, "none", "log"), nil); err == nil {
		t.Error("a folder that is not there: got no error")
	}
	name := write(t, 1)
	l, _, _ := open(t, name)
	defer l.Close()
	if _, _, err := Open(name, nil); err == nil || !strings.Contains(err.Error(), "open") {
		t.Errorf("opened twice: got %v", err)
	}
	refused := errors.New("not again")
	if _, _, err := Open(write(t, 1), func(Record) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("a replay that fails: got %v", err)
	}
	big := record(1)
	big.Request.Body = make([]byte, MaxRecord+1)
	if _, err := l.Append(big); err == nil {
		t.Error("a record beyond the limit was taken")
	}
}

// Many writers at once lose nothing, and share the work of the disk.
func TestConcurrentWriters(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	l, _, _ := open(t, name)
	const writers, each = 16, 20
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := range each {
				number, err := l.Append(record(w*each + i))
				if err == nil {
					err = l.Wait(number)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, _, found := open(t, name)
	defer l.Close()
	seen := map[string]bool{}
	for _, r := range found {
		seen[r.Request.URL] = true
	}
	if len(found) != writers*each || len(seen) != writers*each {
		t.Errorf("got %d records of %d requests, want %d", len(found), len(seen), writers*each)
	}
}

// No bytes in a file can do more than end the reading.
func FuzzOpen(f *testing.F) {
	framed, err := appendRecord([]byte(magic), record(3))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(framed)
	f.Add([]byte(magic))
	f.Add(framed[:len(framed)-3])
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		records := 0
		l, _, err := Open(name, func(Record) error { records++; return nil })
		if err != nil {
			return
		}
		l.Close()
		again := 0
		l, tail, err := Open(name, func(Record) error { again++; return nil })
		if err != nil || again != records || tail.Bytes != 0 {
			t.Fatalf("opened again: %d records, then %d, %+v, %v", records, again, tail, err)
		}
		l.Close()
	})
}

// A log of the first version is read and appended to.
func TestFirstVersion(t *testing.T) {
	name := write(t, 2)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append([]byte(magicOfRequests), data[len(magic):]...), 0o600); err != nil {
		t.Fatal(err)
	}
	l, _, found := open(t, name)
	if len(found) != 2 {
		t.Fatalf("got %d records, want 2", len(found))
	}
	if _, err := l.Append(record(2)); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, _, found = open(t, name)
	defer l.Close()
	if len(found) != 3 {
		t.Errorf("got %d records, want 3", len(found))
	}
}

package endpoint

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A log that was made shorter gives the same account as the long one, settings
// and deleted names included, and goes on.
func TestCompact(t *testing.T) {
	o := Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tables", `{"TableName":"Gone"}`)
	s.must(204, "DELETE", "/Tables('Gone')", "")
	s.must(204, "PUT", "/Tab?comp=acl", `<SignedIdentifiers><SignedIdentifier><Id>x</Id><AccessPolicy><Expiry>2030-01-01T00:00:00Z</Expiry></AccessPolicy></SignedIdentifier></SignedIdentifiers>`)
	s.must(202, "PUT", "/?restype=service&comp=properties", `<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders>*</AllowedHeaders><ExposedHeaders>*</ExposedHeaders><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>`)
	for n := range 300 {
		s.must(204, "PUT", fmt.Sprintf("/Tab(PartitionKey='p%d',RowKey='%d')", n%3, n%20), fmt.Sprintf(`{"N":%d,"T":"%s"}`, n, strings.Repeat("t", n)))
	}
	long := s.log.Size()
	if err := s.Compact(); err != nil {
		t.Fatal(err)
	}
	if short := s.log.Size(); short >= long/2 {
		t.Errorf("the log has %d bytes, want much less than %d", short, long)
	}
	s.must(204, "PATCH", "/Tab(PartitionKey='p0',RowKey='0')", `{"M":1}`)
	asked := []string{"/Tables", "/Tab", "/Tab?comp=acl", "/?restype=service&comp=properties"}
	var before []string
	for _, path := range asked {
		before = append(before, s.must(200, "GET", path, "", "Accept", "application/json"))
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, o, Bounds{})
	if again.Replayed != 3 { // two settings and the change that came after
		t.Errorf("%d requests were done again, want 3", again.Replayed)
	}
	for i, path := range asked {
		after := again.must(200, "GET", path, "", "Accept", "application/json")
		if a, b := strings.ReplaceAll(after, again.url, ""), strings.ReplaceAll(before[i], s.url, ""); a != b {
			t.Errorf("%s\n got %s\nwant %s", path, a, b)
		}
	}
	again.must(409, "POST", "/Tables", `{"TableName":"Gone"}`)
}

// While a log is made shorter changes go on, and none of them is lost.
func TestCompactUnderLoad(t *testing.T) {
	o := Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	const writers, each = 6, 80
	var ended atomic.Bool
	var writing, compacting sync.WaitGroup
	compacting.Go(func() {
		for times := 0; !ended.Load() || times < 3; times++ {
			if err := s.Compact(); err != nil {
				t.Error(err)
			}
		}
	})
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				if status, text, err := s.try("POST", "/Tab", strings.NewReader(insert(w*each+i))); status != 201 {
					t.Errorf("got %d %s %v", status, text, err)
				}
			}
		})
	}
	writing.Wait()
	ended.Store(true)
	compacting.Wait()
	if n := len(strings.Fields(s.rows())); n != writers*each {
		t.Errorf("got %d entities, want %d", n, writers*each)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(serve(t, o, Bounds{}).rows())); n != writers*each {
		t.Errorf("after a restart: got %d entities, want %d", n, writers*each)
	}
}

// A log that cannot be made shorter stays as it is.
func TestCompactFails(t *testing.T) {
	var d disk
	o := Options{Data: filepath.Join(t.TempDir(), "tables.log"), Open: true, File: d.file}
	s := serve(t, o, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	s.must(201, "POST", "/Tab", insert(1))
	d.full.Store(true)
	if err := s.Compact(); err == nil {
		t.Error("got no error")
	}
	d.full.Store(false)
	s.must(201, "POST", "/Tab", insert(2))
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if got := serve(t, Options{Data: o.Data, Open: true}, Bounds{}).rows(); got != "0001 0002" {
		t.Errorf("got %s", got)
	}
}

package endpoint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a file system that is full for real it is the same.
func TestFullFileSystem(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("no file system of its own: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(folder, syscall.MNT_DETACH) })
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 256<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Data: filepath.Join(folder, "tables.log"), Open: true}, Bounds{})
	s.must(201, "POST", "/Tables", `{"TableName":"Tab"}`)
	large := `{"PartitionKey":"p","RowKey":"%04d","A":"` + strings.Repeat("x", 30_000) + `"}`
	var taken []string
	write := func(n int) bool {
		status, _ := s.send("POST", "/Tab", fmt.Sprintf(large, n))
		if status == 201 {
			taken = append(taken, fmt.Sprintf("%04d", n))
		} else if status != 500 {
			t.Fatalf("got %d", status)
		}
		return status == 201
	}
	n := 0
	for ; write(n); n++ {
		if n == 100 {
			t.Fatal("the disk is never full")
		}
	}
	for range 3 {
		n++
		write(n)
	}
	if got, want := s.rows(), strings.Join(taken, " "); got != want {
		t.Errorf("full: got %s, want %s", got, want)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if n++; !write(n) {
		t.Error("there is space again and the change is refused")
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, Options{Data: filepath.Join(folder, "tables.log"), Open: true}, Bounds{})
	if got, want := again.rows(), strings.Join(taken, " "); got != want {
		t.Errorf("after a restart: got %s, want %s", got, want)
	}
}

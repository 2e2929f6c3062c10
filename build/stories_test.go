package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// The list of what takes longest names files that there are, each once: a file that
// is renamed would go to the end of the queue and run alone there.
func TestLongestAreThere(t *testing.T) {
	for i, name := range longest {
		if _, err := os.Stat(filepath.Join("..", "web", "test", name)); err != nil {
			t.Error(err)
		}
		if slices.Contains(longest[:i], name) || turn("web/test/"+name) != i {
			t.Errorf("%s stands more than once", name)
		}
	}
	if got := turn("other.test.mjs"); got != len(longest) {
		t.Errorf("a file without a name there has the turn %d, want %d", got, len(longest))
	}
}

// Every file runs once, whatever fails. One more than before runs at a time once the
// other steps have ended, and not earlier.
func TestSpread(t *testing.T) { synctest.Test(t, spreads) }

func spreads(t *testing.T) {
	files := []string{"a", "b", "c", "d", "e", "f"}
	beside, end := make(chan struct{}), make(chan struct{})
	var ran atomic.Int32
	failed, got := errors.New("failed"), error(nil)
	go func() {
		got = spread(files, beside, func(file string) error {
			ran.Add(1)
			<-end
			return fmt.Errorf("%s %w", file, failed)
		})
	}()
	synctest.Wait()
	if n := ran.Load(); n != browsersAtOnce {
		t.Errorf("%d files run beside the other steps, want %d", n, browsersAtOnce)
	}
	close(beside)
	synctest.Wait()
	if n := ran.Load(); n != browsersAtOnce+1 {
		t.Errorf("%d files run after the other steps, want %d", n, browsersAtOnce+1)
	}
	close(end)
	synctest.Wait()
	lines := strings.Split(fmt.Sprint(got), "\n")
	if slices.Sort(lines); len(lines) != len(files) || int(ran.Load()) != len(files) {
		t.Fatalf("%d files ran and %q are told, want each once", ran.Load(), lines)
	}
	for i, file := range files {
		if lines[i] != file+" failed" {
			t.Errorf("got %q, want that %s failed", lines[i], file)
		}
	}
}

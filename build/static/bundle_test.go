package static

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func newBundle(files map[string]string) *bundle {
	b := &bundle{base: "/", files: map[string][]byte{mark: []byte("worker")}}
	for name, text := range files {
		b.add(name, []byte(text))
	}
	return b
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A build leaves nothing of the one before, and never empties a folder that
// holds something else.
func TestWrite(t *testing.T) {
	t.Run("replaces an earlier site", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "new", "dist")
		if err := newBundle(map[string]string{"old.html": "x", "a/b": "y"}).write(dir); err != nil {
			t.Fatal(err)
		}
		if err := newBundle(map[string]string{"index.html": "x"}).write(dir); err != nil {
			t.Fatal(err)
		}
		if got, want := list(t, dir), []string{"index.html", mark}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("spares other files", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		err := newBundle(nil).write(dir)
		if err == nil || !strings.Contains(err.Error(), "not a built site") {
			t.Errorf("got %v, want a refusal", err)
		}
		if got := list(t, dir); !slices.Equal(got, []string{"thesis.txt"}) {
			t.Errorf("the folder now holds %v", got)
		}
	})
	t.Run("a file in the way", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "dist")
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		err := Writable(file)
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write to "+file) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want one line that names the folder", err)
		}
	})
}

// A hashed name follows the content and nothing else.
func TestHashed(t *testing.T) {
	b := newBundle(nil)
	first, again, other := b.hashed("assets/a.css", []byte("x")), b.hashed("assets/a.css", []byte("x")), b.hashed("assets/a.css", []byte("y"))
	if first != again || first == other {
		t.Errorf("got %s, %s and %s, want the first two equal and the third different", first, again, other)
	}
	if !strings.HasPrefix(first, "/assets/a.") || !strings.HasSuffix(first, ".css") {
		t.Errorf("got %s, want /assets/a.HASH.css", first)
	}
}

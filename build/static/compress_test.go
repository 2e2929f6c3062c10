package static

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A compressed file of an earlier build is taken for the same bytes and the same
// quality only: neither a fast build nor another content leaves its twins to a
// later build.
func TestTwinsAreKept(t *testing.T) {
	root := t.TempDir()
	copyFile(t, filepath.Join("..", "..", "web", "brotli.mjs"), filepath.Join(root, "web", "brotli.mjs"))
	text := []byte(strings.Repeat("Key design decides which server does the work. ", 2000) + strings.Repeat("0123456789abcdef", 999))
	build := func(quality string, content []byte) []byte {
		t.Helper()
		t.Setenv("KEYRANGE_BROTLI", quality)
		b := &builder{Options: Options{Root: root, Out: t.TempDir()}, bundle: bundle{files: map[string][]byte{"a.txt": content}}}
		if err := b.write(b.Out); err != nil {
			t.Fatal(err)
		}
		if err := b.compress(); err != nil {
			t.Fatal(err)
		}
		twin, err := os.ReadFile(b.file("a.txt.br"))
		if err != nil {
			t.Fatal(err)
		}
		return twin
	}
	fast, best := build("0", text), build("", text)
	if len(best) >= len(fast) {
		t.Errorf("after a fast build of %d bytes the best one has %d", len(fast), len(best))
	}
	kept := keptTwins(root).of(text)
	if err := os.WriteFile(kept, []byte("taken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := build("11", text); string(again) != "taken" {
		t.Errorf("the twin of the build before is not taken: got %d bytes", len(again))
	}
	if other := build("11", text[1:]); bytes.Equal(other, []byte("taken")) {
		t.Error("the twin of another content is taken")
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("a twin that the last build did not use is still kept")
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

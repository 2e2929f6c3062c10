package static

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/keyrange/keyrange/build/wasm"
)

// siteOnce is the site's program as the linker writes it.
var siteOnce = sync.OnceValues(func() ([]byte, error) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return nil, err
	}
	return link(root, Site)
})

func linkedSite(t *testing.T) []byte {
	t.Helper()
	linked, err := siteOnce()
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(linked)
}

// A program of a Go release that the build does not know ships as the linker
// wrote it, with one line of warning: a new release never stops make run. So does
// one that cannot be read at all, and one of the known release ships smaller,
// without a word.
func TestShrinkWarns(t *testing.T) {
	linked := linkedSite(t)
	for name, x := range map[string]struct {
		program []byte
		reason  string
	}{
		"a later release": {bytes.ReplaceAll(linked, []byte("go1.26."), []byte("go1.99.")), "was not compiled by go1.26"},
		"another layout":  {bytes.ReplaceAll(linked, []byte("\xf1\xff\xff\xff\x00\x00\x01\x08"), []byte("\xf2\xff\xff\xff\x00\x00\x01\x08")), "pclntab"},
		"no program":      {[]byte("<!doctype html>"), "no WebAssembly program"},
	} {
		var warned strings.Builder
		if got := shrink(x.program, &warned); !bytes.Equal(got, x.program) {
			t.Errorf("%s: ships %d bytes, want the %d of the linker", name, len(got), len(x.program))
		}
		if text := warned.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, x.reason) {
			t.Errorf("%s: warned %q, want one line about %q", name, text, x.reason)
		}
	}
	var warned strings.Builder
	small := shrink(linked, &warned)
	if before, after := len(gzipped(linked)), len(gzipped(small)); warned.Len() > 0 || after > before*4/5 {
		t.Errorf("with gzip the known release ships %d of %d bytes, warned %q", after, before, warned.String())
	}
	if err := wasm.Validate(small); err != nil {
		t.Error(err)
	}
}

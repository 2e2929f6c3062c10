package static

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/build/wasm"
)

// What start calls of packages that come later is there, sorted, and once: a name
// that no function has any more is out of date.
func TestEarly(t *testing.T) {
	names, err := wasm.Functions(linkedSite(t))
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(early), "\n")
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Error("the list is not sorted, or has a name twice")
	}
	for _, name := range list {
		if !slices.Contains(names, ours+name) {
			t.Errorf("early.txt names %s, which the program has not", name)
		}
		if placeOf(importPathOf(ours+name)) == 0 {
			t.Errorf("early.txt names %s, which the core has anyway", name)
		}
	}
}

// Each part has functions of each of its packages, and what runs before main stays
// in the core.
func TestParts(t *testing.T) {
	names, err := wasm.Functions(linkedSite(t))
	if err != nil {
		t.Fatal(err)
	}
	moved, found := map[string]int{}, places(names)
	for i, name := range names {
		if found[i] == 0 {
			continue
		}
		moved[strings.TrimPrefix(importPathOf(name), ours)]++
		if strings.HasSuffix(name, ".init") || !strings.HasPrefix(name, ours) {
			t.Errorf("%s is in part %s", name, parts[found[i]-1].name)
		}
	}
	for _, p := range parts {
		for _, path := range p.packages {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(moved)), func(m string) bool { return strings.HasPrefix(m+"/", path+"/") }) {
				t.Errorf("part %s names %s, of which nothing moves", p.name, path)
			}
		}
	}
}

// Every screen is in a part, so that no page loads what only another one draws. The
// start page, the settings and pages that little is drawn on are no larger than what
// they would save.
func TestScreensAreInParts(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("..", "..", "app", "screen"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if placeOf(ours+"app/screen/"+e.Name()) == 0 && !slices.Contains([]string{"embed", "figures", "home", "settings", "teach"}, e.Name()) {
			t.Errorf("app/screen/%s is in no part: name it in parts.go", e.Name())
		}
	}
}

// A page waits for what its own screen needs: a lesson for the screen or the
// simulation that its text asks for too.
func TestNeededBy(t *testing.T) {
	for path, want := range map[string]string{
		"/": "design", "/playground": "design designer", "/simulator": "simulator", "/btree": "design steps", "/settings": "",
		"/lessons": "lessons", "/lessons/entity": "lessons", "/lessons/lost-update": "lessons steps", "/lessons/append-only": "lessons simulator",
		"/tokens": "steps", "/lessonsandmore": "", "/lessons/none": "lessons",
	} {
		if got := strings.Join(neededBy(path), " "); got != want {
			t.Errorf("%s waits for %q, want %q", path, got, want)
		}
	}
}

// A program that cannot be divided ships whole, with a line of warning, and one of a
// release that the build does not know as the linker wrote it.
func TestDivideWarns(t *testing.T) {
	var warned strings.Builder
	p := divide([]byte("<!doctype html>"), &warned)
	if string(p.Core) != "<!doctype html>" || p.Parts != nil || strings.Count(warned.String(), "\n") != 1 {
		t.Errorf("ships %d bytes and %d parts, warned %q", len(p.Core), len(p.Parts), warned.String())
	}
	linked := linkedSite(t)
	warned.Reset()
	if p = divide(linked, &warned); len(p.Parts) != len(parts) || warned.Len() > 0 || bytes.Equal(p.Core, linked) {
		t.Errorf("ships %d parts, warned %q", len(p.Parts), warned.String())
	}
}

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

// Most of what is noted of calls is of functions that the program has, of packages
// that are divided: else it is out of date. It is sorted, and no name is there twice.
func TestCalls(t *testing.T) {
	names, err := wasm.Functions(linkedSite(t))
	if err != nil {
		t.Fatal(err)
	}
	lines, gone := strings.Split(strings.TrimSuffix(calls, "\n"), "\n"), 0
	var noted []string
	for _, line := range lines {
		word, name, _ := strings.Cut(line, " ")
		noted = append(noted, name)
		if place := placeOf(importPathOf(name)); place == 0 || word == inPart && parts[place-1].pages == nil {
			t.Errorf("%q is noted of a package that no page waits for", line)
		}
		if !slices.Contains([]string{atStart, inPart, next}, word) {
			t.Errorf("%q does not say when", line)
		}
		if !slices.Contains(names, name) {
			gone++
		}
	}
	if !slices.IsSorted(noted) || len(slices.Compact(slices.Clone(noted))) != len(noted) {
		t.Error("the names are not sorted, or one is there twice")
	}
	if gone > len(lines)/10 {
		t.Errorf("of %d functions in calls.txt the program has %d no longer (keyrange calls writes it)", len(lines), gone)
	}
}

// What a browser saw of functions by number is noted by name: for the core, for the
// part that a page waits for, or for what comes next.
func TestCallsText(t *testing.T) {
	names := []string{
		"runtime.memmove", ours + "app/screen/lesson.draw", ours + "app/screen/lesson.press", ours + "app/design.score", ours + "app/design.fix",
		ours + "app/design.init", ours + "app/design.never",
	}
	seen := Calls{Start: map[string][]int{"/lessons": {0, 1, 3, 5}, "/glossary": {0, 1}, "/playground": {0, 3}}, Next: []int{1, 2, 4, 3}}
	want := "next " + names[4] + "\nstart " + names[3] + "\npart " + names[1] + "\nnext " + names[2] + "\n"
	if got := seen.Text(names); got != want {
		t.Errorf("noted are\n%swant\n%s", got, want)
	}
}

// Each part has functions of each of its packages, and what runs before main stays
// in the core, with all of the Go runtime.
func TestParts(t *testing.T) {
	names, err := wasm.Functions(linkedSite(t))
	if err != nil {
		t.Fatal(err)
	}
	moved, count, found := map[string]int{}, make([]int, len(parts)+1), places(names)
	for i, name := range names {
		count[found[i]]++
		if found[i] == 0 {
			continue
		}
		path := strings.TrimPrefix(importPathOf(name), ours)
		moved[path]++
		if strings.HasSuffix(name, ".init") || strings.HasPrefix(path, "runtime") || strings.HasPrefix(path, "syscall") {
			t.Errorf("%s is in part %s", name, parts[found[i]-1].name)
		}
	}
	for i, p := range parts {
		if count[i+1] == 0 {
			t.Errorf("part %s is empty", p.name)
		}
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
		if placeOf(ours+"app/screen/"+e.Name()) == restPart && !slices.Contains([]string{"embed", "figures", "home", "settings", "teach"}, e.Name()) {
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

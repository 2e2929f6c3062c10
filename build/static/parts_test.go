package static

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/site"
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
		if !mayMove(name) {
			t.Errorf("%q is noted of a function that stays in the core", line)
		}
		if word != core && (partNumber(word) == 0 || partNumber(word) == restPart) {
			t.Errorf("%q does not say where", line)
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

// What a browser saw of functions by number is noted by name: for the part that all
// pages wait for which call it, the one that fewest wait for, for the core where there
// is none, or for what comes next.
func TestCallsText(t *testing.T) {
	names := []string{
		"runtime.memmove", ours + "app/screen/lesson.draw", ours + "app/screen/lesson.press", ours + "app/design.score", ours + "app/design.fix",
		ours + "app/design.init", ours + "app/design.never", "fmt.shared",
	}
	seen := Calls{Start: map[string][]int{
		"/lessons": {0, 1, 3, 5}, "/glossary": {0, 1}, "/playground": {0, 3, 7}, "/": {0}, "/btree": {7},
	}, Next: map[string][]int{"/glossary": {1, 2}, "/lessons": {3}, "/embed": {4}}}
	want := "next " + names[4] + "\ncore " + names[3] + "\nlessons " + names[1] + "\nnext " + names[2] + "\n"
	if got := seen.Text(names); got != "design fmt.shared\n"+want {
		t.Errorf("noted are\n%swant\ndesign fmt.shared\n%s", got, want)
	}
	seen.Next["/"] = []int{7}
	if got := seen.Text(names); got != "design fmt.shared\n"+want {
		t.Errorf("noted are\n%swant\ndesign fmt.shared\n%s", got, want)
	}
	seen.Next["/"], seen.Next["/lessons"] = nil, []int{3, 7}
	if got := seen.Text(names); got != "core fmt.shared\n"+want {
		t.Errorf("what another page calls next is not in the core:\n%s", got)
	}
	seen.Start["/btree"], seen.Next["/lessons"] = nil, nil
	if got := seen.Text(names); got != "designer fmt.shared\n"+want {
		t.Errorf("noted are\n%swant\ndesigner fmt.shared\n%s", got, want)
	}
}

// Each part has functions, as each package that may be divided has in one, and what
// runs before main stays in the core, with all of the Go runtime.
func TestParts(t *testing.T) {
	names, err := wasm.Functions(linkedSite(t))
	if err != nil {
		t.Fatal(err)
	}
	moved, count, found := map[string]bool{}, make([]int, len(parts)+1), places(names)
	for i, name := range names {
		count[found[i]]++
		if found[i] == 0 {
			continue
		}
		path := strings.TrimPrefix(importPathOf(name), ours)
		moved[path] = true
		if strings.HasSuffix(name, ".init") || strings.HasPrefix(path, "runtime") || strings.HasPrefix(path, "syscall") {
			t.Errorf("%s is in part %s", name, parts[found[i]-1].name)
		}
	}
	for i, p := range parts {
		if count[i+1] == 0 {
			t.Errorf("part %s is empty", p.name)
		}
	}
	for _, folder := range divided {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(moved)), func(m string) bool { return strings.HasPrefix(m+"/", folder+"/") }) {
			t.Errorf("of %s nothing moves", folder)
		}
	}
}

// Every page of a screen waits for a part that has what only such pages draw, so that
// no other page loads it. The start page, the settings and pages that little is drawn
// on are no larger than what they would save.
func TestScreensAreInParts(t *testing.T) {
	for _, p := range site.Pages() {
		names := neededBy(p.Path)
		if len(names) == 0 && !slices.Contains([]string{"/embed", "/figures", "/settings"}, p.Path) {
			t.Errorf("%s waits for no part: name it in parts.go", p.Path)
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

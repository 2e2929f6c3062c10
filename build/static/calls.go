package static

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/build/wasm"
)

// calls are functions of packages that are divided, with when a page calls them first,
// as `keyrange calls` saw it: a line each, sorted by name. A function that has no line
// is one that pages run without for a while. A line out of date costs a page time, and
// nothing else: what is missing comes when it is called.
//
//go:embed calls.txt
var calls string

// The words of calls for when a function is called.
const (
	atStart = "start" // by pages that do not wait for the part of its package
	inPart  = "part"  // at the start too, by pages that wait for that part
	next    = "next"  // by what a reader is likely to do first, or has kept
)

// called is when each of the functions in calls is called.
func called() map[string]string {
	when := map[string]string{}
	for line := range strings.Lines(calls) {
		word, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		when[name] = word
	}
	return when
}

// Calls are what a browser saw of the functions of a program by their numbers: those
// that ran at the start of pages, by path, and those that ran next.
type Calls struct {
	Start map[string][]int
	Next  []int
}

// Watched is the site's program in a form that tells which functions run, and the
// names of these by number. It is for those who write calls.txt.
func Watched(root string) (program []byte, names []string, err error) {
	linked, err := link(root, Site)
	if err != nil {
		return nil, nil, err
	}
	if names, err = wasm.Functions(linked); err != nil {
		return nil, nil, err
	}
	small, err := wasm.Shrink(linked)
	if err != nil {
		return nil, nil, err
	}
	program, err = wasm.Watch(small)
	return program, names, err
}

// Text is what calls.txt says of a program with these names.
func (c Calls) Text(names []string) string {
	when := map[string]string{}
	for _, n := range c.Next {
		when[names[n]] = next
	}
	for path, numbers := range c.Start {
		needed := neededBy(path)
		for _, n := range numbers {
			place, name := placeOf(importPathOf(names[n])), names[n]
			switch {
			case place == 0:
			case !slices.Contains(needed, parts[place-1].name):
				when[name] = atStart
			case when[name] != atStart:
				when[name] = inPart
			}
		}
	}
	var lines []string
	for name, word := range when {
		if placeOf(importPathOf(name)) > 0 && !initialisers.MatchString(name) {
			lines = append(lines, name+" "+word)
		}
	}
	slices.Sort(lines)
	var text strings.Builder
	for _, line := range lines {
		at := strings.LastIndexByte(line, ' ')
		text.WriteString(line[at+1:] + " " + line[:at] + "\n")
	}
	return text.String()
}

package static

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/build/wasm"
)

// calls are functions of packages that are divided, each with the file it is in, as
// `keyrange calls` found it: a line each, sorted by name. A function that has no line
// is one that pages run without for a while. A line out of date costs a page time, and
// nothing else: what is missing comes when it is called.
//
//go:embed calls.txt
var calls string

// core is the word of calls for what pages call at their start that do not all wait
// for the same part; the others are names of parts.
const core = "core"

// called is where each of the functions in calls is.
func called() map[string]string {
	where := map[string]string{}
	for line := range strings.Lines(calls) {
		word, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		where[name] = word
	}
	return where
}

// Calls are what a browser saw of the functions of a program by their numbers and the
// paths of pages: those that ran at a page's start, and those that ran next on it.
type Calls struct {
	Start, Next map[string][]int
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
	first, then := pagesOf(c.Start), pagesOf(c.Next)
	where := map[string]string{}
	for n := range then {
		where[names[n]] = parts[nextPart-1].name
	}
	for n, paths := range first {
		where[names[n]] = c.placeFor(append(paths, then[n]...))
	}
	var lines []string
	for name, word := range where {
		if mayMove(name) {
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

// pagesOf are the paths of pages by the numbers of the functions that they call.
func pagesOf(numbers map[string][]int) map[int][]string {
	paths := map[int][]string{}
	for path, list := range numbers {
		for _, n := range list {
			paths[n] = append(paths[n], path)
		}
	}
	return paths
}

// placeFor is where a function is that a page calls at its start, and that all of these
// pages call by then or next: in the part that all of them wait for, of several in that
// of the fewest pages, else in the core. What follows a start waits for nothing then.
func (c Calls) placeFor(paths []string) string {
	shared := neededBy(paths[0])
	for _, path := range paths[1:] {
		needed := neededBy(path)
		shared = slices.DeleteFunc(shared, func(name string) bool { return !slices.Contains(needed, name) })
	}
	place, fewest := core, len(c.Start)+1
	for _, name := range shared {
		waiting := 0
		for path := range c.Start {
			if slices.Contains(neededBy(path), name) {
				waiting++
			}
		}
		if waiting < fewest {
			place, fewest = name, waiting
		}
	}
	return place
}

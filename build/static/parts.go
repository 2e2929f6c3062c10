package static

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/build/wasm"
	"github.com/keyrange/keyrange/lessons/content"
)

// part is packages whose functions come in a file of their own, those of the
// repository by their folders. A page that needs them waits for that file; on all
// others it comes when the program already runs.
type part struct {
	name     string
	packages []string
	pages    []string // by path, or all that begin with a path that ends with a slash
}

// parts are what the program is divided into beside its core: first what a reader is
// likely to call next, then all the rest of what is divided, then what only some
// pages need to be drawn. The longest path of a package that fits decides which part it
// is in; which of its functions are there, calls.txt says.
var parts = []part{
	{"next", nil, nil},
	{"rest", []string{
		"app", "engine", "github.com/maxence-charriere/go-app", "github.com/tidwall/btree",
		"fmt", "reflect", "slices",
	}, nil},
	{"design", []string{"app/design", "app/example", "engine/keys"}, []string{"/", "/playground", "/btree"}},
	{"designer", []string{"app/screen/designer"}, []string{"/playground"}},
	{"simulator", []string{"app/screen/simulator", "engine/sim"}, []string{"/live", "/simulator"}},
	{"live", []string{"app/screen/live", "engine/observe"}, []string{"/live"}},
	{"gallery", []string{"app/screen/gallery"}, []string{"/gallery"}},
	{"lessons", []string{"app/screen/lesson", "app/screen/reference", "app/screen/workshop", "lessons"}, []string{
		"/glossary", "/lessons", "/lessons/", "/reference", "/search", "/teach", "/teach/", "/workshop", "/workshop/",
	}},
	{"steps", []string{
		"app/screen/access", "app/screen/across", "app/screen/batch", "app/screen/btree", "app/screen/clients", "app/screen/tokens",
		"engine/wire",
	}, []string{"/access", "/across", "/btree", "/clients", "/tokens", "/transactions"}},
}

// The numbers of the first two parts.
const (
	nextPart = 1 + iota
	restPart
)

const ours = "github.com/keyrange/keyrange/"

// initialisers are the functions that run before main.
var initialisers = regexp.MustCompile(`\.(init(\.\d+)?|map\.init\.\d+)$`)

// Program is a browser program that may be divided.
type Program struct {
	Core  []byte
	Parts map[string][]byte // by the part's name; none where the program is whole
}

// CompileSite is the site's program, divided into parts. A program that cannot be
// divided for certain ships whole, and one line to warn says so.
func CompileSite(root string, warn io.Writer) (Program, error) {
	linked, err := link(root, Site)
	if err != nil {
		return Program{}, err
	}
	return divide(linked, warn), nil
}

// divide is the linked program in fewer bytes and in parts.
func divide(linked []byte, warn io.Writer) Program {
	small := shrink(linked, warn)
	if bytes.Equal(small, linked) {
		return Program{Core: linked}
	}
	names, err := wasm.Functions(linked)
	if err != nil {
		return whole(small, warn, err)
	}
	core, rest, err := wasm.Split(small, places(names))
	if err != nil {
		return whole(small, warn, err)
	}
	p := Program{core, map[string][]byte{}}
	for i, file := range append([][]byte{core}, rest...) {
		if err := wasm.Validate(file); err != nil {
			return whole(small, warn, err)
		}
		if i > 0 {
			p.Parts[parts[i-1].name] = file
		}
	}
	return p
}

func whole(program []byte, warn io.Writer, why error) Program {
	fmt.Fprintf(warn, "app.wasm comes in one file: %v.\n", why)
	return Program{Core: program}
}

// places are the parts of functions by their number, 0 for the core: there is what
// runs before main, what pages call that do not wait for its part, and every function
// of a package that is not divided.
func places(names []string) []int {
	when, found := called(), make([]int, len(names))
	for i, name := range names {
		place := placeOf(importPathOf(name))
		switch word := when[name]; {
		case place == 0, word == atStart, initialisers.MatchString(name):
		case word == inPart:
			found[i] = place
		case word == next:
			found[i] = nextPart
		default:
			found[i] = restPart
		}
	}
	return found
}

// importPathOf is the package of a function, by its name in the linker's tables.
func importPathOf(name string) string {
	name, _, _ = strings.Cut(name, "[")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return name[:slash+dot]
}

// placeOf is the number of the part that a package is in, 0 for none.
func placeOf(path string) int {
	path = strings.TrimPrefix(path, ours)
	place, length := 0, 0
	for i, p := range parts {
		for _, folder := range p.packages {
			if len(folder) > length && strings.HasPrefix(path+"/", folder+"/") {
				place, length = i+1, len(folder)
			}
		}
	}
	return place
}

// stages are the parts that the stage of a lesson needs beside that of lessons, by
// what the lesson's text asks for.
var stages = []struct{ asks, part string }{{"```screen ", "steps"}, {"simulate ", "simulator"}}

// neededBy are the names of the parts that the page at a path waits for.
func neededBy(path string) []string {
	var names []string
	for _, p := range parts {
		if slices.ContainsFunc(p.pages, func(page string) bool {
			return page == path || page != "/" && strings.HasSuffix(page, "/") && strings.HasPrefix(path, page)
		}) {
			names = append(names, p.name)
		}
	}
	if id, ok := strings.CutPrefix(path, "/lessons/"); ok {
		text := content.Text(id)
		for _, s := range stages {
			if bytes.Contains(text, []byte(s.asks)) {
				names = append(names, s.part)
			}
		}
	}
	return names
}

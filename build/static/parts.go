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

// part is functions that come in a file of their own. A page that needs them waits
// for that file; on all others it comes when the program already runs.
type part struct {
	name  string
	pages []string // by path, or all that begin with a path that ends with a slash
}

// parts are what the program is divided into beside its core: first what a reader is
// likely to call next, then all that no page was seen to call, then what only some
// pages need to be drawn. Which functions are in which of them, calls.txt says.
var parts = []part{
	{"next", nil},
	{"rest", nil},
	{"design", []string{"/", "/playground", "/btree"}},
	{"designer", []string{"/playground"}},
	{"simulator", []string{"/live", "/simulator"}},
	{"live", []string{"/live"}},
	{"gallery", []string{"/gallery"}},
	{"lessons", []string{
		"/glossary", "/lessons", "/lessons/", "/reference", "/search", "/teach", "/teach/", "/workshop", "/workshop/",
	}},
	{"steps", []string{"/access", "/across", "/btree", "/clients", "/tokens", "/transactions"}},
}

// divided are the packages whose functions may be in a part, with those below them;
// those of the repository by their folders. Of others, what a start calls depends on
// its data.
var divided = []string{
	"app", "engine", "lessons", "github.com/maxence-charriere/go-app", "github.com/tidwall/btree", "fmt", "reflect", "slices",
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
// runs before main, what pages call that do not wait for one part all, and every
// function of a package that is not divided.
func places(names []string) []int {
	noted, found := called(), make([]int, len(names))
	for i, name := range names {
		if word := noted[name]; word != core && mayMove(name) {
			found[i] = restPart
			if at := partNumber(word); at > 0 {
				found[i] = at
			}
		}
	}
	return found
}

// mayMove reports whether a function may be in a part.
func mayMove(name string) bool {
	path := strings.TrimPrefix(importPathOf(name), ours) + "/"
	inFolder := func(folder string) bool { return strings.HasPrefix(path, folder+"/") }
	return !initialisers.MatchString(name) && slices.ContainsFunc(divided, inFolder)
}

// partNumber is the number of the part with a name, 0 for none.
func partNumber(name string) int {
	return 1 + slices.IndexFunc(parts, func(p part) bool { return p.name == name })
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

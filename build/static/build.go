package static

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// builder holds what the parts of a site need of each other: the addresses of
// the files that pages and scripts mention.
type builder struct {
	Options
	bundle

	folder    string   // address of the folder for files with fixed names
	styles    []string // the style sheets for reading, and the others
	fonts     []string
	loader    string // Go's own start script for WebAssembly
	wasm      string
	size      int    // bytes of the program's core
	parts     []file // of the program
	script    string
	editor    string // the bundled $filter editor
	series    string // the bundled charts
	pictures  string // the bundled script that saves pictures
	codes     string // the bundled script that draws and reads QR codes
	drawer    string // what draws the published figures
	figures   []byte // and what it reads
	present   string // the bundled script for presenting
	projects  string // and its style sheet
	workshops string // the style sheet that workshops are read with too
	racer     string // what draws the comparison of the start page
	race      []byte // and what it reads
	maker     string // what draws the page of the embeds
	places    []byte // and what it reads
	course    string // what packs a lesson for a learning system
	divided   string // the script that gets the parts of the program
	frame     string // and that of a page in another one
	theme     string // the text of the script in the head
	icons     icons
	licenses  string
	kept      int // bytes that a browser keeps for use without a network

	bundledFrom []string // npm packages with code in a bundled script
}

// file is a part of the program as a page knows it.
type file struct {
	Name    string   `json:"name"`
	Address string   `json:"address"`
	Size    int      `json:"size"`  // bytes
	Pages   []string `json:"pages"` // that need it before they are drawn
}

// Made says what a built site comes to, in bytes before they are compressed but
// for Program.
type Made struct {
	Pages   int // that have an address of their own
	Reading int // the start page with all that it needs to be read
	Program int // the core of the program, as the smallest file that a host can send
	Kept    int // what a browser keeps for use without a network
	All     int // every file but those that are compressed
	Files   int
}

// Build writes the site and says what it made. It empties the output folder
// first, but refuses one that holds anything else than an earlier site.
func Build(o Options) (Made, error) {
	if err := Writable(o.Out); err != nil {
		return Made{}, err
	}
	if o.Warn == nil {
		o.Warn = io.Discard
	}
	b := &builder{Options: o, bundle: bundle{base: o.Base, files: map[string][]byte{}}}
	steps := []func() error{
		b.addProgram, b.addStyles, b.addFixed, b.addIcons, b.addBundles, b.addLicenses,
		b.addScripts, b.addPages, b.addManifest, b.addIndexes, b.addWorker,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return Made{}, err
		}
	}
	if err := b.write(o.Out); err != nil {
		return Made{}, err
	}
	if !o.Plain {
		if err := b.compress(); err != nil {
			return Made{}, err
		}
	}
	return b.made(), nil
}

// made counts what stands in the output folder.
func (b *builder) made() Made {
	m := Made{Pages: len(site.Pages()), Program: b.size, Kept: b.kept, Files: len(b.files)}
	if twin, err := os.Stat(b.file(b.wasm[len(b.base):]) + ".br"); err == nil {
		m.Program = int(twin.Size())
	}
	parts, first := append(slices.Concat(b.styles, b.fonts), b.script), string(b.files["index.html"])
	for name, content := range b.files {
		m.All += len(content)
		if at := b.base + name; name == "index.html" || slices.Contains(parts, at) && strings.Contains(first, `"`+at+`"`) {
			m.Reading += len(content)
		}
	}
	return m
}

// read is a file of the repository.
func (b *builder) read(elements ...string) ([]byte, error) {
	return os.ReadFile(filepath.Join(append([]string{b.Root}, elements...)...))
}

// npm is a file of an npm package.
func (b *builder) npm(elements ...string) ([]byte, error) {
	content, err := b.read(append([]string{"web", "node_modules"}, elements...)...)
	if err != nil {
		return nil, fmt.Errorf("npm packages: %w (run npm ci in web)", err)
	}
	return content, nil
}

// addProgram adds the WebAssembly program and Go's script for it.
func (b *builder) addProgram() error {
	program := b.Options.Program
	if program == nil {
		compiled, err := CompileSite(b.Root, b.Warn)
		if err != nil {
			return err
		}
		program = &compiled
	}
	root, err := goroot()
	if err != nil {
		return err
	}
	loader, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	b.wasm, b.size = b.hashed("assets/app.wasm", program.Core), len(program.Core)
	for _, p := range parts {
		if content, ok := program.Parts[p.name]; ok {
			b.parts = append(b.parts, file{p.name, b.hashed("assets/"+p.name+".wasm", content), len(content), append([]string{}, p.pages...)})
		}
	}
	b.loader = b.hashed("assets/wasm_exec.js", loader)
	return nil
}

// addPages renders every page ahead. A page other than the first stands in
// three places, so that a host finds it whether it adds an ending, looks for a
// folder or does neither.
func (b *builder) addPages() error {
	r := newRenderer(b)
	for _, p := range append(site.Pages(), site.Missing()) {
		html, err := r.page(p)
		if err != nil {
			return err
		}
		for _, path := range append([]string{p.Path}, p.Guesses...) {
			for _, name := range fileNames(path) {
				b.add(name, html)
			}
		}
	}
	return nil
}

// fileNames are the files in which the page at path stands.
func fileNames(path string) []string {
	switch path {
	case "/":
		return []string{"index.html"}
	case site.Missing().Path:
		return []string{path[1:] + ".html"}
	}
	return []string{path[1:] + ".html", path[1:] + "/index.html"}
}

package static

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/keyrange/keyrange/app/site"
)

// builder holds what the parts of a site need of each other: the addresses of
// the files that pages and scripts mention.
type builder struct {
	Options
	bundle

	folder   string   // address of the folder for files with fixed names
	styles   []string // the style sheets for reading, and the others
	fonts    []string
	loader   string // Go's own start script for WebAssembly
	wasm     string
	size     int // bytes of the program
	script   string
	editor   string // the bundled $filter editor
	series   string // the bundled charts
	pictures string // the bundled script that saves pictures
	drawer   string // what draws the published figures
	figures  []byte // and what it reads
	theme    string // the text of the script in the head
	icons    icons
	licenses string

	bundledFrom []string // npm packages with code in a bundled script
}

// Build writes the site. It empties the output folder first, but refuses one
// that holds anything else than an earlier site.
func Build(o Options) error {
	if err := Writable(o.Out); err != nil {
		return err
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
			return err
		}
	}
	if err := b.write(o.Out); err != nil {
		return err
	}
	if o.Plain {
		return nil
	}
	return b.compress()
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
	program := b.Options.Wasm
	if program == nil {
		var err error
		if program, err = Compile(b.Root, Site, b.Warn); err != nil {
			return err
		}
	}
	root, err := goroot()
	if err != nil {
		return err
	}
	loader, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	b.wasm, b.size = b.hashed("assets/app.wasm", program), len(program)
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
		for _, name := range fileNames(p.Path) {
			b.add(name, html)
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

package static

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// comments are the lines of a script that hold nothing else. The head leaves
// them out, because every page carries it.
var comments = regexp.MustCompile(`(?m)^//.*\n`)

// addScripts adds the page's script, with what it has to know about this build
// in front, and keeps the script for the head.
func (b *builder) addScripts() error {
	theme, err := b.read("web", "theme.js")
	if err != nil {
		return err
	}
	if strings.Contains(string(theme), "</") {
		return fmt.Errorf("web/theme.js must not hold a closing tag, because it stands inside one")
	}
	b.theme = comments.ReplaceAllString(string(theme), "")
	program, _, err := b.bundled("app.js")
	if err != nil {
		return err
	}
	script, err := configured(program, map[string]any{
		"base":     b.base,
		"env":      b.env(),
		"loader":   b.loader,
		"wasm":     b.wasm,
		"size":     b.size,
		"divided":  b.divided,
		"frame":    b.frame,
		"parts":    append([]file{}, b.parts...),
		"styles":   b.styles[1],
		"worker":   b.base + mark,
		"editor":   b.editor,
		"series":   b.series,
		"pictures": b.pictures,
		"codes":    b.codes,
		"figures":  b.drawer,
		"race":     b.racer,
		"apart":    b.apart(),
		"present":  b.present, "presenting": b.projects,
		"races":  b.folder + "/race.json",
		"icons":  b.folder + "/icons.svg",
		"maker":  b.maker,
		"places": b.folder + "/places.json",
		"course": b.course,
	})
	if err != nil {
		return err
	}
	b.script = b.hashed("assets/app.js", script)
	return nil
}

// apart are the addresses of the pages that run nothing: a link to one of them, or to
// a page below it, leaves the program. No page below one of them runs anything.
func (b *builder) apart() []string {
	var list []string
	for _, p := range site.Pages() {
		if n := len(list); p.Apart && (n == 0 || !strings.HasPrefix(b.base+p.Path[1:], list[n-1]+"/")) {
			list = append(list, b.base+p.Path[1:])
		}
	}
	return list
}

// addWorker adds the service worker last, because it lists what it keeps for
// use without a network: every page under its canonical address and all
// assets, sample data too.
func (b *builder) addWorker() error {
	var assets, pages []string
	for _, name := range b.names() {
		if strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "web/") {
			assets = append(assets, b.base+name)
			b.kept += len(b.files[name])
		}
	}
	guesses := map[string]string{} // the address under which a page is kept, by each that people guess
	for _, p := range site.Pages() {
		pages = append(pages, b.base+p.Path[1:])
		b.kept += len(b.files[fileNames(p.Path)[0]])
		for _, guess := range p.Guesses {
			guesses[b.base+guess[1:]] = b.base + p.Path[1:]
		}
	}
	for _, name := range []string{manifest, element, b.licenses[len(b.base):]} {
		pages = append(pages, b.base+name)
		b.kept += len(b.files[name])
	}
	b.kept += len(b.files[fileNames(site.Missing().Path)[0]])
	source, err := b.read("web", mark)
	if err != nil {
		return err
	}
	worker, err := configured(source, map[string]any{
		"base":    b.base,
		"version": b.version(),
		"assets":  assets,
		"pages":   pages,
		"guesses": guesses,
	})
	if err != nil {
		return err
	}
	b.add(mark, worker)
	return nil
}

// configured is a script with a constant named site in front.
func configured(script []byte, values map[string]any) ([]byte, error) {
	constant, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "const site = %s;\n%s", constant, script), nil
}

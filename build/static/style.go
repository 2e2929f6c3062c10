package static

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// reading are the style sheets of a page that is read: a lesson, the glossary, a
// workshop. Such a page loads them alone, and the others when the program starts.
var reading = map[string]bool{
	"base.css": true, "boot.css": true, "embed.css": true, "lesson.css": true, "parts.css": true, "shell.css": true,
	"tokens.css": true, "tree.css": true,
}

// agenda is the style sheet that workshops are read with too. It is among the others
// as well, because the program leads to a workshop from any page.
const agenda = "workshop.css"

// presenting is the style sheet that a page loads when it is presented.
const presenting = "present.css"

// onlyRead tells whether the page at path needs no more than these.
func onlyRead(path string) bool {
	return strings.HasPrefix(path, "/lessons/") || path == "/glossary" || path == "/workshop" || strings.HasPrefix(path, "/workshop/")
}

// sheets are the style sheets that the page at path loads, in their order.
func (b *builder) sheets(p site.Page) []string {
	switch {
	case strings.HasPrefix(p.Path, "/workshop"):
		return []string{b.styles[0], b.workshops}
	case onlyRead(p.Path):
		return b.styles[:1]
	}
	return b.styles
}

// address finds what a style loads.
var address = regexp.MustCompile(`url\(([^)]*)\)`)

// addStyles joins the style sheets into two, those for reading and the others,
// beside the ones for presenting and for workshops, each in the order of their names, and adds the fonts that they load.
func (b *builder) addStyles() error {
	sheets, err := filepath.Glob(filepath.Join(b.Root, "web", "css", "*.css"))
	if err != nil || len(sheets) == 0 {
		return fmt.Errorf("no style sheets in %s", filepath.Join("web", "css"))
	}
	slices.Sort(sheets)
	var all [4]bytes.Buffer
	for _, s := range sheets {
		name := filepath.Base(s)
		text, err := b.read("web", "css", name)
		if err != nil {
			return err
		}
		if text, err = b.addresses(name, text); err != nil {
			return err
		}
		to := &all[1]
		switch {
		case reading[name]:
			to = &all[0]
		case name == presenting:
			to = &all[2]
		}
		to.Write(text)
		to.WriteByte('\n')
		if name == agenda {
			all[3].Write(text)
		}
	}
	for i, name := range []string{"assets/read.css", "assets/work.css", "assets/present.css", "assets/workshop.css"} {
		text, err := b.node(all[i].Bytes(), filepath.Join("node_modules", "esbuild", "bin", "esbuild"), "--loader=css", "--minify",
			"--charset=utf8")
		if err != nil {
			return err
		}
		b.styles = append(b.styles, b.hashed(name, text))
	}
	b.projects, b.workshops, b.styles = b.styles[2], b.styles[3], b.styles[:2]
	return nil
}

// addresses puts the final address in the place of each font that a sheet
// loads. Data addresses stay; a sheet loads nothing else.
func (b *builder) addresses(sheet string, text []byte) ([]byte, error) {
	var failed error
	whole := text
	text = address.ReplaceAllFunc(text, func(found []byte) []byte {
		target := strings.Trim(string(address.FindSubmatch(found)[1]), `"' `)
		if strings.HasPrefix(target, "data:") || strings.HasPrefix(target, "#") {
			return found
		}
		place, err := b.addFont(target, whole)
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", sheet, err)
		}
		return []byte("url(" + place + ")")
	})
	return text, failed
}

// node runs a script of the folder web, or a program of its packages, with a
// text to read, and returns what it writes.
func (b *builder) node(input []byte, arguments ...string) ([]byte, error) {
	cmd := exec.Command("node", arguments...)
	cmd.Dir = filepath.Join(b.Root, "web")
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w (run npm ci in web)\n%s", err, failed.Stderr)
		}
		return nil, fmt.Errorf("node %s: %w", arguments[0], err)
	}
	return out, nil
}

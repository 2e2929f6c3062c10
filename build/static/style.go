package static

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// fontFiles are the fonts by the names that the styles use: the Latin part of
// the variable fonts, Inter with its optical sizes.
var fontFiles = map[string][]string{
	"inter.woff2":          {"@fontsource-variable", "inter", "files", "inter-latin-opsz-normal.woff2"},
	"jetbrains-mono.woff2": {"@fontsource-variable", "jetbrains-mono", "files", "jetbrains-mono-latin-wght-normal.woff2"},
}

// address finds what a style loads.
var address = regexp.MustCompile(`url\(([^)]*)\)`)

// addStyles joins the style sheets in the order of their names and adds the
// fonts that they load.
func (b *builder) addStyles() error {
	sheets, err := filepath.Glob(filepath.Join(b.Root, "web", "css", "*.css"))
	if err != nil || len(sheets) == 0 {
		return fmt.Errorf("no style sheets in %s", filepath.Join("web", "css"))
	}
	slices.Sort(sheets)
	var all bytes.Buffer
	for _, s := range sheets {
		text, err := b.read("web", "css", filepath.Base(s))
		if err != nil {
			return err
		}
		if text, err = b.addresses(filepath.Base(s), text); err != nil {
			return err
		}
		all.Write(text)
		all.WriteByte('\n')
	}
	b.styles = b.hashed("assets/keyrange.css", all.Bytes())
	return nil
}

// addresses puts the final address in the place of each font that a sheet
// loads. Data addresses stay; a sheet loads nothing else.
func (b *builder) addresses(sheet string, text []byte) ([]byte, error) {
	var failed error
	text = address.ReplaceAllFunc(text, func(found []byte) []byte {
		target := strings.Trim(string(address.FindSubmatch(found)[1]), `"' `)
		if strings.HasPrefix(target, "data:") || strings.HasPrefix(target, "#") {
			return found
		}
		place, err := b.addFont(target)
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", sheet, err)
		}
		return []byte("url(" + place + ")")
	})
	return text, failed
}

// addFont adds the font that a sheet names as ../fonts/NAME.
func (b *builder) addFont(target string) (string, error) {
	name, found := strings.CutPrefix(target, "../fonts/")
	source, known := fontFiles[name]
	if !found || !known {
		return "", fmt.Errorf("url(%s) is no font of the site", target)
	}
	content, err := b.npm(source...)
	if err != nil {
		return "", err
	}
	place := b.hashed("assets/"+name, content)
	if !slices.Contains(b.fonts, place) {
		b.fonts = append(b.fonts, place)
	}
	return place, nil
}

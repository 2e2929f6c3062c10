package static

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// fontFiles are the fonts by the names that the styles use: the Latin part of
// the variable fonts, Inter with its optical sizes.
var fontFiles = map[string][]string{
	"inter":          {"@fontsource-variable", "inter", "files", "inter-latin-opsz-normal.woff2"},
	"jetbrains-mono": {"@fontsource-variable", "jetbrains-mono", "files", "jetbrains-mono-latin-wght-normal.woff2"},
}

// addFont adds the font that a sheet names as ../fonts/NAME.woff2, which has the
// signs that the sheet gives it with unicode-range, or as ../fonts/NAME-all.woff2,
// which has them all. Every page loads the first kind early.
func (b *builder) addFont(target string, sheet []byte) (string, error) {
	name, found := strings.CutPrefix(strings.TrimSuffix(target, ".woff2"), "../fonts/")
	short, whole := strings.CutSuffix(name, "-all")
	source, known := fontFiles[short]
	if !found || !known {
		return "", fmt.Errorf("url(%s) is no font of the site", target)
	}
	if whole {
		content, err := b.npm(source...)
		if err != nil {
			return "", err
		}
		return b.hashed("assets/"+name+".woff2", content), nil
	}
	signs := regexp.MustCompile(regexp.QuoteMeta(target) + `\)[^}]*unicode-range: ([^;]*);`).FindSubmatch(sheet)
	if signs == nil {
		return "", fmt.Errorf("url(%s) has no unicode-range: it would have no sign", target)
	}
	content, err := b.node(nil, "subset.mjs", filepath.Join(append([]string{"node_modules"}, source...)...), string(signs[1]))
	if err != nil {
		return "", err
	}
	place := b.hashed("assets/"+name+".woff2", content)
	if !slices.Contains(b.fonts, place) {
		b.fonts = append(b.fonts, place)
	}
	return place, nil
}

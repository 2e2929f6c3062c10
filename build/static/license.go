package static

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// packages are the npm packages whose fonts and icons the site ships.
var packages = []string{"@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "lucide-static"}

// addLicenses adds the licences of everything in the site that others made.
func (b *builder) addLicenses() error {
	own, err := b.read("LICENSE")
	if err != nil {
		return err
	}
	var all bytes.Buffer
	section(&all, "Keyrange", own)
	for _, p := range append(slices.Clone(packages), b.bundledFrom...) {
		text, err := b.npm(filepath.FromSlash(p), "LICENSE")
		if err != nil {
			return err
		}
		section(&all, p, text)
	}
	origins, err := b.origins()
	if err != nil {
		return err
	}
	section(&all, "Sample data from vega-datasets", origins)
	modules, err := b.modules()
	if err != nil {
		return err
	}
	for _, m := range modules {
		text, err := os.ReadFile(filepath.Join(m.folder, "LICENSE"))
		if err != nil {
			return fmt.Errorf("licence of %s: %w", m.name, err)
		}
		section(&all, m.name, text)
	}
	b.licenses = b.add("licenses.txt", all.Bytes())
	return nil
}

// module is a Go module or release whose code is in the program.
type module struct{ name, folder string }

// modules are the Go release and the modules that the program is made of.
func (b *builder) modules() ([]module, error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	list := Browser(b.Root, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./app")
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules of app.wasm: %w", err)
	}
	modules := []module{{"Go", root}}
	for line := range strings.Lines(string(text)) {
		name, folder, found := strings.Cut(strings.TrimSpace(line), "\t")
		if m := (module{name, folder}); found && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	slices.SortFunc(modules[1:], func(a, b module) int { return cmp.Compare(a.name, b.name) })
	return modules, nil
}

func section(out *bytes.Buffer, title string, text []byte) {
	line := strings.Repeat("=", 72)
	fmt.Fprintf(out, "%s\n%s\n%s\n\n%s\n\n", line, title, line, bytes.TrimSpace(text))
}

// origins tells where each file of sample data comes from and under which
// terms, in the words of the package that holds them.
func (b *builder) origins() ([]byte, error) {
	text, err := b.npm("vega-datasets", "datapackage.json")
	if err != nil {
		return nil, err
	}
	type reference struct{ Title, Path string }
	var catalogue struct {
		Resources []struct {
			Path, Description string
			Sources, Licenses []reference
		}
	}
	if err := json.Unmarshal(text, &catalogue); err != nil {
		return nil, fmt.Errorf("catalogue of the sample data: %w", err)
	}
	var out bytes.Buffer
	for _, r := range catalogue.Resources {
		if !slices.Contains(site.DataFiles(), r.Path) {
			continue
		}
		fmt.Fprintf(&out, "%s\n%s\n", r.Path, strings.TrimSpace(r.Description))
		for _, s := range r.Sources {
			fmt.Fprintf(&out, "Source: %s\n", strings.TrimSpace(s.Title+" "+s.Path))
		}
		for _, l := range r.Licenses {
			fmt.Fprintf(&out, "Terms: %s\n", strings.TrimSpace(l.Title+" "+l.Path))
		}
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

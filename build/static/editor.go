package static

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// addBundles bundles the $filter editor, the charts of the simulator, what saves
// pictures and QR codes, what draws the published figures and the race, and what
// presents, each with what it takes from npm
// into one file, and notes whose code that is. A file is loaded by the pages that
// need it, and only once the program runs.
func (b *builder) addBundles() error {
	for name, address := range map[string]*string{"editor.js": &b.editor, "series.js": &b.series, "pictures.js": &b.pictures,
		"figures.js": &b.drawer, "race.js": &b.racer, "present.js": &b.present, "codes.js": &b.codes,
		"maker.js": &b.maker, "course.js": &b.course, "parts.js": &b.divided, "frame.js": &b.frame} {
		program, packages, err := b.bundled(name)
		if err != nil {
			return err
		}
		*address = b.hashed("assets/"+name, program)
		b.bundledFrom = append(b.bundledFrom, packages...)
	}
	slices.Sort(b.bundledFrom)
	b.bundledFrom = slices.Compact(b.bundledFrom)
	return b.addElement()
}

// element is the script that other pages load for <keyrange-embed>. Its address
// stays, so it is no module: a page of another site may load it without asking.
const element = "embed.js"

func (b *builder) addElement() error {
	text, err := b.read("web", element)
	if err != nil {
		return err
	}
	text, err = b.node(text, filepath.Join("node_modules", "esbuild", "bin", "esbuild"), "--loader=js", "--minify", "--format=iife",
		"--target=es2022", "--charset=utf8")
	if err != nil {
		return err
	}
	b.add(element, text)
	return nil
}

// bundled is a script of the folder web with everything that it imports, and
// the names of the npm packages among that. The same files give the same bytes:
// nothing of the machine, the folder or the time goes in.
func (b *builder) bundled(name string) (program []byte, packages []string, err error) {
	folder, err := os.MkdirTemp("", "keyrange-bundle-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	web := filepath.Join(b.Root, "web")
	script, report := filepath.Join(folder, name), filepath.Join(folder, "report.json")
	cmd := exec.Command("node", filepath.Join(web, "node_modules", "esbuild", "bin", "esbuild"), name,
		"--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=none", "--log-level=warning",
		"--outfile="+script, "--metafile="+report)
	cmd.Dir = web
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("bundling web/%s: %w (run npm ci in web)\n%s", name, err, text)
	}
	if program, err = os.ReadFile(script); err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return nil, nil, err
	}
	packages, err = bundledPackages(text)
	return program, packages, err
}

// bundledPackages reads from the bundler's report which npm packages have code
// in the bundle, ascending.
func bundledPackages(report []byte) ([]string, error) {
	var r struct {
		Outputs map[string]struct {
			Inputs map[string]struct {
				Bytes int `json:"bytesInOutput"`
			}
		}
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, fmt.Errorf("report of the bundler: %w", err)
	}
	if len(r.Outputs) != 1 {
		return nil, errors.New("report of the bundler: not one file came out")
	}
	var packages []string
	for _, out := range r.Outputs {
		for file, in := range out.Inputs {
			if name, ok := packageOf(file); ok && in.Bytes > 0 && !slices.Contains(packages, name) {
				packages = append(packages, name)
			}
		}
	}
	slices.Sort(packages)
	return packages, nil
}

// packageOf is the npm package that a file of node_modules belongs to.
func packageOf(file string) (string, bool) {
	_, inside, ok := strings.Cut(filepath.ToSlash(file), "node_modules/")
	if !ok {
		return "", false
	}
	parts := strings.SplitN(inside, "/", 3)
	if strings.HasPrefix(parts[0], "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1], true
	}
	return parts[0], true
}

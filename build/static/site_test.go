package static

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/keyrange/keyrange/app/site"
)

// The tests look at one site below / and one below /keyrange/. KEYRANGE_SITES
// names a folder that has them; without it they are built once.
var sites = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("KEYRANGE_SITES"); dir != "" {
		return dir, nil
	}
	var err error
	if temporary, err = os.MkdirTemp("", "keyrange-sites-"); err != nil {
		return "", err
	}
	return temporary, buildBoth(temporary)
})

// temporary is the folder of the sites that the tests built themselves.
var temporary string

func TestMain(m *testing.M) {
	code := m.Run()
	if temporary != "" {
		os.RemoveAll(temporary)
	}
	os.Exit(code)
}

func buildBoth(dir string) error {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	program, err := CompileSite(root, os.Stderr)
	if err != nil {
		return err
	}
	for name, base := range map[string]string{"root": "/", "keyrange": "/keyrange/"} {
		if _, err := Build(Options{Root: root, Out: filepath.Join(dir, name), Base: base, Origin: DefaultOrigin, Program: &program, Plain: name != "root"}); err != nil {
			return err
		}
	}
	return nil
}

// built is a site that the tests look at.
type built struct {
	base  string
	files map[string][]byte
}

func bothSites(t *testing.T) []built {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the whole site")
	}
	dir, err := sites()
	if err != nil {
		t.Fatal(err)
	}
	return []built{{"/", readAll(t, filepath.Join(dir, "root"))}, {"/keyrange/", readAll(t, filepath.Join(dir, "keyrange"))}}
}

// readAll is every file below dir by its path.
func readAll(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(os.DirFS(dir), name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// names are the files with an ending.
func (b built) names(ending string) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if path.Ext(name) == ending {
			found = append(found, name)
		}
	}
	return found
}

var (
	reference = regexp.MustCompile(` (?:href|src)="([^"]*)"`)
	loads     = regexp.MustCompile(`(?i)(?:url\(\s*["']?|@import\s+["']?|\bfrom\s+["']|\bimport\(\s*["']|\bfetch\(\s*["'])([^"')\s]+)`)
	canonical = regexp.MustCompile(`<link href="[^"]*" rel="canonical">`)
)

// Every address inside a page leads to a file of the site.
func TestReferences(t *testing.T) {
	for _, b := range bothSites(t) {
		for _, name := range b.names(".html") {
			text := canonical.ReplaceAllString(string(b.files[name]), "")
			found := reference.FindAllStringSubmatch(text, -1)
			if len(found) < 5 {
				t.Errorf("%s%s has %d addresses, want those of its head at least", b.base, name, len(found))
			}
			for _, m := range found {
				if problem := b.resolve(m[1], text); problem != "" {
					t.Errorf("%s%s: %s %s", b.base, name, m[1], problem)
				}
			}
		}
	}
}

// resolve says what is wrong with an address in a page, or nothing.
func (b built) resolve(address, page string) string {
	u, err := url.Parse(strings.ReplaceAll(address, "&amp;", "&"))
	switch {
	case err != nil:
		return "is no address"
	case u.Scheme == "data":
		return ""
	case u.Host != "" || u.Scheme != "":
		return "leaves the site"
	case u.Path == "" && u.Fragment != "":
		if !strings.Contains(page, ` id="`+u.Fragment+`"`) {
			return "names no element of the page"
		}
		return ""
	case !strings.HasPrefix(u.Path, b.base):
		return "lies outside of " + b.base
	}
	below := strings.TrimPrefix(u.Path, b.base)
	file := below
	for _, candidate := range []string{below, below + ".html", path.Join(below, "index.html")} {
		if content, found := b.files[candidate]; found {
			file = candidate
			if strings.HasSuffix(file, ".svg") && u.Fragment != "" && !bytes.Contains(content, []byte(`id="`+u.Fragment+`"`)) {
				return "names no symbol of the sprite"
			}
			return ""
		}
	}
	return "has no file " + file
}

// Nothing is loaded from another origin: no style, font, script, picture or
// data.
func TestOneOrigin(t *testing.T) {
	for _, b := range bothSites(t) {
		for name, text := range b.files {
			ending := path.Ext(name)
			if ending != ".css" && ending != ".js" && ending != ".html" {
				continue
			}
			for _, m := range loads.FindAllSubmatch(text, -1) {
				if address := string(m[1]); strings.Contains(address, "//") && !strings.HasPrefix(address, "data:") {
					t.Errorf("%s%s loads %s", b.base, name, address)
				}
			}
		}
		for _, name := range b.names(".html") {
			if text := string(b.files[name]); !strings.Contains(text, "default-src &#39;none&#39;") {
				t.Errorf("%s%s has no policy for what it may load", b.base, name)
			}
		}
	}
}

// Each page says what it is, holds its text, and stands where every host looks
// for it.
func TestPages(t *testing.T) {
	for _, b := range bothSites(t) {
		for _, p := range append(site.Pages(), site.Missing()) {
			for _, name := range fileNames(p.Path) {
				text := string(b.files[name])
				wanted := []string{
					"<title>" + strings.ReplaceAll(p.Title, "&", "&amp;") + "</title>", ` name="description"`, `<html `, ` lang="en"`, ` id="main"`, "<h1",
				}
				if !p.Apart {
					wanted = append(wanted, `id="boot"`)
				} else if strings.Contains(text, "<script src") || strings.Contains(text, `type="module"`) {
					t.Errorf("%s%s stands apart, and runs something", b.base, name)
				}
				for _, want := range wanted {
					if !strings.Contains(text, want) {
						t.Errorf("%s%s lacks %s", b.base, name, want)
					}
				}
				if strings.Count(text, "<h1") != 1 {
					t.Errorf("%s%s has %d first headings, want 1", b.base, name, strings.Count(text, "<h1"))
				}
				if got := strings.Contains(text, DefaultOrigin+b.base+p.Path[1:]+`" rel="canonical"`); got != p.Listed {
					t.Errorf("%s%s: canonical link is there: %v, want %v", b.base, name, got, p.Listed)
				}
			}
			if len(p.Title) > 60 || len(p.Description) > 160 {
				t.Errorf("%s: title of %d and description of %d bytes, want at most 60 and 160", p.Path, len(p.Title), len(p.Description))
			}
		}
	}
}

// A plain host that knows nothing but files and folders serves every page, also
// below a base path and when a page is reloaded.
func TestPlainHost(t *testing.T) {
	dir, err := sites()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bothSites(t) {
		folder := map[string]string{"/": "root", "/keyrange/": "keyrange"}[b.base]
		server := httptest.NewServer(http.StripPrefix(strings.TrimSuffix(b.base, "/"), http.FileServer(http.Dir(filepath.Join(dir, folder)))))
		for _, p := range site.Pages() {
			for _, ending := range []string{"", "/", ".html"} {
				if p.Path == "/" && ending != "" {
					continue
				}
				answer, err := http.Get(server.URL + b.base + p.Path[1:] + ending)
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					t.Errorf("%s%s%s: status %d, want 200", b.base, p.Path[1:], ending, answer.StatusCode)
				}
			}
		}
		server.Close()
	}
}

// The files around the pages name the site's own addresses.
func TestIndexes(t *testing.T) {
	for _, b := range bothSites(t) {
		var m struct {
			Start string `json:"start_url"`
			Scope string
			Icons []struct{ Src string }
		}
		if err := json.Unmarshal(b.files[manifest], &m); err != nil {
			t.Fatal(err)
		}
		if m.Start != b.base || m.Scope != b.base || len(m.Icons) != 4 {
			t.Errorf("%s: manifest starts at %s in %s with %d icons, want %s, %s and 4", b.base, m.Start, m.Scope, len(m.Icons), b.base, b.base)
		}
		for _, i := range m.Icons {
			if problem := b.resolve(i.Src, ""); problem != "" {
				t.Errorf("manifest icon %s %s", i.Src, problem)
			}
		}
		for _, want := range []string{"<loc>" + DefaultOrigin + b.base + "</loc>", "<loc>" + DefaultOrigin + b.base + "playground</loc>"} {
			if !bytes.Contains(b.files["sitemap.xml"], []byte(want)) {
				t.Errorf("%ssitemap.xml lacks %s", b.base, want)
			}
		}
		if want := "Sitemap: " + DefaultOrigin + b.base + "sitemap.xml"; !bytes.Contains(b.files["robots.txt"], []byte(want)) {
			t.Errorf("%srobots.txt lacks %s", b.base, want)
		}
		for _, name := range []string{"Inter", "JetBrains", "lucide", "movies.json", "go-app", "tidwall/btree", "Go"} {
			if !bytes.Contains(b.files["licenses.txt"], []byte(name)) {
				t.Errorf("%slicenses.txt lacks %s", b.base, name)
			}
		}
	}
}

// The service worker keeps what exists, and every asset but the sample data.
func TestWorkerList(t *testing.T) {
	for _, b := range bothSites(t) {
		line, _, _ := strings.Cut(strings.TrimPrefix(string(b.files[mark]), "const site = "), ";\n")
		var s struct{ Assets, Pages []string }
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		for _, address := range append(s.Assets, s.Pages...) {
			if problem := b.resolve(address, ""); problem != "" {
				t.Errorf("%s: the worker lists %s, which %s", b.base, address, problem)
			}
		}
		for name := range b.files {
			twin := strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
			if strings.HasPrefix(name, "assets/") && !twin && !slices.Contains(s.Assets, b.base+name) {
				t.Errorf("%s: the worker does not list %s", b.base, name)
			}
		}
	}
}

package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/site"
)

// The most bytes with Brotli at quality 11 that the program's core may have, what a
// page loads of it before it runs, and core and parts together.
const (
	coreBudget  = 1_265_000
	startBudget = 1_485_000
	budget      = 2_480_000
)

// program is the .wasm file of a site with the program's core, with its name.
func program(t *testing.T) (string, built) {
	t.Helper()
	b := bothSites(t)[0]
	names := b.names(".wasm")
	at := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, "assets/app.") })
	if at < 0 || len(names) != 1+len(parts) {
		t.Fatalf("got the programs %v, want a core and %d parts", names, len(parts))
	}
	return names[at], b
}

// The program stays small enough to load on a slow line: its core, what each page
// waits for, and all of it.
func TestSize(t *testing.T) {
	name, b := program(t)
	core, sum, sizes := len(b.files[name+".br"]), 0, map[string]int{}
	for _, one := range b.names(".wasm") {
		gz, br := len(b.files[one+".gz"]), len(b.files[one+".br"])
		t.Logf("size of %s: %d bytes, %d with gzip, %d with Brotli", one, len(b.files[one]), gz, br)
		if br == 0 || gz == 0 {
			t.Fatalf("%s has no compressed twin", one)
		}
		part, _, _ := strings.Cut(path.Base(one), ".")
		sizes[part] = br
		sum += br
	}
	if core > coreBudget || sum > budget {
		t.Errorf("with Brotli the core has %d bytes, %d allowed, and all %d, %d allowed", core, coreBudget, sum, budget)
	}
	for _, p := range site.Pages() {
		start := core
		for _, part := range neededBy(p.Path) {
			start += sizes[part]
		}
		if start > startBudget {
			t.Errorf("%s waits for %d bytes of the program, %d allowed", p.Path, start, startBudget)
		}
	}
}

// servers are names of functions that are in a program only when the code of
// net/http, crypto/tls or go-app's server half is: the linker writes names into
// the program's tables, and strip has not taken them out yet.
var servers = []string{
	"net/http.(*Transport).", "net/http.(*Server).", "net/http.(*conn).", "crypto/tls.(*Conn)", "crypto/tls.", "pkg/app.(*Handler).",
}

// linked are those of the names that a program holds.
func linked(wasm []byte) []string {
	var found []string
	for _, name := range servers {
		if bytes.Contains(wasm, []byte(name)) {
			found = append(found, name)
		}
	}
	return found
}

// The browser program has no server code, and no code of encrypted connections.
func TestLink(t *testing.T) {
	wasm := linkedSite(t)
	if !bytes.Contains(wasm, []byte("pkg/app.(*engineX).")) {
		t.Error("the linked program has no names")
	}
	if found := linked(wasm); len(found) > 0 {
		t.Errorf("app.wasm holds %q", found)
	}
	t.Run("imports", func(t *testing.T) {
		overlay, err := Overlay(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		list := Browser(filepath.Join("..", ".."), "list", "-overlay", overlay, "-deps", "./app")
		text, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		packages := strings.Fields(string(text))
		if !slices.Contains(packages, "github.com/maxence-charriere/go-app/v10/pkg/app") {
			t.Fatalf("the list of %d packages lacks go-app", len(packages))
		}
		for _, refused := range []string{"crypto/tls", "crypto/x509", "crypto/internal/fips140/aes", "net", "math/big", "os/exec", "text/template", "html/template"} {
			if slices.Contains(packages, refused) {
				t.Errorf("app.wasm depends on %s", refused)
			}
		}
	})
}

// The names by which TestLink recognises server code are in a program that has
// some. Without this, a renamed function would make that test blind.
func TestLinkFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles net/http for the browser")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module probe\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"net/http\"\n\nfunc main() {\n\thttp.Get(\"https://example.org\")\n\thttp.ListenAndServe(\":1\", nil)\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "probe.wasm")
	if text, err := Browser(dir, "build", "-buildvcs=false", "-ldflags=-s -w", "-o", out, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	found := linked(wasm)
	for _, want := range servers[:len(servers)-1] { // all but go-app's
		if !slices.Contains(found, want) {
			t.Errorf("a program with a server lacks %q", want)
		}
	}
}

// Two builds of the same sources in different folders have the same bytes. The
// second build finds most compressed files among those that the first one kept,
// as any later build does.
func TestReproducible(t *testing.T) {
	_, first := program(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "elsewhere")
	made, err := Build(Options{Root: root, Out: out, Base: "/", Origin: DefaultOrigin})
	if err != nil {
		t.Fatal(err)
	}
	second := readAll(t, out)
	checkMade(t, made, second)
	for name, content := range first.files {
		again, found := second[name]
		if !found {
			t.Errorf("the second build lacks %s", name)
		} else if !bytes.Equal(content, again) {
			t.Errorf("%s differs: %d and %d bytes", name, len(content), len(again))
		}
	}
	for name := range second {
		if _, found := first.files[name]; !found {
			t.Errorf("only the second build has %s", name)
		}
	}
}

// The program itself does not depend on where the project lies.
func TestProgramElsewhere(t *testing.T) {
	name, b := program(t)
	copied := filepath.Join(t.TempDir(), "copy")
	for _, entry := range []string{"app", "engine", "lessons", "go.mod", "go.sum"} {
		if err := os.MkdirAll(copied, 0o755); err != nil {
			t.Fatal(err)
		}
		if text, err := exec.Command("cp", "-R", filepath.Join("..", "..", entry), copied).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	again, err := CompileSite(copied, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Core, b.files[name]) {
		t.Errorf("a copy of the project gives another program: %d and %d bytes", len(again.Core), len(b.files[name]))
	}
	for _, one := range b.names(".wasm") {
		part, _, _ := strings.Cut(path.Base(one), ".")
		if one != name && !bytes.Equal(again.Parts[part], b.files[one]) {
			t.Errorf("a copy of the project gives another part %s", part)
		}
	}
}

// Beside each text and the program lie compressed twins with its content, and
// no others.
func TestTwins(t *testing.T) {
	b := bothSites(t)[0]
	checked := 0
	for name, content := range b.files {
		ending := filepath.Ext(name)
		if ending == ".br" || ending == ".gz" {
			if _, found := b.files[strings.TrimSuffix(name, ending)]; !found {
				t.Errorf("%s has no original", name)
			}
			continue
		}
		_, br := b.files[name+".br"]
		gz, zipped := b.files[name+".gz"]
		if br != textual[ending] || zipped != textual[ending] {
			t.Errorf("%s: twins are there: %v and %v, want %v", name, br, zipped, textual[ending])
		}
		if zipped {
			reader, err := gzip.NewReader(bytes.NewReader(gz))
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(reader); err != nil || !bytes.Equal(text, content) {
				t.Errorf("%s.gz holds something else", name)
			}
			checked++
		}
	}
	if checked < 10 {
		t.Errorf("checked %d twins, want those of a whole site", checked)
	}
}

// checkMade holds what a build says of itself to a count of its files.
func checkMade(t *testing.T, made Made, files map[string][]byte) {
	t.Helper()
	want := Made{Pages: len(site.Pages())}
	worker := string(files[mark])
	for name, content := range files {
		switch path.Ext(name) {
		case ".gz":
			continue
		case ".br":
			if strings.HasPrefix(name, "assets/app.") && strings.HasSuffix(name, ".wasm.br") {
				want.Program = len(content)
			}
			continue
		}
		want.All += len(content)
		want.Files++
		switch stem := strings.TrimSuffix(name, ".html"); {
		case strings.Contains(worker, `"/`+name+`"`), name != stem && strings.Contains(worker, `"/`+stem+`"`) && !strings.Contains(worker, `"/`+stem+`":`):
			want.Kept += len(content)
		case name == "index.html", name == "404.html":
			want.Kept += len(content)
		}
	}
	want.Reading = len(files["index.html"])
	for _, needed := range regexp.MustCompile(`(?:<link [^>]*?href|<script src)="/(assets/[^"]+\.(?:css|js|woff2))"`).FindAllStringSubmatch(string(files["index.html"]), -1) {
		want.Reading += len(files[needed[1]])
	}
	if made != want {
		t.Errorf("the build says %+v, its files come to %+v", made, want)
	}
}

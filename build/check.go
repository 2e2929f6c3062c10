package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/build/conformance"
	"github.com/keyrange/keyrange/build/static"
)

// checks runs every check of the project and counts the tests among them.
type checks struct {
	root   string
	out    io.Writer
	sites  string // folder of the sites that the tests look at
	chrome string
	tally
}

// tally counts tests by how they ended.
type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

// Sites is the environment variable that tells tests the folder of the built
// sites: root/ for the path / and keyrange/ for the path /keyrange/.
const Sites = "KEYRANGE_SITES"

// check runs all checks in the repository at root. It goes on after a failure,
// so that one run shows them all, and ends with the tally.
func check(root string, out io.Writer) error {
	c := &checks{root: root, out: out}
	var err error
	if c.chrome, err = findBrowser(out); err != nil {
		return err
	}
	if c.sites, err = os.MkdirTemp("", "keyrange-sites-"); err != nil {
		return err
	}
	defer os.RemoveAll(c.sites)
	var broken []string
	for _, s := range []struct {
		name string
		run  func() error
	}{
		{"format", c.format},
		{"vet", c.vet},
		{"sites", c.buildSites},
		{"go test", c.native},
		{"race detector", c.race},
		{"official clients", c.clients},
		{"go test in WebAssembly", c.wasm},
		{"browser", c.browser},
	} {
		began := time.Now()
		err := s.run()
		word := "ok  "
		if err != nil {
			word = "FAIL"
			broken = append(broken, s.name)
			fmt.Fprintln(out, err)
		}
		fmt.Fprintf(out, "%s %s (%.1f s)\n", word, s.name, time.Since(began).Seconds())
	}
	fmt.Fprintln(out, c.tally)
	if len(broken) > 0 {
		return errors.New("failed: " + strings.Join(broken, ", "))
	}
	return nil
}

// format fails when a Go file is not in gofmt's form.
func (c *checks) format() error {
	cmd := exec.Command("gofmt", "-l", "app", "build", "engine", "lessons")
	cmd.Dir = c.root
	text, err := cmd.CombinedOutput()
	if err == nil && len(text) > 0 {
		return fmt.Errorf("not in gofmt's form:\n%s", text)
	}
	return err
}

// vet looks at the native packages and at those of the browser program.
func (c *checks) vet() error {
	if err := c.quiet(exec.Command("go", "vet", "./...")); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "keyrange-vet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	overlay, err := static.Overlay(dir, "regexp") // which tests use
	if err != nil {
		return err
	}
	return c.quiet(static.Browser(c.root, "vet", "-overlay", overlay, "./app/...", "./engine/..."))
}

// buildSites makes the sites that the later checks look at, one program for
// both.
func (c *checks) buildSites() error {
	program, err := static.Compile(c.root, static.Site, c.out)
	if err != nil {
		return err
	}
	for name, base := range map[string]string{"root": "/", "keyrange": "/keyrange/"} {
		err := static.Build(static.Options{
			Root: c.root, Out: filepath.Join(c.sites, name), Base: base, Origin: static.DefaultOrigin,
			Wasm: program, Plain: name != "root",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// native runs the Go tests. The tests of the build package look at files and
// programs that the go command does not know of, so nothing is taken from its
// cache of results.
func (c *checks) native() error {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout=10m", "./...")
	cmd.Env = append(os.Environ(), Sites+"="+c.sites)
	return c.goTest(cmd)
}

// race runs the tests of what serves many clients at once under the race
// detector, which needs a C compiler.
func (c *checks) race() error {
	if _, err := exec.LookPath("cc"); err != nil {
		fmt.Fprintln(c.out, "     skip: there is no C compiler")
		c.skipped++
		return nil
	}
	cmd := exec.Command("go", "test", "-race", "-json", "-count=1", "-timeout=10m", "./build/endpoint", "./build/oplog")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	return c.goTest(cmd)
}

// clients runs the tests of the Table endpoint with the official clients of the
// service.
func (c *checks) clients() error {
	url, stop, err := conformance.Serve()
	if err != nil {
		return err
	}
	return errors.Join(
		c.goTest(conformance.GoClient(c.root, url, "-json")),
		c.tap(conformance.JavaScriptClient(c.root, url, "--test-reporter=tap")),
		stop())
}

// wasm runs the engine's tests as WebAssembly under Node, as the site's program
// is: compiled with its flags and made smaller.
func (c *checks) wasm() error {
	cmd, done, err := browserTest(c.root, "-json", "-count=1", "-timeout=10m", "./engine/...")
	if err != nil {
		return err
	}
	defer done()
	return c.goTest(cmd)
}

// browser runs the tests in Chromium: those that measure alone, then the others
// two files at a time.
func (c *checks) browser() error {
	files, err := filepath.Glob(filepath.Join(c.root, "web", "test", "*.test.mjs"))
	if err != nil || len(files) == 0 {
		return err
	}
	var alone, others []string
	for _, f := range files {
		if filepath.Base(f) == "measured.test.mjs" {
			alone = append(alone, f)
		} else {
			others = append(others, f)
		}
	}
	return errors.Join(c.inChromium(1, alone), c.inChromium(2, others))
}

// inChromium runs files of tests, so many at once.
func (c *checks) inChromium(atOnce int, files []string) error {
	cmd := exec.Command("node", append([]string{"--test", "--test-reporter=tap", "--test-concurrency=" + strconv.Itoa(atOnce)}, files...)...)
	cmd.Env = append(os.Environ(), Sites+"="+c.sites, "CHROME="+c.chrome)
	return c.tap(cmd)
}

// quiet runs a command and gives its output only when it fails.
func (c *checks) quiet(cmd *exec.Cmd) error {
	cmd.Dir = c.root
	text, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, text)
	}
	return nil
}

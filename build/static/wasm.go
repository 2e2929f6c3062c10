package static

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/build/wasm"
)

// stubs declare the few names of some standard packages that go-app's browser
// half mentions, and next to none of their code. Nothing in the browser uses
// net/http or encryption, but the real packages are kept alive by their own
// start-up code: together they would be a third of the program. A file is
// named for the package it stands in for, with _ for a slash. A new use of such
// a package in the browser program does not compile, which is wanted. HMAC and
// SHA-256 are there, in less code: signatures are shown and checked.
//
//go:embed stubs/*.go.txt
var stubs embed.FS

// hot are the packages whose speed readers feel: the engine with its tree, and
// what it spends its time in. In all others, such as the pages and go-app,
// function calls stay calls, which makes the program smaller by a twentieth.
var hot = []string{
	"runtime/...", "internal/runtime/...", "internal/abi", "internal/bytealg", "bytes", "math/bits", "slices", "sort", "strings",
	"unicode/utf8",
	"github.com/keyrange/keyrange/engine/table", "github.com/keyrange/keyrange/engine/filter", "github.com/keyrange/keyrange/engine/query",
	"github.com/keyrange/keyrange/engine/dataset", "github.com/keyrange/keyrange/engine/trace", "github.com/tidwall/...",
}

// Site is the main package of the browser program.
const Site = "./app"

// Compile is a main package of the repository at root as a browser program, made
// smaller. The same sources and Go release give the same bytes, wherever root
// is. A program that cannot be made smaller for certain, such as one of a Go
// release that package wasm does not know, is the linker's, and one line to warn
// says so.
func Compile(root, main string, warn io.Writer) ([]byte, error) {
	linked, err := link(root, main)
	if err != nil {
		return nil, err
	}
	return shrink(linked, warn), nil
}

// shrink is the linked program in fewer bytes, or the same program and a line of
// warning.
func shrink(linked []byte, warn io.Writer) []byte {
	small, err := wasm.Shrink(linked)
	if err == nil {
		err = wasm.Validate(small)
	}
	if err != nil {
		fmt.Fprintf(warn, "app.wasm is larger than it could be: %v.\n", err)
		return linked
	}
	return small
}

// link is a browser program as Go's linker writes it. Another Go release may
// need more of the standard library than the stubs declare: then it gets all.
func link(root, main string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "keyrange-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	flags, err := Flags(dir)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "app.wasm")
	build := func(flags ...string) error {
		args := append([]string{"build", "-buildvcs=false", "-o", out}, flags...)
		if text, err := Browser(root, append(args, main)...).CombinedOutput(); err != nil {
			return fmt.Errorf("compiling %s for the browser: %w\n%s", main, err, text)
		}
		return nil
	}
	if err = build(flags...); err != nil && !known() {
		err = build("-trimpath", "-ldflags=-s -w -buildid=")
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// Flags are the go command's flags that the browser program is compiled with.
// They name files that are written into dir. Package testing needs more of some
// packages than their stubs have: those that are named stay Go's own.
func Flags(dir string, whole ...string) ([]string, error) {
	overlay, err := Overlay(dir, whole...)
	if err != nil {
		return nil, err
	}
	flags := []string{"-overlay", overlay, "-trimpath", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, pattern := range hot {
		flags = append(flags, "-gcflags="+pattern+"=") // the last match counts
	}
	return flags, nil
}

// known reports whether the go command is of the release that the build knows.
func known() bool {
	text, err := exec.Command("go", "env", "GOVERSION").Output()
	return err == nil && wasm.Knows(strings.TrimSpace(string(text)))
}

// Browser is a go command in the repository at root that works for the browser.
func Browser(root string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
	return cmd
}

// Overlay writes into dir what the go command's flag -overlay needs to see the
// stubs in the place of their packages, but for those to leave whole, and
// returns the file to name there.
func Overlay(dir string, whole ...string) (string, error) {
	root, err := goroot()
	if err != nil {
		return "", err
	}
	entries, err := stubs.ReadDir("stubs")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, e := range entries {
		if slices.Contains(whole, strings.ReplaceAll(strings.TrimSuffix(e.Name(), ".go.txt"), "_", "/")) {
			continue
		}
		if err := stand(e.Name(), root, dir, replace); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o644)
}

// stand puts the stub of that name in the place of its package's sources.
func stand(name, root, dir string, replace map[string]string) error {
	folder := filepath.Join(root, "src", filepath.FromSlash(strings.ReplaceAll(strings.TrimSuffix(name, ".go.txt"), "_", "/")))
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no Go sources in %s", folder)
	}
	for _, s := range sources {
		replace[s] = "" // as if it were not there
	}
	text, err := stubs.ReadFile("stubs/" + name)
	if err != nil {
		return err
	}
	own := filepath.Join(dir, strings.TrimSuffix(name, ".txt"))
	replace[filepath.Join(folder, "stub.go")] = own
	return os.WriteFile(own, text, 0o644)
}

// goroot is the folder of the Go release that the go command belongs to.
func goroot() (string, error) {
	text, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

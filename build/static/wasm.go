package static

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	"runtime/...", "internal/runtime/...", "internal/abi", "internal/bytealg", "bytes", "math/bits", "slices", "sort", "strings", "unicode/utf8",
	"github.com/keyrange/keyrange/engine/table", "github.com/keyrange/keyrange/engine/filter", "github.com/keyrange/keyrange/engine/query",
	"github.com/keyrange/keyrange/engine/dataset", "github.com/keyrange/keyrange/engine/trace", "github.com/tidwall/...",
}

// Compile is the browser program of the repository at root, without what only
// stack traces read, in shorter code and with packed tables. The same sources and Go release give the same bytes,
// wherever root is.
func Compile(root string) ([]byte, error) {
	program, err := link(root)
	if err != nil {
		return nil, err
	}
	if program, err = strip(program); err != nil {
		return nil, err
	}
	if program, err = shorten(program); err != nil {
		return nil, err
	}
	return pack(program)
}

// link is the browser program as Go's linker writes it.
func link(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "keyrange-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay, err := Overlay(dir)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "app.wasm")
	args := []string{"build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", out, "-gcflags=all=-l"}
	for _, pattern := range hot {
		args = append(args, "-gcflags="+pattern+"=") // the last match counts
	}
	cmd := Browser(root, append(args, "./app")...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling app.wasm: %w\n%s", err, text)
	}
	return os.ReadFile(out)
}

// Browser is a go command in the repository at root that works for the browser.
func Browser(root string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
	return cmd
}

// Overlay writes into dir what the go command's flag -overlay needs to see the
// stubs in the place of their packages, and returns the file to name there.
func Overlay(dir string) (string, error) {
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

package static

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// stub declares the few names of net/http that go-app's browser half mentions
// and none of their code. Nothing in the browser uses net/http, but the real
// package is kept alive by its own start-up code: with crypto/tls it would be a
// quarter of the program.
//
//go:embed nethttp.go.txt
var stub []byte

// hot are the packages whose speed readers feel: the engine with its tree, and
// what it spends its time in. In all others, such as the pages and go-app,
// function calls stay calls, which makes the program smaller by a twentieth.
var hot = []string{
	"runtime/...", "internal/...", "bytes", "math/...", "slices", "sort", "strconv", "strings", "syscall/js", "unicode/...",
	"github.com/keyrange/keyrange/engine/...", "github.com/tidwall/...",
}

// Compile is the browser program of the repository at root. The same sources
// and Go release give the same bytes, wherever root is.
func Compile(root string) ([]byte, error) {
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
// stub in the place of net/http, and returns the file to name there.
func Overlay(dir string) (string, error) {
	goroot, err := goroot()
	if err != nil {
		return "", err
	}
	sources, err := filepath.Glob(filepath.Join(goroot, "src", "net", "http", "*.go"))
	if err != nil || len(sources) == 0 {
		return "", fmt.Errorf("no source of net/http below %s", goroot)
	}
	own := filepath.Join(dir, "nethttp.go")
	if err := os.WriteFile(own, stub, 0o644); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, s := range sources {
		replace[s] = "" // as if it were not there
	}
	replace[filepath.Join(goroot, "src", "net", "http", "http.go")] = own
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o644)
}

// goroot is the folder of the Go release that the go command belongs to.
func goroot() (string, error) {
	text, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

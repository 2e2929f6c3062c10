package wasm

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// listener gives a program what it tells its functions to, and prints their numbers
// when it ends.
const listener = `
const tell = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 99, 0, 0];
const instantiate = WebAssembly.instantiate, ran = new Set();
WebAssembly.instantiate = async (source, imports) => {
  const result = await instantiate(source, imports), module = new WebAssembly.Module(new Uint8Array(tell));
  const told = new WebAssembly.Instance(module, { a: { b: (n) => { ran.add(n); return 0; } } });
  result.instance.exports.table.set(0, told.exports.c);
  return result;
};
process.on("exit", () => console.log([...ran].join()));
`

// A watched program does what it did and tells which of its functions ran: those that
// were called, and none of the others.
func TestWatch(t *testing.T) {
	linked := compiled(t, `package main

import "os"

//go:noinline
func said(text string) { println(text) }

//go:noinline
func never(text string) { println("never", text) }

func main() {
	if len(os.Args) > 9 {
		never(os.Args[9])
	}
	said("here")
}
`)
	names, err := Functions(linked)
	if err != nil {
		t.Fatal(err)
	}
	small, err := Shrink(linked)
	if err != nil {
		t.Fatal(err)
	}
	watched, err := Watch(small)
	if err != nil {
		t.Fatal(err)
	}
	if err := Validate(watched); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, script := filepath.Join(dir, "probe.wasm"), filepath.Join(dir, "listener.cjs")
	for name, content := range map[string][]byte{file: watched, script: []byte(listener)} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := exec.Command("node", "--require", script, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), file).CombinedOutput()
	said, numbers, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if err != nil || said != "here" {
		t.Fatalf("printed %.200q, ending with %v", text, err)
	}
	for name, want := range map[string]bool{"main.main": true, "main.said": true, "main.never": false} {
		at := slices.Index(names, name)
		if got := slices.Contains(strings.Split(numbers, ","), strconv.Itoa(at)); at < 0 || got != want {
			t.Errorf("%s, number %d, is told to run: %v, want %v", name, at, got, want)
		}
	}
}

// What is not a program is refused.
func TestWatchSpoiled(t *testing.T) {
	for _, program := range []string{"", "\x00asm\x01\x00\x00\x00", "<!doctype html>"} {
		if _, err := Watch([]byte(program)); err == nil {
			t.Errorf("%q is watched", program)
		}
	}
}

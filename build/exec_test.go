package main

import (
	"slices"
	"strings"
	"testing"
)

// What runs as WebAssembly is what the program is made of: all of the engine that a
// screen or a lesson reaches, and nothing that only a build does.
func TestShipped(t *testing.T) {
	packages, err := shipped("..", "engine")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"table": true, "query": true, "sim": true, "sim/file": true, "script": true, "wire": true, "race": false, "enginetest": false} {
		if got := slices.Contains(packages, "github.com/keyrange/keyrange/engine/"+name); got != want {
			t.Errorf("engine/%s is in the program: %v, want %v", name, got, want)
		}
	}
	for i, path := range packages {
		if !strings.HasPrefix(path, "github.com/keyrange/keyrange/engine/") || slices.Contains(packages[:i], path) {
			t.Errorf("%s does not belong there", path)
		}
	}
	if _, err := shipped("..", "nothing"); err == nil {
		t.Error("a folder that the program has nothing of gives no error")
	}
}

package wasm

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// divided is what a program prints under Node when it runs as a core and parts, and
// whether it ended well.
func divided(t *testing.T, core []byte, parts [][]byte) (string, error) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "probe.wasm")
	script, err := Write(file, core, parts)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command("node", "--stack-size=8192", "--require", script, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), file)
	run.Env = []string{"PATH=" + os.Getenv("PATH")}
	text, err := run.CombinedOutput()
	return string(text), err
}

// A program in parts prints what it printed whole, with its panics, deep stacks and
// goroutines, however its functions are divided: all but what runs before main, at
// random, and none.
func TestSplit(t *testing.T) {
	linked := compiled(t, probe)
	names, err := Functions(linked)
	if err != nil {
		t.Fatal(err)
	}
	small, err := Shrink(linked)
	if err != nil {
		t.Fatal(err)
	}
	want, failed := output(t, small)
	random := rand.New(rand.NewPCG(3, 4))
	for what, place := range map[string]func(name string) int{
		"own": func(name string) int { return number(strings.HasPrefix(name, "main.")) },
		"packed": func(name string) int {
			return number(!strings.HasPrefix(name, "runtime.") && !strings.Contains(name, "/"))
		},
		"random": func(name string) int { return random.IntN(4) * number(!strings.HasPrefix(name, "runtime.rt0")) },
		"none":   func(string) int { return 0 },
	} {
		places, moved := make([]int, len(names)), 0
		for i, name := range names {
			places[i] = place(name)
			moved += number(places[i] > 0)
		}
		core, parts, err := Split(small, places)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range append([][]byte{core}, parts...) {
			if err := Validate(part); err != nil {
				t.Errorf("%s, part %d: %v", what, i, err)
			}
		}
		got, failedToo := divided(t, core, parts)
		if got != want || failed == nil || failedToo == nil || failed.Error() != failedToo.Error() {
			t.Errorf("%s: printed, ending with %v:\n%s\nwant, ending with %v:\n%s", what, failedToo, got, failed, want)
		}
		if before, after := sizeOfCode(t, small), sizeOfCode(t, core); moved > 100 && after > before*9/10 {
			t.Errorf("%s: the core keeps %d of %d bytes of code", what, after, before)
		}
	}
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Functions gives each function its name: main.main is there, once, and the body at
// its number is the only one that changes when it is moved.
func TestFunctions(t *testing.T) {
	linked := compiled(t, "package main\n\nfunc main() { println(\"here\") }\n")
	names, err := Functions(linked)
	if err != nil {
		t.Fatal(err)
	}
	places, found := make([]int, len(names)), 0
	for i, name := range names {
		if name == "main.main" {
			places[i] = 1
			found++
		}
	}
	if found != 1 {
		t.Fatalf("main.main is there %d times", found)
	}
	core, parts, err := Split(linked, places)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := divided(t, core, parts); err != nil || got != "here\n" {
		t.Errorf("printed %q, ending with %v", got, err)
	}
	if got, err := divided(t, core, nil); err == nil || strings.Contains(got, "here") {
		t.Errorf("without its part it printed %q, ending with %v", got, err)
	}
}

// Bytes that a linker would never write make an error or another program, never a
// panic.
func TestSplitSpoiled(t *testing.T) {
	linked := compiled(t, "package main\n\nfunc main() {}\n")
	places := []int{0: 0, 400: 2}
	for i := range places {
		places[i] = i % 3
	}
	if _, _, err := Split(linked, places); err != nil {
		t.Fatal(err)
	}
	code := bytes.Index(linked, []byte(goSignature))
	random := rand.New(rand.NewPCG(5, 6))
	refused := 0
	for range 200 {
		spoiled := bytes.Clone(linked)
		at := random.IntN(len(spoiled))
		if random.IntN(2) == 0 {
			at = code + random.IntN(20_000) // types, imports, tables and the beginning of the code
		}
		spoiled[at] = byte(random.Uint32())
		if _, _, err := Split(spoiled, places); err != nil {
			refused++
		}
	}
	if refused < 20 {
		t.Errorf("%d of 200 spoiled programs are refused", refused)
	}
	for _, size := range []int{0, 7, 9, len(linked) / 3} {
		if _, _, err := Split(linked[:size], places); err == nil {
			t.Errorf("a program cut off at %d bytes passes", size)
		}
	}
}

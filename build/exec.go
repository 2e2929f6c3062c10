package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/keyrange/keyrange/build/static"
	"github.com/keyrange/keyrange/build/wasm"
)

// compile writes a main package as a browser program, with the flags of the
// site's and made smaller like it: what is measured is what ships.
func compile(args []string) error {
	if len(args) != 2 {
		return errors.New("keyrange program: name a main package and the file to write")
	}
	root, err := repository()
	if err != nil {
		return err
	}
	program, err := static.Compile(root, args[0], os.Stderr)
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], program, 0o644)
}

// browserTest is a go test command with these arguments for the browser, with
// the flags of the site's program and every test binary made smaller like it.
// done removes what the command needs.
func browserTest(root string, args ...string) (cmd *exec.Cmd, done func(), err error) {
	dir, err := os.MkdirTemp("", "keyrange-wasm-")
	if err != nil {
		return nil, nil, err
	}
	done = func() { os.RemoveAll(dir) }
	flags, err := static.Flags(dir, "regexp") // which chooses the tests to run
	if err != nil {
		done()
		return nil, nil, err
	}
	tool, err := os.Executable()
	if err != nil {
		done()
		return nil, nil, err
	}
	flags = append([]string{"test", "-exec", tool + " exec"}, flags...)
	return static.Browser(root, append(flags, args...)...), done, nil
}

// shipped are the packages below a folder of the repository at root that the site's
// program is made of.
func shipped(root, folder string) ([]string, error) {
	text, err := static.Browser(root, "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Main}}{{end}}", static.Site).Output()
	if err != nil {
		return nil, fmt.Errorf("the packages of the program: %w", err)
	}
	var found []string
	for line := range strings.Lines(string(text)) {
		path, own := strings.CutSuffix(strings.TrimSpace(line), " true")
		if own && strings.Contains(path, "/"+folder+"/") {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("the program has no package of %s", folder)
	}
	return found, nil
}

// testInNode runs go test with these arguments as browserTest says.
func testInNode(args []string) error {
	root, err := repository()
	if err != nil {
		return err
	}
	cmd, done, err := browserTest(root, args...)
	if err != nil {
		return err
	}
	defer done()
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// execute runs a program for the browser under Node after it was made smaller and
// divided, as a go command's flag -exec wants it: the program's file, then its
// arguments.
func execute(args []string) error {
	if len(args) == 0 {
		return errors.New("keyrange exec: name a WebAssembly program")
	}
	small := filepath.Join(filepath.Dir(args[0]), "small.wasm")
	script, err := rewritten(args[0], small)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	run := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"),
		append([]string{small}, args[1:]...)...)
	run.Env = append(os.Environ(), "NODE_OPTIONS=--require="+script)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	return run.Run()
}

// dividedBy is how many functions in a row go to the same place when a program is
// divided to be tested: calls that stay within a part are as common as those that
// do not.
const dividedBy = 64

// rewritten writes a program as small, rewritten in each way in which the site's
// program is, and two of three runs of functions in parts. It returns the script
// that Node needs for them.
func rewritten(file, small string) (script string, err error) {
	linked, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	names, err := wasm.Functions(linked)
	if err != nil {
		return "", err
	}
	program, err := wasm.Shrink(linked)
	if err != nil {
		return "", err
	}
	places := make([]int, len(names))
	for i, name := range names {
		if !strings.HasPrefix(name, "runtime.") {
			places[i] = i / dividedBy % 3
		}
	}
	core, parts, err := wasm.Split(program, places)
	if err != nil {
		return "", err
	}
	return wasm.Write(small, core, parts)
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/build/static"
)

// callsFile says which functions of the program pages call when, so that it can be
// divided. It is made with a browser, which a build may not have, so it lies beside
// the sources of the build.
const callsFile = "build/static/calls.txt"

// writeCalls opens every page with a program that tells which of its functions run,
// and writes the file.
func writeCalls(args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("keyrange calls: it takes no arguments")
	}
	root, err := repository()
	if err != nil {
		return err
	}
	program, names, err := static.Watched(root)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "keyrange-calls-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	whole := static.Program{Core: program}
	made := static.Options{Root: root, Out: folder, Base: "/", Origin: static.DefaultOrigin, Program: &whole, Plain: true}
	if _, err := static.Build(made); err != nil {
		return err
	}
	seen, err := watch(root, folder)
	if err != nil {
		return err
	}
	text := seen.Text(names)
	fmt.Fprintf(out, "%s: %d pages, %d bytes.\n", callsFile, len(seen.Start), len(text))
	return os.WriteFile(filepath.Join(root, callsFile), []byte(text), 0o644)
}

// watch opens the pages of the site in a folder in a browser and gives what ran.
func watch(root, folder string) (static.Calls, error) {
	var seen static.Calls
	args := []string{filepath.Join("web", "test", "calls.mjs"), folder}
	for _, p := range site.Pages() {
		if !strings.HasPrefix(p.Path, "/teach/") { // each of which is drawn like /teach
			args = append(args, p.Path)
		}
	}
	cmd := exec.Command("node", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return seen, fmt.Errorf("the browser: %w", err)
	}
	return seen, json.Unmarshal(text, &seen)
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/keyrange/keyrange/engine/race"
)

// raceFile holds the runs that the start page shows. They depend on nothing but the
// engine, and take longer than a site does to build, so they lie beside its sources;
// a test runs some of them again.
const raceFile = "web/race.json"

// writeRace runs the race at every load and writes the file.
func writeRace(args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("keyrange race: it takes no arguments")
	}
	root, err := repository()
	if err != nil {
		return err
	}
	r, err := race.New()
	if err != nil {
		return err
	}
	text, err := raceText(r)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, raceFile), text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d loads, %d bytes.\n", raceFile, len(r.Loads), len(text))
	return nil
}

// raceText writes a load on each line, so that a change shows which ones differ.
func raceText(r *race.Race) ([]byte, error) {
	text, err := json.Marshal(r)
	return append(bytes.ReplaceAll(text, []byte(`{"rate"`), []byte("\n"+`{"rate"`)), '\n'), err
}

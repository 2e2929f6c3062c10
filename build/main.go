// Command build makes and serves the site and runs the project's checks. The
// Makefile is the way to call it.
//
//	build site   writes the site
//	build run    writes the site, and serves it and the Table endpoint
//	build serve  serves a site that was written
//	build tables serves the Table endpoint
//	build conformance
//	             holds the Table endpoint to the rules and to the official
//	             clients, and shows where Azurite differs
//	build bench-wire
//	             measures the Table endpoint beside Azurite and a ceiling
//	build ceiling
//	             serves that ceiling
//	build check  runs every check
//	build simulate   runs a scenario of the partition simulator
//	build program    writes a program for the browser, made smaller
//	build node-test  runs go test in Node, made smaller
//	build exec       makes a program for the browser smaller and runs it under Node
//	build calibrate  holds the simulator against published measurements
//
// Every failure that a user can mend is one line on standard error and exit
// status 1.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/keyrange/keyrange/build/conformance"
	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/load"
	"github.com/keyrange/keyrange/build/preview"
	"github.com/keyrange/keyrange/build/static"
)

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command runs one of the commands.
func command(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("build: say what to do: site, run, serve, tables, simulate, calibrate or check")
	}
	name := args[0]
	switch name {
	case "simulate":
		return simulate(args[1:], out)
	case "calibrate":
		return calibrate(args[1:], out)
	case "race":
		return writeRace(args[1:], out)
	case "program":
		return compile(args[1:])
	case "node-test":
		return testInNode(args[1:])
	case "exec":
		return execute(args[1:])
	}
	s, err := settings(name, args[1:])
	if err != nil {
		return err
	}
	switch name {
	case "site":
		return s.site(out)
	case "run":
		return s.run(out)
	case "serve":
		return s.serve(out)
	case "tables":
		return s.tables(out)
	case "conformance":
		return conformance.Main(s.options.Root, s.compared, out)
	case "bench-wire":
		return load.Main(s.options.Root, out)
	case "ceiling":
		return load.Ceiling(out)
	case "check":
		return check(s.options.Root, out)
	}
	return fmt.Errorf("build: there is no command %q: use site, run, serve, tables, simulate, calibrate or check", name)
}

// setting is what the flags say.
type setting struct {
	options  static.Options
	port     int
	endpoint tableSetting
	compared bool // with Azurite
}

// settings reads flags. The folder to write is relative to the working folder,
// which is the repository.
func settings(command string, args []string) (setting, error) {
	var s setting
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	base := flags.String("base", "/", "path that the site lives under")
	origin := flags.String("origin", "", "scheme and host for absolute addresses")
	out := flags.String("out", "dist", "folder of the site")
	port := flags.String("port", "8080", "port to serve at, 0 for any")
	tablesPort := flags.String("tables-port", strconv.Itoa(endpoint.DefaultPort), "port of the Table endpoint, 0 for any")
	listen := flags.String("listen", "127.0.0.1", "address that the Table endpoint listens at")
	flags.StringVar(&s.endpoint.data, "data", "", "file that keeps the tables, none if empty")
	flags.BoolVar(&s.compared, "azurite", false, "try the rules of conformance on Azurite too")
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q is not understood", flags.Arg(0))
	}
	if err != nil {
		return s, fmt.Errorf("build %s: %w", command, err)
	}
	if s.port, err = strconv.Atoi(*port); err != nil || s.port < 0 || s.port > 65535 {
		return s, fmt.Errorf("PORT is %q: use a number from 0 to 65535", *port)
	}
	if s.endpoint.address, err = address(*listen, *tablesPort); err != nil {
		return s, err
	}
	if s.options.Base, err = static.ParseBase(*base); err != nil {
		return s, err
	}
	if s.options.Origin, err = static.ParseOrigin(*origin); err != nil {
		return s, err
	}
	if s.options.Root, err = repository(); err != nil {
		return s, err
	}
	s.options.Warn = os.Stderr
	s.options.Out, err = filepath.Abs(*out)
	return s, err
}

// repository is the working folder, which must hold the project.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "app", "site")); err != nil {
		return "", errors.New("build: start it in the project's folder")
	}
	return dir, nil
}

func (s setting) site(out io.Writer) error {
	began := time.Now()
	made, err := static.Build(s.options)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The site for %s is in %s (%.1f s).\n", s.options.Base, s.options.Out, time.Since(began).Seconds())
	fmt.Fprintf(out, "%d pages. %s to read the start page, %s more to start the engine, %s kept by a browser for use without a network. "+
		"%d files, %s in all, compressed ones apart.\n", made.Pages, megabytes(made.Reading), megabytes(made.Program), megabytes(made.Kept),
		made.Files, megabytes(made.All))
	return nil
}

// megabytes is a number of bytes as a person reads it.
func megabytes(bytes int) string {
	return fmt.Sprintf("%.2f MB", float64(bytes)/1e6)
}

// run takes the ports before the long build, so that a busy one is told at
// once.
func (s setting) run(out io.Writer) error {
	listener, err := preview.Listen(s.port)
	if err != nil {
		return err
	}
	defer listener.Close()
	tables, err := endpoint.Listen(s.endpoint.address)
	if err != nil {
		return err
	}
	defer tables.Close()
	if err := s.site(out); err != nil {
		return err
	}
	return s.answerBoth(listener, tables, out)
}

func (s setting) serve(out io.Writer) error {
	if _, err := os.Stat(filepath.Join(s.options.Out, "index.html")); err != nil {
		return fmt.Errorf("no site in %s: build one with make site", s.options.Out)
	}
	listener, err := preview.Listen(s.port)
	if err != nil {
		return err
	}
	return s.answer(listener, out)
}

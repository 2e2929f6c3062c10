// Command keyrange makes and serves the site, serves the Table endpoint, and runs
// the project's checks. `keyrange -h` lists what it does, and each command has a -h
// of its own. Only the commands about the site and the checks need the project's
// folder: the rest works anywhere.
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

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/preview"
	"github.com/keyrange/keyrange/build/static"
)

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// setting is what the flags say.
type setting struct {
	options  static.Options
	port     int
	endpoint tableSetting
	compared bool // with Azurite
	beside   bool // serve the Table endpoint beside a site that was written
}

// The groups of flags that a command may have.
const (
	siteFlags = 1 << iota
	portFlag
	tableFlags
	azuriteFlag
	besideFlag
)

// settings reads the flags of a command. The folder to write is relative to the
// working folder.
func settings(c one, args []string) (setting, error) {
	var s setting
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	var base, origin, out, port string
	if c.flags&siteFlags != 0 {
		flags.StringVar(&base, "base", "/", "`path` that the site lives under")
		flags.StringVar(&origin, "origin", "", "scheme and host for absolute `addresses`")
		flags.StringVar(&out, "out", "dist", "`folder` of the site")
	}
	if c.flags&portFlag != 0 {
		flags.StringVar(&port, "port", "8080", "`port` to serve the site at, 0 for any")
	}
	if c.flags&tableFlags != 0 {
		s.endpoint.define(flags)
		if err := fromEnvironment(flags); err != nil {
			return s, fmt.Errorf("keyrange %s: %w", c.name, err)
		}
	}
	if c.flags&azuriteFlag != 0 {
		flags.BoolVar(&s.compared, "azurite", false, "try the rules of conformance on Azurite too")
	}
	if c.flags&besideFlag != 0 {
		flags.BoolVar(&s.beside, "with-tables", false, "serve the Table endpoint too, as run does; the flags about it need this one")
	}
	if err := parseFlags(c.about, flags, args); err != nil {
		return s, fmt.Errorf("keyrange %s: %w", c.name, err)
	}
	return s, s.check(c, base, origin, out, port)
}

// check reads what the flags of a command say.
func (s *setting) check(c one, base, origin, out, port string) (err error) {
	if c.flags&portFlag != 0 {
		if s.port, err = strconv.Atoi(port); err != nil || s.port < 0 || s.port > 65535 {
			return fmt.Errorf("PORT is %q: use a number from 0 to 65535", port)
		}
	}
	if c.flags&tableFlags != 0 {
		if err := s.endpoint.check(); err != nil {
			return err
		}
	}
	if c.flags&siteFlags != 0 {
		if s.options.Base, err = static.ParseBase(base); err != nil {
			return err
		}
		if s.options.Origin, err = static.ParseOrigin(origin); err != nil {
			return err
		}
		if s.options.Out, err = filepath.Abs(out); err != nil {
			return err
		}
	}
	s.options.Warn = os.Stderr
	if !c.anywhere {
		s.options.Root, err = repository()
	}
	return err
}

// repository is the working folder, which must hold the project.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "app", "site")); err != nil {
		return "", errors.New("keyrange: start it in the project's folder")
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
	defer listener.Close()
	if !s.beside {
		return s.answer(listener, nil, out)
	}
	tables, err := endpoint.Listen(s.endpoint.address)
	if err != nil {
		return err
	}
	defer tables.Close()
	return s.answerBoth(listener, tables, out)
}

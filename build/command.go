package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/keyrange/keyrange/build/conformance"
	"github.com/keyrange/keyrange/build/load"
)

// one is a command: what it is called and does, and which flags it has. A command
// that reads its arguments itself has none of them.
type one struct {
	name, about string
	anywhere    bool // it does not need the project's folder
	flags       int  // groups of flags
	run         func(s setting, out io.Writer) error
	raw         func(args []string, out io.Writer) error
}

// commands are in the order in which help lists them.
func commands() []one {
	return []one{
		{name: "tables", about: "serves the Table endpoint", anywhere: true, flags: tableFlags, run: setting.tables},
		{name: "simulate", about: "runs a scenario of the partition simulator", anywhere: true, raw: simulate},
		{name: "recording", about: "makes a recording of a log of requests, for the live screen and the simulator: LOG RECORDING", anywhere: true,
			raw: recording},
		{name: "stress", about: stressAbout, raw: stressCommand},
		{name: "calibrate", about: "holds the simulator against published measurements", anywhere: true, raw: calibrate},
		{name: "serve", about: "serves a site that was written, and the Table endpoint if told to", anywhere: true,
			flags: siteFlags | portFlag | tableFlags | besideFlag, run: setting.serve},
		{name: "site", about: "writes the site", flags: siteFlags, run: setting.site},
		{name: "run", about: "writes the site, and serves it and the Table endpoint", flags: siteFlags | portFlag | tableFlags, run: setting.run},
		{name: "conformance", about: "holds the Table endpoint to the rules and to the official clients", flags: azuriteFlag,
			run: func(s setting, out io.Writer) error { return conformance.Main(s.options.Root, s.compared, out) }},
		{name: "bench-wire", about: "measures the Table endpoint beside Azurite and a ceiling",
			run: func(s setting, out io.Writer) error { return load.Main(s.options.Root, out) }},
		{name: "hold", about: holdAbout, anywhere: true, raw: holdCommand},
		{name: "ceiling", about: "serves that ceiling", anywhere: true, run: func(_ setting, out io.Writer) error { return load.Ceiling(out) }},
		{name: "check", about: "runs every check", run: func(s setting, out io.Writer) error { return check(s.options.Root, out) }},
		{name: "race", about: "runs the race at every load and writes " + raceFile + ": no arguments", raw: writeRace},
		{name: "calls", about: "opens every page in a browser and notes which functions they call, in " + callsFile + ": no arguments",
			raw: writeCalls},
		{name: "program", about: "writes a program for the browser, made smaller: PACKAGE FILE",
			raw: func(args []string, _ io.Writer) error { return compile(args) }},
		{name: "node-test", about: "runs go test in Node, made smaller: the arguments of go test",
			raw: func(args []string, _ io.Writer) error { return testInNode(args) }},
		{name: "exec", about: "makes a program for the browser smaller and runs it under Node: PROGRAM ARGUMENTS",
			raw: func(args []string, _ io.Writer) error { return execute(args) }},
	}
}

// command runs one of the commands, or tells what there is.
func command(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("keyrange: say what to do, such as tables, run, site or simulate; keyrange -h lists it all")
	}
	if isHelp(args[0]) {
		_, err := io.WriteString(out, overview())
		return err
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		err := c.do(args[1:], out)
		if h := (*help)(nil); errors.As(err, &h) {
			_, err = io.WriteString(out, h.text)
		}
		return err
	}
	return fmt.Errorf("keyrange: there is no command %q; keyrange -h lists them", args[0])
}

func (c one) do(args []string, out io.Writer) error {
	if c.raw == nil {
		s, err := settings(c, args)
		if err != nil {
			return err
		}
		return c.run(s, out)
	}
	if len(args) == 1 && isHelp(args[0]) && strings.Contains(c.about, ": ") {
		return &help{"keyrange " + c.name + " " + c.about + "\n"}
	}
	return c.raw(args, out)
}

func isHelp(arg string) bool {
	return arg == "-h" || arg == "-help" || arg == "--help" || arg == "help"
}

// help is what a command says of itself instead of running.
type help struct{ text string }

func (h *help) Error() string { return h.text }

// overview lists the commands.
func overview() string {
	var b strings.Builder
	b.WriteString("keyrange COMMAND [FLAGS]\n\n")
	for _, c := range commands() {
		where := ""
		if !c.anywhere {
			where = " *"
		}
		fmt.Fprintf(&b, "  %-12s %s%s\n", c.name, c.about, where)
	}
	b.WriteString("\n* in the project's folder\n\nkeyrange COMMAND -h tells the flags of a command.\n")
	return b.String()
}

// parseFlags reads flags and refuses what is left. For -h the error is a *help.
func parseFlags(about string, flags *flag.FlagSet, args []string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		var b strings.Builder
		fmt.Fprintf(&b, "keyrange %s %s\n\n", flags.Name(), about)
		flags.SetOutput(&b)
		flags.PrintDefaults()
		return &help{b.String()}
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q is not understood", flags.Arg(0))
	}
	return err
}

package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/keyrange/keyrange/build/load"
)

const holdAbout = "holds the Table endpoint at its full rate, kills it again and again, and looks for what is lost"

// holdCommand ends early when the process is asked to stop, and still checks.
func holdCommand(args []string, out io.Writer) error {
	var s load.HoldSetting
	flags := flag.NewFlagSet("hold", flag.ContinueOnError)
	s.Define(flags)
	err := parseFlags(holdAbout, flags, args)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return fmt.Errorf("keyrange hold: %w", err)
	}
	ctx, stop := untilStopped()
	defer stop()
	return load.Hold(ctx, s, out)
}

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/keyrange/keyrange/build/stress"
)

// stressCommand checks the command line, then builds and starts the program that has
// the official client, which is a module of its own: go.mod of the project does not
// require the client. The connection string goes on in the environment.
func stressCommand(args []string, _ io.Writer) error {
	s, flags, err := stressSetting(args)
	if err != nil {
		return fmt.Errorf("keyrange stress: %w", err)
	}
	root, err := repository()
	if err != nil {
		return err
	}
	program, err := stressProgram(root)
	if err != nil {
		return err
	}
	cmd := exec.Command(program, flags...)
	cmd.Env = append(os.Environ(), stress.ConnectionVariable+"="+s.Connection)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := attended(cmd); err != nil {
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			return errors.New("keyrange stress did not end well; what it said is above")
		}
		return err
	}
	return nil
}

// stressSetting reads the flags, and returns them without the connection string.
func stressSetting(args []string) (s stress.Setting, rest []string, err error) {
	flags := flag.NewFlagSet("stress", flag.ContinueOnError)
	s.Define(flags)
	if err := parseFlags(stressAbout, flags, args); err != nil {
		return s, nil, err
	}
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "endpoint" {
			rest = append(rest, "-"+f.Name+"="+f.Value.String())
		}
	})
	return s, rest, s.Check()
}

const stressAbout = "sends what a scenario's clients send to a real account, Azurite or the Table endpoint, and records what it measures"

// stressProgram builds the program, which takes a moment the first time.
func stressProgram(root string) (string, error) {
	program := filepath.Join(root, "build", ".tool", "stress")
	build := exec.Command("go", "-C", filepath.Join(root, "build", "stress", "official"), "build", "-buildvcs=false", "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the official Go client cannot be built: %w\n%s", err, text)
	}
	return program, nil
}

// attended runs a program that ends by itself after an interrupt: a terminal sends one
// to both, and what comes to this process alone is passed on.
func attended(cmd *exec.Cmd) error {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			return err
		case s := <-signals:
			if s == syscall.SIGTERM {
				cmd.Process.Signal(s) // it may have ended already
			}
		}
	}
}

// Command official is `keyrange stress` with the official Go client of the Table
// service. It is a module of its own, so that the client is no requirement of the
// project: the flags, the plan and the run are those of package stress.
//
// The first interrupt ends the run and deletes the table. The second one ends the
// program at once, and says which table is left.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/keyrange/keyrange/build/stress"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run does what the command line says. Neither what it writes nor its error has a
// secret of the account.
func run(args []string, in *os.File, out io.Writer) error {
	var s stress.Setting
	flags := flag.NewFlagSet("stress", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	s.Define(flags)
	if err := errors.Join(flags.Parse(args), s.Check()); err != nil {
		return fmt.Errorf("keyrange stress: %w", err)
	}
	p, err := s.NewPlan(tableName())
	if err != nil {
		return fmt.Errorf("keyrange stress: %w", err)
	}
	hide := p.Account.Hide(out)
	if err := agreed(&s, &p, in, hide); err != nil {
		return errors.New(hide.Text("keyrange stress: " + err.Error()))
	}
	return nil
}

// agreed does the plan once it is agreed to.
func agreed(s *stress.Setting, p *stress.Plan, in *os.File, out io.Writer) error {
	if err := p.Agree(s.Yes, person(in), in, out); err != nil {
		return err
	}
	client, err := dial(p)
	if err != nil {
		return err
	}
	recording, err := os.OpenFile(s.Recording, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	ctx, stop := interrupted(p.Table)
	defer stop()
	err = errors.Join(stress.Run(ctx, p, client, recording, out), recording.Close())
	if err == nil {
		fmt.Fprintf(out, "The recording is in %s: open it in the simulator.\n", s.Recording)
	}
	return err
}

// interrupted returns a context that ends with the first interrupt.
func interrupted(table string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		fmt.Fprintf(os.Stderr, "keyrange stress: the table %s is left in the account\n", table)
		os.Exit(1)
	}()
	return ctx, func() { signal.Stop(signals); cancel() }
}

// person reports whether somebody can answer.
func person(in *os.File) bool {
	about, err := in.Stat()
	return err == nil && about.Mode()&os.ModeCharDevice != 0
}

// tableName is one that no account has yet.
func tableName() string {
	var drawn [8]byte
	rand.Read(drawn[:]) // it never fails
	return "KeyrangeStress" + hex.EncodeToString(drawn[:])
}

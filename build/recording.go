package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/logs"
	"github.com/keyrange/keyrange/engine/text"
)

// recording turns a log of requests into a recording, which the live screen and the
// simulator open, and says what the log cannot tell.
func recording(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("keyrange recording: name the log and the recording to write, such as requests.csv live.recording")
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, logs.MaxBytes+1))
	if err != nil {
		return err
	}
	r, leftOut, err := logs.Read(data, func(int, int) {})
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	made := observe.AppendHeader(nil, args[0], r.Source, r.Missing)
	sent := int64(0)
	for i := range r.Events {
		made = observe.AppendEvent(made, &r.Events[i])
		sent += r.Events[i].Total.Sent
	}
	fmt.Fprintf(out, "%s of %s in %s. %s left out.\n", text.Count(int(sent), "request", "requests"), r.Source,
		text.Count(len(r.Events), "second", "seconds"), text.Count(leftOut, "line is", "lines are"))
	for _, missing := range r.Missing {
		fmt.Fprintln(out, missing)
	}
	if len(made) > observe.MaxRecording {
		fmt.Fprintf(out, "The recording has %s bytes. A page opens at most %s: cut the log into pieces.\n", text.Number(len(made)),
			text.Number(observe.MaxRecording))
	}
	return os.WriteFile(args[1], made, 0o644)
}

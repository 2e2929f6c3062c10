package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// longestLine bounds a line of test output, in bytes.
const longestLine = 16 << 20

// lines runs a command in the repository and hands its output on line by line.
func (c *checks) lines(cmd *exec.Cmd, each func(line string)) error {
	cmd.Dir = c.root
	reader, writer := io.Pipe()
	cmd.Stdout, cmd.Stderr = writer, writer
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- cmd.Wait()
		writer.Close()
	}()
	scanner := bufio.NewScanner(reader)
	scanner.Buffer(nil, longestLine)
	for scanner.Scan() {
		each(scanner.Text())
	}
	io.Copy(io.Discard, reader) // a line beyond the limit must not block the command
	if err := <-ended; err != nil {
		return fmt.Errorf("%s: %w", cmd.Args[0], err)
	}
	return scanner.Err()
}

// event is what go test -json says about one step.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// goTest runs go test -json, counts its tests and prints a line per package,
// the output of what failed, and every line that begins with "size" or "seed".
func (c *checks) goTest(cmd *exec.Cmd) error {
	output := map[string]*strings.Builder{}
	return c.lines(cmd, func(line string) {
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Fprintln(c.out, line) // the go command itself, such as a compile error
			return
		}
		c.take(e, output)
	})
}

// take notes one step; output holds what the tests that run have printed.
func (c *checks) take(e event, output map[string]*strings.Builder) {
	key := e.Package + " " + e.Test
	if output[key] == nil {
		output[key] = &strings.Builder{}
	}
	switch e.Action {
	case "output", "build-output":
		output[key].WriteString(e.Output)
		if e.Action == "build-output" || told(e.Output) {
			fmt.Fprint(c.out, "     ", strings.TrimLeft(e.Output, " "))
		}
	case "pass", "fail", "skip":
		c.end(e, output[key].String())
		delete(output, key)
	}
}

// told tells whether a line of a test is worth showing when it passes.
func told(line string) bool {
	_, text, logged := strings.Cut(line, ".go:")
	_, text, _ = strings.Cut(text, ": ")
	return logged && (strings.HasPrefix(text, "size ") || strings.HasPrefix(text, "seed "))
}

// end counts a test that ended, or prints the line of a package.
func (c *checks) end(e event, output string) {
	if e.Test == "" {
		if e.Action != "skip" { // a package without tests
			fmt.Fprintf(c.out, "     %s %s (%.1f s)\n", e.Action, e.Package, e.Elapsed)
		}
		if e.Action == "fail" {
			fmt.Fprint(c.out, output)
		}
		return
	}
	switch e.Action {
	case "pass":
		c.passed++
	case "skip":
		c.skipped++
		fmt.Fprintf(c.out, "     skip %s %s\n%s", e.Package, e.Test, output)
	case "fail":
		c.failed++
		fmt.Fprintf(c.out, "     FAIL %s %s\n%s", e.Package, e.Test, output)
	}
}

// tap runs a command that reports in the Test Anything Protocol and counts its
// tests.
func (c *checks) tap(cmd *exec.Cmd) error {
	return c.lines(cmd, c.takeTAP)
}

func (c *checks) takeTAP(line string) {
	text := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(text, "ok ") && strings.Contains(text, "# SKIP"):
		c.skipped++
	case strings.HasPrefix(text, "ok "):
		c.passed++
	case strings.HasPrefix(text, "not ok "):
		c.failed++
	case !detail(text):
		return
	}
	fmt.Fprintln(c.out, "    ", text)
}

// detail tells whether a line says more than that a test ran: TAP's own
// bookkeeping does not.
func detail(text string) bool {
	for _, routine := range []string{"TAP version", "# ", "1..", "---", "...", "duration_ms:", "type:"} {
		if strings.HasPrefix(text, routine) {
			return strings.HasPrefix(text, "# size ") || strings.HasPrefix(text, "# seed ") || strings.HasPrefix(text, "# figure ")
		}
	}
	return text != ""
}

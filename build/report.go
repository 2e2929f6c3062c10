package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// longestLine bounds a line of test output, in bytes.
const longestLine = 16 << 20

// slowest is how many of the slowest tests the summary names.
const slowest = 10

// reasons is how many lines of a failed test's own words are told again at the end.
const reasons = 12

// report prints what the steps say, whole lines at a time, and remembers their
// tests. Steps run beside each other; the lock guards their tallies too.
type report struct {
	sync.Mutex
	out    io.Writer
	tests  []timedTest
	files  []timedTest // of browser tests
	failed []*failure
}

// failure is a test that failed, and the first lines of what it said.
type failure struct {
	step *step
	name string
	said []string
}

// because adds lines to what the test said, as far as there is room.
func (f *failure) because(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && len(f.said) < reasons {
			f.said = append(f.said, line)
		}
	}
}

// failures prints those of a step, each with its reason below it, for whoever sees
// only the end of a run.
func (r *report) failures(of *step) {
	r.Lock()
	defer r.Unlock()
	for _, f := range r.failed {
		if f.step == of {
			fmt.Fprintf(r.out, "FAIL %s: %s\n", of.name, f.name)
			for _, line := range f.said {
				fmt.Fprintln(r.out, "       "+line)
			}
		}
	}
}

// timedTest is a test, or a file of tests, that ended.
type timedTest struct {
	name    string
	seconds float64
}

// tally counts tests by how they ended.
type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

func (r *report) print(text string) {
	r.Lock()
	defer r.Unlock()
	fmt.Fprintln(r.out, text)
}

// Write prints what somebody else says.
func (r *report) Write(text []byte) (int, error) {
	r.print(strings.TrimRight(string(text), "\n"))
	return len(text), nil
}

// lasted remembers how long a test took.
func (r *report) lasted(name string, seconds float64) {
	r.Lock()
	defer r.Unlock()
	r.tests = append(r.tests, timedTest{name, seconds})
}

// took remembers how long a file of browser tests took.
func (r *report) took(name string, seconds float64) {
	r.Lock()
	defer r.Unlock()
	r.files = append(r.files, timedTest{name, seconds})
}

// longest prints a heading and the first of the longest of a list.
func (r *report) longest(heading string, list []timedTest, most int) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b timedTest) int { return cmp.Compare(b.seconds, a.seconds) })
	r.print(heading)
	for _, t := range list[:min(most, len(list))] {
		r.print(fmt.Sprintf("%7.1f s  %s", t.seconds, t.name))
	}
}

// summary prints the files of browser tests, the slowest tests, those that
// failed, and how many each step ran. It is an error when a step failed.
func (r *report) summary(steps []*step, took time.Duration) error {
	r.longest("The files of browser tests:", r.files, len(r.files))
	r.longest("The slowest tests:", r.tests, slowest)
	for _, s := range steps {
		r.failures(s)
	}
	var all tally
	var broken []string
	for _, s := range steps {
		word := "ok  "
		if s.err != nil {
			word = "FAIL"
			broken = append(broken, s.name)
		}
		line := fmt.Sprintf("%s %-24s", word, s.name)
		if s.tally != (tally{}) {
			line += s.tally.String()
		}
		r.print(strings.TrimRight(line, " ") + s.times())
		all = tally{all.passed + s.passed, all.failed + s.failed, all.skipped + s.skipped}
	}
	r.print(fmt.Sprintf("%s (%.1f s)", all, took.Seconds()))
	if len(broken) > 0 {
		return errors.New("failed: " + strings.Join(broken, ", "))
	}
	return nil
}

// ended counts a test of a step. Text is what a test that failed or was skipped
// has printed. The failure is nil for one that did not fail.
func (s *step) ended(word, name, text string) (f *failure) {
	s.report.Lock()
	defer s.report.Unlock()
	switch word {
	case "pass":
		s.passed++
		return nil
	case "skip":
		s.skipped++
	case "FAIL":
		s.failed++
		f = &failure{step: s, name: name}
		f.because(text)
		s.report.failed = append(s.report.failed, f)
	}
	fmt.Fprintf(s.report.out, "     %s: %s %s\n%s", s.name, word, name, text)
	return f
}

// lines runs a command in the repository and hands its output on line by line.
func (s *step) lines(cmd *exec.Cmd, each func(line string)) error {
	cmd.Dir = s.root
	reader, writer := io.Pipe()
	cmd.Stdout, cmd.Stderr = writer, writer
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		s.spent(cmd)
		ended <- err
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
func (s *step) goTest(cmd *exec.Cmd) error {
	output := map[string]*strings.Builder{}
	return s.lines(cmd, func(line string) {
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			s.say("%s", line) // the go command itself, such as a compile error
			return
		}
		s.take(e, output)
	})
}

// take notes one event; output holds what the tests that run have printed.
func (s *step) take(e event, output map[string]*strings.Builder) {
	key := e.Package + " " + e.Test
	if output[key] == nil {
		output[key] = &strings.Builder{}
	}
	switch e.Action {
	case "output", "build-output":
		output[key].WriteString(e.Output)
		if e.Action == "build-output" || told(e.Output) {
			s.say("%s", strings.TrimLeft(e.Output, " "))
		}
	case "pass", "fail", "skip":
		s.end(e, output[key].String())
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
func (s *step) end(e event, output string) {
	if e.Test == "" {
		if e.Action != "skip" { // a package without tests
			s.say("%s %s (%.1f s)", e.Action, e.Package, e.Elapsed)
		}
		if e.Action == "fail" {
			s.say("%s", output)
		}
		return
	}
	name := e.Package + " " + e.Test
	if !strings.Contains(e.Test, "/") { // its parts are in it
		s.report.lasted(s.name+": "+name, e.Elapsed)
	}
	s.ended(map[string]string{"pass": "pass", "skip": "skip", "fail": "FAIL"}[e.Action], name, output)
}

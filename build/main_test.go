package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/preview"
)

// inRepository makes the project's folder the working folder, as the Makefile
// does.
func inRepository(t *testing.T) { t.Chdir("..") }

// What a user can mend is one line that names the setting.
func TestMistakes(t *testing.T) {
	inRepository(t)
	busy, err := preview.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	port := fmt.Sprint(busy.Addr().(*net.TCPAddr).Port)
	file := filepath.Join(t.TempDir(), "dist")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no command", nil, "say what to do"},
		{"unknown command", []string{"bake"}, `no command "bake"`},
		{"unknown flag", []string{"site", "-x"}, "keyrange site"},
		{"word too many", []string{"site", "now"}, `"now" is not understood`},
		{"base", []string{"site", "-base", "a b"}, "BASE is"},
		{"origin", []string{"site", "-origin", "ftp://x"}, "ORIGIN is"},
		{"port", []string{"run", "-port", "eighty"}, "PORT is"},
		{"port too high", []string{"run", "-port", "65536"}, "PORT is"},
		{"busy port", []string{"run", "-port", port}, "port " + port + " is in use"},
		{"folder that cannot be written", []string{"site", "-out", file}, "cannot write to " + file},
		{"nothing to serve", []string{"serve", "-out", t.TempDir()}, "no site in"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := command(c.args, io.Discard)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want one line with %q", err, c.want)
			}
		})
	}
}

// A browser that is named but missing is told, not replaced by another.
func TestNamedBrowser(t *testing.T) {
	t.Setenv("CHROME", "/nowhere/chrome")
	if _, err := findBrowser(io.Discard); err == nil || !strings.Contains(err.Error(), "/nowhere/chrome") {
		t.Errorf("got %v, want an error that names the browser", err)
	}
}

// testStep is a step of a check that prints into the buffer.
func testStep(out *bytes.Buffer) *step {
	return (&checks{report: &report{out: out}}).step("tests", nil)
}

// The tally counts what the two kinds of test programs report, and their
// failures are shown.
func TestTally(t *testing.T) {
	var out bytes.Buffer
	s := testStep(&out)
	output := map[string]*strings.Builder{}
	for _, line := range []event{
		{Action: "output", Package: "p", Test: "TestA", Output: "    a_test.go:3: size of it: 5 bytes\n"},
		{Action: "pass", Package: "p", Test: "TestA"},
		{Action: "output", Package: "p", Test: "TestB", Output: "got 1, want 2\n"},
		{Action: "fail", Package: "p", Test: "TestB"},
		{Action: "skip", Package: "p", Test: "TestC"},
		{Action: "fail", Package: "p"},
	} {
		s.take(line, output)
	}
	var reader tapReader
	for _, line := range []string{"TAP version 13", "ok 1 - opens", "not ok 2 - closes", "ok 3 - waits # SKIP no network", "1..3"} {
		reader.take(s, line)
	}
	if got, want := s.tally.String(), "2 passed, 2 failed, 2 skipped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, want := range []string{"size of it: 5 bytes", "FAIL p TestB", "got 1, want 2", "FAIL closes"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "TAP version") {
		t.Errorf("the report holds bookkeeping:\n%s", &out)
	}
}

// The last lines say how long each file of browser tests took, which ten tests took
// longest, which failed, and how many each step ran; a test's parts are counted and not listed beside it.
func TestSummary(t *testing.T) {
	var out bytes.Buffer
	s := testStep(&out)
	output := map[string]*strings.Builder{}
	for n := range 12 {
		s.take(event{Action: "pass", Package: "p", Test: fmt.Sprintf("Test%d", n), Elapsed: float64(n)}, output)
	}
	s.take(event{Action: "pass", Package: "p", Test: "Test11/part", Elapsed: 11}, output)
	var reader tapReader
	for _, line := range []string{"not ok 1 - closes", "  ---", "  duration_ms: 3500.5", "  error: 'it stays open'", "ok 2 - opens", "  more: none", "# duration_ms 99000"} {
		reader.take(s, line)
	}
	s.report.took("short.test.mjs", 1)
	s.report.took("long.test.mjs", 40)
	out.Reset()
	if err := s.report.summary([]*step{s}, 90*time.Second); err != nil {
		t.Errorf("got %v, want no error: no step ended with one", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{"The files of browser tests:", "40.0 s  long.test.mjs", "1.0 s  short.test.mjs", "The slowest tests:", "11.0 s  tests: p Test11"}
	for n := 10; n >= 4; n-- {
		want = append(want, fmt.Sprintf("%d.0 s  tests: p Test%d", n, n))
	}
	want = append(want, "3.5 s  tests: closes", "3.0 s  tests: p Test3", "FAIL tests: closes", "       error: 'it stays open'",
		"14 passed, 1 failed, 0 skipped (0.0 s)", "14 passed, 1 failed, 0 skipped (90.0 s)")
	if len(lines) != len(want) {
		t.Fatalf("got %d lines, want %d:\n%s", len(lines), len(want), &out)
	}
	for i := range want {
		if !strings.HasSuffix(lines[i], want[i]) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want[i])
		}
	}
	s.err = errors.New("exit status 1")
	if err := s.report.summary([]*step{s}, 0); err == nil || err.Error() != "failed: tests" {
		t.Errorf("got %v, want an error that names the step", err)
	}
}

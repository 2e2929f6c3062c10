package main

import (
	"os/exec"
	"strconv"
	"strings"
)

// tap runs a command that reports in the Test Anything Protocol and counts its
// tests.
func (s *step) tap(cmd *exec.Cmd) error {
	var reader tapReader
	return s.lines(cmd, func(line string) { reader.take(s, line) })
}

// tapReader reads the report of one command: how long a test took, and why it
// failed, stands below it.
type tapReader struct {
	test   string
	failed *failure // of the test above, or nil
}

func (r *tapReader) take(s *step, line string) {
	text := strings.TrimSpace(line)
	rest, passed := strings.CutPrefix(text, "ok ")
	rest, failed := strings.CutPrefix(rest, "not ok ")
	if milliseconds, found := strings.CutPrefix(text, "duration_ms: "); found && r.test != "" {
		if n, err := strconv.ParseFloat(milliseconds, 64); err == nil {
			s.report.lasted(s.name+": "+r.test, n/1000)
		}
		r.test = ""
	}
	if passed || failed {
		_, r.test, _ = strings.Cut(rest, " - ")
		r.failed = nil
	}
	switch {
	case passed && strings.Contains(text, "# SKIP"):
		s.ended("skip", r.test, "")
	case passed:
		s.ended("pass", r.test, "")
		s.say("%s", text)
	case failed:
		r.failed = s.ended("FAIL", r.test, "")
	case detail(text):
		s.say("%s", text)
		if r.failed != nil {
			r.failed.because(text)
		}
	}
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

package content

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// What a lesson says of our own engine, the engine says too: each row of
// figures/engine.tsv is a lesson, a step, words of the lesson, and the
// condition that the command in the last column brings about in that step.
func TestEngineFigures(t *testing.T) {
	text, err := os.ReadFile("figures/engine.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		if len(f) != 5 {
			t.Fatalf("%q has %d columns, want 5", row, len(f))
		}
		file := string(Text(f[0]))
		if !strings.Contains(file, f[2]) {
			t.Errorf("%s does not say %q", f[0], f[2])
			continue
		}
		if got, ok := holds(t, file, f[1], f[3], f[4]); !ok {
			t.Errorf("%s, %q: %s is not true of %s: %s", f[0], f[2], f[3], f[4], got)
		}
	}
}

// holds reports whether a command makes a condition true in a step, and what
// the command said.
func holds(t *testing.T, file, step, condition, command string) (said string, ok bool) {
	t.Helper()
	l, err := lessons.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(step)
	s, err := runner.New(l, n-1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Do(command)
	if err != nil {
		t.Fatal(err)
	}
	facts := lessons.NewFacts(s.World())
	facts.Add(r)
	want, problem := lessons.ParseExpr(condition)
	if problem != "" {
		t.Fatal(problem)
	}
	return strings.Join(r.Lines(), "; "), want.True(facts)
}

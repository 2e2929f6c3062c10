package store

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the duel and the first scenario come to")

// What is told of the duel before it is run is what the engine makes of it.
func TestDuelOutcome(t *testing.T) {
	s, first := Duel(), NewSimulator(FirstPreset)
	if !first.Fresh() {
		t.Error("the first scenario is not fresh")
	}
	s.Finish()
	first.Finish()
	if first.Fresh() {
		t.Error("a scenario that was run is fresh")
	}
	text := ""
	for i, r := range append(s.runs, first.runs...) {
		v := r.Verdict()
		text += strings.Trim(fmt.Sprint(v.numbers()), "[]") + "\n"
		if got := outcomes()[i]; got != v && !*update {
			t.Errorf("run %d: told %+v, want %+v", i, got, v)
		}
	}
	if *update {
		if err := os.WriteFile("duel.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, b := s.runs[0].Verdict(), s.runs[1].Verdict()
	if b.Throttled()*4 > a.Throttled() || b.Accepted < 2*a.Accepted || a.Working > 2 || b.Working < 4 {
		t.Errorf("the duel tells no story: %+v, %+v", a, b)
	}
}

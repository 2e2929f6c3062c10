package runs

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the duel and the first scenario come to")

// numbersOf are the fields in the order in which the file has them.
func numbersOf(v *Verdict) (n [verdictNumbers]int64) {
	n = [verdictNumbers]int64{v.Span, int64(v.Offered), int64(v.Accepted), int64(v.Resent), v.P99, int64(v.Callers), int64(v.Sent),
		int64(v.Billed), v.Over, v.Target, int64(v.Pages), int64(v.Empty), int64(v.Splits.All), int64(v.Splits.Helped),
		int64(v.Splits.Vain), int64(v.Moves.All), int64(v.Moves.Helped), int64(v.Moves.Vain),
		int64(v.Servers), int64(v.Busiest), v.Share, int64(v.Working)}
	for why, of := range v.Refused {
		n[22+why] = int64(of)
	}
	return n
}

// What is told of the duel before it is run is what the engine makes of it.
func TestDuelOutcome(t *testing.T) {
	s, first := Duel(), NewState(FirstPreset)
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
		text += strings.Trim(fmt.Sprint(numbersOf(&v)), "[]") + "\n"
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

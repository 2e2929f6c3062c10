package runs

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the first scenario comes to")

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

// What is told of the first scenario before it is run is what the engine makes of it.
func TestFirstOutcome(t *testing.T) {
	first := NewState(FirstPreset)
	if !first.Fresh() {
		t.Error("the first scenario is not fresh")
	}
	first.Play.Finish()
	if first.Fresh() {
		t.Error("a scenario that was run is fresh")
	}
	v := first.Play.Runs()[0].Verdict()
	if *update {
		if err := os.WriteFile("first.txt", []byte(strings.Trim(fmt.Sprint(numbersOf(&v)), "[]")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := FirstOutcome(); got != v {
		t.Errorf("told %+v, want %+v", got, v)
	}
}

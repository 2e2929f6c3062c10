package score

import (
	"math/rand/v2"
	"testing"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/trace"
)

// The dearest question is the one no other exceeds in entities examined for each
// returned, among those that have an answer: compared pair by pair, without division.
func TestDearest(t *testing.T) {
	random := rand.New(rand.NewPCG(20081028, 1))
	for range 2000 {
		scores := make([]Score, random.IntN(6))
		for i := range scores {
			scores[i] = Score{Cost: trace.Cost{Examined: random.IntN(50), Returned: random.IntN(5)}, Done: random.IntN(4) > 0, Stale: random.IntN(6) == 0}
			if random.IntN(6) == 0 {
				scores[i].Fault = &filter.Error{}
			}
		}
		want, any := 0, false
		for i := range scores {
			answered := scores[i].Fault == nil && scores[i].Done && !scores[i].Stale
			if !answered {
				continue
			}
			over := !any || scores[i].Cost.Examined*max(1, scores[want].Cost.Returned) > scores[want].Cost.Examined*max(1, scores[i].Cost.Returned)
			if over {
				want = i
			}
			any = true
		}
		if got, ok := Dearest(scores); ok != any || ok && got != want {
			t.Fatalf("Dearest is %d, %v of %+v, want %d, %v", got, ok, scores, want, any)
		}
	}
}

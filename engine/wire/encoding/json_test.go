package encoding

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// The fast way to write a Double gives what the rule gives.
func TestAppendDouble(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		var f float64
		switch i % 4 {
		case 0:
			f = math.Float64frombits(random.Uint64())
		case 1:
			f = float64(random.IntN(2_000_000)-1_000_000) / 100
		case 2:
			f = random.NormFloat64() * math.Pow(10, float64(random.IntN(24)-6))
		case 3:
			f = float64(random.Int64N(1<<53)) / math.Pow(2, float64(random.IntN(20)))
		}
		if !IsFinite(f) {
			continue
		}
		if got, want := string(appendDouble(nil, f)), table.FormatDouble(f); got != want {
			t.Fatalf("%b: got %s, want %s", f, got, want)
		}
	}
}

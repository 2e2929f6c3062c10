package random

import (
	"math"
	"slices"
	"testing"
)

// The committed tables are the quantiles of their distributions: ascending, with
// mean 1 and the deviation of the distribution, but for the cut tail.
func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		name      string
		table     *[Quantiles]uint32
		deviation float64
	}{
		{"Erlang with four stages", &Erlang4, 0.5},
		{"exponential", &Exponential, 1},
		{"lognormal with sigma 0.2", &Lognormal, math.Sqrt(math.Exp(0.04) - 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			sum, squares := 0.0, 0.0
			for _, v := range c.table {
				x := float64(v) / 65536
				sum += x
				squares += x * x
			}
			mean := sum / Quantiles
			deviation := math.Sqrt(squares/Quantiles - mean*mean)
			if mean != 1 || math.Abs(deviation-c.deviation) > 0.01*c.deviation || !slices.IsSorted(c.table[:]) {
				t.Errorf("got mean %v, deviation %v, sorted %v, want 1, %v, true", mean, deviation, slices.IsSorted(c.table[:]), c.deviation)
			}
		})
	}
}

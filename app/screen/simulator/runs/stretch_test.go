package runs

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim/demand"
)

// What a query by time costs follows from what stands in front of the time.
func TestStretchRequests(t *testing.T) {
	channels := demand.Entities{Kind: demand.Channels, Count: 30}
	for _, c := range []struct {
		template string
		n        int
		ok       bool
	}{
		{"{At.time}", 1, true},
		{"{reverseTicks(At):19}", 1, true},
		{"{hash(Id)%16:02}_{At.time}", 16, true},
		{"{Channel}_{9999-At.year}", 30, true},
		{"{Channel}_{hash(Id)%4}_{At.time}", 120, true},
		{"{Id}", 0, false},
		{"{Id}_{At.time}", 0, false},
		{"everything", 0, false},
	} {
		if n, ok := StretchRequests(c.template, channels); n != c.n || ok != c.ok {
			t.Errorf("%s: %d, %v, want %d, %v", c.template, n, ok, c.n, c.ok)
		}
	}
}

package explain

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
)

func must(t testing.TB, c sim.Scenario) *sim.Simulation {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

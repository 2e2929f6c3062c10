package file

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// A scenario that is written to a file and read back is the same run.
func TestScenarioFile(t *testing.T) {
	for _, p := range sim.Presets() {
		c, err := sim.FromPreset(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		c.Commands = append(c.Commands, sim.Command{At: 5 * clock.Second, Do: sim.SetTargets, On: true}, sim.Command{At: 6 * clock.Second, Do: sim.KillServer, Server: 3})
		text, err := Write(&c)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		again, err := Parse(text, nil)
		if err != nil {
			t.Errorf("%s: %v\n%s", p.Name, err, text)
			continue
		}
		if got, want := hashAfter(t, again), hashAfter(t, c); got != want {
			t.Errorf("%s: the hash is %x, want %x", p.Name, got, want)
		}
	}
}

func hashAfter(t *testing.T, c sim.Scenario) uint64 {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(12 * clock.Second)
	return s.Hash()
}

package sim

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

// A scenario that is written to a file and read back is the same run.
func TestScenarioFile(t *testing.T) {
	for _, p := range Presets() {
		c, err := FromPreset(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		c.Commands = append(c.Commands, Command{At: 5 * clock.Second, Do: SetTargets, On: true}, Command{At: 6 * clock.Second, Do: KillServer, Server: 3})
		text, err := c.File()
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		again, err := ParseScenario(text, nil)
		if err != nil {
			t.Errorf("%s: %v\n%s", p.Name, err, text)
			continue
		}
		if got, want := hashAfter(t, again), hashAfter(t, c); got != want {
			t.Errorf("%s: the hash is %x, want %x", p.Name, got, want)
		}
	}
}

func hashAfter(t *testing.T, c Scenario) uint64 {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(12 * clock.Second)
	return s.Hash()
}

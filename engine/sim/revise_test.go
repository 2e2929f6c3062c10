package sim

import (
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// A run whose log is revised is the run of that log, wherever it stood and
// however often that is done; a log that does not make sense changes nothing.
func TestRevise(t *testing.T) {
	kill := Command{At: 20 * clock.Second, Do: KillServer, Server: 0}
	still := Command{At: 45 * clock.Second, Do: SetManager}
	again := Command{At: 45 * clock.Second, Do: SetManager, On: true}
	early := Command{At: 0, Do: SetGuard, On: true}
	last := Command{At: historySpan, Do: SetTargets, On: true}
	setUps, _ := effort()
	for i := range uint64(max(1, setUps/160)) {
		c := RandomScenario(enginetest.Seed(t, 1) + i)
		c.Commands = nil
		s := must(t, c)
		for n, log := range [][]Command{{kill}, {kill, still, again}, {kill, still}, {still}, nil, {early, still, last}, {early, still}, {kill}} {
			if n%2 == 1 {
				s.SeekTo(45 * clock.Second)
			}
			if err := s.Revise(log); err != nil {
				t.Fatal(err)
			}
			if err := s.Revise([]Command{{Do: KillServer, Server: 99}}); err == nil {
				t.Error("a log with a server that does not exist gives no error")
			}
			s.Run(historySpan)
			c.Commands = log
			want := must(t, c)
			want.Run(historySpan)
			differ(t, "revised", s, want)
		}
	}
}

// A command that is added where the run stands costs no repetition.
func TestReviseGoesOn(t *testing.T) {
	s := must(t, scenarioOf(t, "guid"))
	s.Run(50 * clock.Second)
	if err := s.Revise([]Command{{At: 50 * clock.Second, Do: SetGuard, On: true}}); err != nil {
		t.Fatal(err)
	}
	if got := s.Now(); got != 50*clock.Second {
		t.Errorf("the run stands at %d, want 50 s", got)
	}
}

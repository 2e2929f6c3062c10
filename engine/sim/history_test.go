package sim

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

func must(t testing.TB, c Scenario) *Simulation {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const historySpan = 100 * clock.Second

// recording is everything that a run has left behind.
func recording(s *Simulation) []any {
	heat := s.Heat()
	// Columns that are not used yet are clear.
	return []any{s.Now(), s.Hash(), s.Total(), s.Notes(), *s.recorder.Column, len(heat.Columns), heat.Span, heat.Columns[:cap(heat.Columns)]}
}

func differ(t *testing.T, what string, got, want *Simulation) {
	t.Helper()
	names := []string{"time", "hash", "totals", "notes", "column", "columns used", "span", "columns"}
	g, w := recording(got), recording(want)
	for i := range g {
		if !reflect.DeepEqual(g[i], w[i]) {
			t.Errorf("%s: %s differ", what, names[i])
		}
	}
}

// It does not matter into which pieces a run is cut.
func TestPieces(t *testing.T) {
	for i := range uint64(enginetest.InWasm(6)) {
		c := RandomScenario(enginetest.Seed(t, 1) + i)
		whole := must(t, c)
		whole.Run(historySpan / 10)
		for _, step := range []int64{clock.Second / 60, 7 * clock.Second, 123_457} {
			s := must(t, c)
			for at := int64(0); at < historySpan/10; at += step {
				s.Run(at)
			}
			s.Run(historySpan / 10)
			differ(t, span(step), s, whole)
		}
		s := must(t, c)
		for s.RunBudget(historySpan/10, 1+int(i)*37) > 0 {
		}
		s.Run(historySpan / 10)
		differ(t, "budget", s, whole)
	}
}

// Going back and forth leaves no trace, and a moment is the same from whichever
// side it is reached.
func TestSeek(t *testing.T) {
	for i := range uint64(enginetest.InWasm(2)) {
		c := RandomScenario(enginetest.Seed(t, 1) + i)
		whole := must(t, c)
		whole.Run(historySpan)
		s := must(t, c)
		s.Run(historySpan)
		for _, at := range []int64{50 * clock.Second, 0, 33*clock.Second + 17, 32 * clock.Second, 99 * clock.Second, 64*clock.Second - 1, 1} {
			s.SeekTo(at)
			there := must(t, c)
			there.Run(at)
			if s.Now() != at || s.Hash() != there.Hash() || s.Total() != there.Total() {
				t.Errorf("seed %d at %s: the state differs from a run to there", c.Seed, span(at))
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
		}
		s.SeekTo(historySpan)
		differ(t, "back at the end", s, whole)
	}
}

// A branch is the run that would have been with other commands from then on.
func TestBranch(t *testing.T) {
	for i := range uint64(enginetest.InWasm(2)) {
		c := RandomScenario(enginetest.Seed(t, 1) + i)
		c.Commands = nil
		s := must(t, c)
		s.Run(historySpan)
		later := []Command{{At: 41 * clock.Second, Do: KillServer, Server: 0}, {At: 50 * clock.Second, Do: SetManager}}
		branch, err := s.Branch(40*clock.Second, later)
		if err != nil {
			t.Fatal(err)
		}
		branch.Run(historySpan)
		c.Commands = later
		want := must(t, c)
		want.Run(historySpan)
		differ(t, "branch", branch, want)

		again := must(t, s.Scenario())
		again.Run(historySpan)
		differ(t, "the run branched from", s, again)
	}
}

// A command that is done in the past replaces what came after it.
func TestDo(t *testing.T) {
	c := RandomScenario(enginetest.Seed(t, 1))
	c.Commands = nil
	s := must(t, c)
	s.Run(historySpan)
	s.SeekTo(45 * clock.Second)
	if err := s.Do(Command{Do: SetManager}); err != nil {
		t.Fatal(err)
	}
	s.Run(historySpan)
	c.Commands = []Command{{At: 45 * clock.Second, Do: SetManager}}
	want := must(t, c)
	want.Run(historySpan)
	differ(t, "after a command in the past", s, want)
	if err := s.Do(Command{Do: KillServer, Server: 99}); err == nil {
		t.Error("a command for a server that does not exist gives no error")
	}
}

// Equal scenarios give equal runs.
func TestRepeat(t *testing.T) {
	c := RandomScenario(enginetest.Seed(t, 1))
	want := must(t, c)
	want.Run(20 * clock.Second)
	for range enginetest.InWasm(10) {
		s := must(t, c)
		s.Run(20 * clock.Second)
		differ(t, "repeated", s, want)
	}
}

// A long run folds its heat map and thins its checkpoints; going back and
// branching are exact all the same, and the columns add up to what was counted.
func TestLongRun(t *testing.T) {
	c := scenarioOf(t, "users")
	c.Entities.Count = 100
	c.Groups = []Group{{"clients", demand.Open(service.Insert, 4, demand.Wait)}}
	const end = 14 * clock.Hour
	s := must(t, c)
	s.Run(end)
	heat, done := s.Heat(), uint64(0)
	for i := range heat.Columns {
		for _, n := range heat.Columns[i].Done {
			done += uint64(n)
		}
	}
	if heat.Span != 128*clock.Second || done != s.Total().Entities {
		t.Errorf("got columns of %s with %d entities, want 2 min 8 s with %d", span(heat.Span), done, s.Total().Entities)
	}
	whole := must(t, c)
	whole.Run(end)
	s.SeekTo(5*clock.Hour + 7)
	branch, err := s.Branch(9*clock.Hour+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	branch.Run(end)
	differ(t, "branch of a long run", branch, whole)
	s.SeekTo(end)
	differ(t, "long run after going back", s, whole)
}

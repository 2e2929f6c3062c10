package runs

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// fresh runs what the simulator shows without it, up to its playhead.
func fresh(t *testing.T, s *State, run int) *sim.Simulation {
	t.Helper()
	c := s.base
	c.Template = s.designs[min(run, len(s.designs)-1)].Template
	f, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	f.Run(s.Play.at)
	return f
}

func settled(t *testing.T, s *State) {
	t.Helper()
	s.Play.Advance(0, func() bool { return true })
	for i, r := range s.Play.runs {
		r.sim.Run(s.Play.at) // the rest of this microsecond
		want := fresh(t, s, i)
		if r.sim.Hash() != want.Hash() || r.sim.Total() != want.Total() {
			t.Errorf("at %d run %d is not the run of its commands", s.Play.at, i)
		}
	}
}

// Every gesture is undone and redone: the runs are those of the gestures that
// are done, and the playhead stands where it was left.
func TestSimulatorUndo(t *testing.T) {
	s := NewState("guid")
	to := func(at int64) { s.Play.SeekRun(at); settled(t, s) }
	to(30 * clock.Second)
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 0})
	to(50 * clock.Second)
	_ = s.SetLoad(0, func(l *demand.Load) { l.Threads = 3 })
	to(70 * clock.Second)
	s.SetTemplate(0, "{At.time}")
	to(20 * clock.Second)
	s.Compare("B", "{Id}")
	to(10 * clock.Second)
	s.SetSeed(7)
	s.UsePreset("append")
	places := []int64{0, 10 * clock.Second, 20 * clock.Second, 70 * clock.Second, 50 * clock.Second, 30 * clock.Second}
	for n, want := range places {
		s.Undo()
		settled(t, s)
		if s.Play.at != want {
			t.Errorf("undo %d stands at %d, want %d", n, s.Play.at, want)
		}
	}
	s.Undo()
	if s.Scenario().Name != "guid" || len(s.base.Commands) != 0 || s.Journal.Position() != 0 {
		t.Errorf("the beginning is %q with %d commands", s.Scenario().Name, len(s.base.Commands))
	}
	for range places {
		s.Redo()
		settled(t, s)
	}
	if s.preset != "append" || s.base.Seed != 7 || len(s.designs) != 1 {
		t.Errorf("all redone: %q with seed %d", s.preset, s.base.Seed)
	}
	s.Redo()
	s.SetTemplate(0, "{nothing")
	s.Undo()
	if s.Play.problem != nil || s.Journal.Position() != s.Journal.Len() {
		t.Error("undo of a template with a mistake does not bring the last good one back")
	}
}

// A fork keeps both futures, and so does a command that is done before others.
func TestSimulatorFork(t *testing.T) {
	s := NewState("guid")
	to := func(at int64) { s.Play.SeekRun(at); settled(t, s) }
	to(60 * clock.Second)
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 0})
	to(90 * clock.Second)
	whole := s.Play.runs[0].sim.Hash()
	to(45 * clock.Second)
	s.Fork()
	if n := len(s.base.Commands); n != 0 || s.Play.Place() != 45*clock.Second {
		t.Errorf("the branch has %d commands and stands at %d", n, s.Play.Place())
	}
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 1})
	to(90 * clock.Second)
	ways := s.Journal.Ways()
	if len(ways) != 2 || !ways[0].Parent || ways[0].From != 45*clock.Second || !ways[1].Current {
		t.Errorf("the ways are %+v", ways)
	}
	if _, ok := s.Parent(); !ok {
		t.Fatal("the branch has no parent to compare with")
	}
	s.CompareParent(true)
	settled(t, s)
	if runs := s.Play.Runs(); len(runs) != 2 || runs[1].sim.Hash() != whole || runs[0].Title != "branch 2" || runs[1].Title != "main" {
		t.Errorf("beside the branch stands %q with another run than its parent's", runs[len(runs)-1].Title)
	}
	s.Undo()
	s.Undo()
	settled(t, s)
	if s.Play.beside != nil || s.Journal.Ways()[1].Current || len(s.base.Commands) != 1 {
		t.Error("undo at the beginning of a branch does not go back to where it was made")
	}
	_ = s.Command(sim.Command{Do: sim.SetGuard, On: true}) // before the failure at 60 s
	settled(t, s)
	if ways := s.Journal.Ways(); len(ways) != 3 || len(s.base.Commands) != 1 {
		t.Errorf("a command in the past leaves %d branches", len(ways))
	}
	s.SwitchBranch("main")
	settled(t, s)
	if len(s.base.Commands) != 1 || s.base.Commands[0].Do != sim.KillServer {
		t.Errorf("main has %+v", s.base.Commands)
	}
}

// What the scenario itself does stays when something is done by hand before it,
// and in a branch that begins before it.
func TestSimulatorScript(t *testing.T) {
	s := NewState("deleteall")
	script := len(s.base.Commands)
	to := func(at int64) { s.Play.SeekRun(at); settled(t, s) }
	to(s.Play.Span())
	whole := s.Play.runs[0].sim.Hash()
	to(10 * clock.Second)
	s.Fork()
	to(s.Play.Span())
	if s.Play.runs[0].sim.Hash() != whole || script == 0 {
		t.Error("a branch without a gesture is another run")
	}
	to(20 * clock.Second)
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 1})
	to(30 * clock.Second)
	o := NewState("append")
	if err := o.OpenMoment(s.Saved(), func() {}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*State{s, o} {
		s.Play.SeekRun(15 * clock.Second)
		settled(t, s)
		s.Fork() // before the failure, which it leaves behind
		if got := len(s.base.Commands); got != script {
			t.Errorf("%d commands are left, want the %d of the scenario", got, script)
		}
	}
}

// What is saved is read back with every branch and every gesture, the playhead
// where each was left.
func TestSimulatorSaved(t *testing.T) {
	s := NewState("guid")
	to := func(at int64) { s.Play.SeekRun(at); settled(t, s) }
	to(30 * clock.Second)
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 0})
	to(50 * clock.Second)
	_ = s.Command(sim.Command{Do: sim.ReviveServer, Server: 0})
	to(20 * clock.Second)
	s.Fork()
	_ = s.SetLoad(0, func(l *demand.Load) { l.Threads = 3 })
	to(40 * clock.Second)
	s.Compare("B", "{At.time}")
	to(10 * clock.Second)
	var _ moment.Screen = s
	for _, text := range []string{s.Saved(), s.Moment(func() {})} {
		o := NewState("append")
		if err := o.OpenMoment(text, func() {}); err != nil {
			t.Fatal(err)
		}
		settled(t, o)
		for i := range s.Play.runs {
			if o.Play.at != s.Play.at || len(o.Play.runs) != len(s.Play.runs) || o.Play.runs[i].sim.Hash() != s.Play.runs[i].sim.Hash() || o.Play.runs[i].Title != s.Play.runs[i].Title {
				t.Errorf("run %d differs at %d, want %d", i, o.Play.at, s.Play.at)
			}
		}
		if o.preset != "guid" {
			t.Errorf("the preset is %q", o.preset)
		}
	}
	o := NewState("append")
	_ = o.OpenMoment(s.Saved(), func() {})
	if got, want := o.Journal.Ways(), s.Journal.Ways(); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the ways are %+v, want %+v", got, want)
	}
	for range 3 {
		s.Undo()
		o.Undo()
		settled(t, s)
		settled(t, o)
		if o.Play.at != s.Play.at || o.Play.runs[0].sim.Hash() != s.Play.runs[0].sim.Hash() {
			t.Errorf("undone: at %d, want %d", o.Play.at, s.Play.at)
		}
	}
}

// No text makes it panic, and what cannot be opened changes nothing.
func TestSimulatorSavedHostile(t *testing.T) {
	s := NewState("guid")
	s.Play.SeekRun(20 * clock.Second)
	settled(t, s)
	_ = s.Command(sim.Command{Do: sim.KillServer, Server: 0})
	text := s.Saved()
	m, err := script.OpenMoment(text, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for note := range m.Notes {
		for _, swap := range [][2]string{{`"P":0`, `"P":5`}, {`"Same":`, `"Same":9`}, {"guid", "gu"}, {`"At":0`, `"At":-1`}, {`"Tip":1`, `"Tip":7`}, {`{Id}`, `{Nothing}`}, {`"seed"`, `"sead"`}, {"\\u0000", ""}} {
			bad := script.Moment{Screen: m.Screen, Notes: slices.Clone(m.Notes)}
			if bad.Notes[note] = strings.Replace(m.Notes[note], swap[0], swap[1], 1); bad.Notes[note] == m.Notes[note] {
				continue
			}
			hash, length := s.Play.runs[0].sim.Hash(), s.Journal.Len()
			if err := s.OpenMoment(bad.Text(), func() {}); err != nil && (s.Play.runs[0].sim.Hash() != hash || s.Journal.Len() != length || s.Play.problem != nil) {
				t.Errorf("%q in note %d: an error has changed the simulator", swap[1], note)
			}
			s.Undo()
			s.Redo()
			_ = s.OpenMoment(text, func() {})
			settled(t, s)
		}
	}
}

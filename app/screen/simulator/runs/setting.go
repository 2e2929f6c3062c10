package runs

import (
	"reflect"
	"slices"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/file"
)

// setting is what the runs are a function of, besides the moment to which they
// have come. What its slices hold is never changed in place.
type setting struct {
	preset  string
	base    sim.Scenario  // of both runs, but for the template
	script  []sim.Command // those of base that came with it and were not done by hand
	designs []Design
}

// Design is one key design of the comparison.
type Design struct{ Title, Template string }

// Preset returns the name of the present scenario's preset, or "".
func (s *setting) Preset() string { return s.preset }

// Scenario returns what the runs are made of, with the template of design A.
func (s *setting) Scenario() sim.Scenario { return s.base }

// Designs returns the designs, one or two.
func (s *setting) Designs() []Design { return s.designs }

// Load returns what a group does at a moment.
func (s *setting) Load(group int, at int64) demand.Load {
	l := s.base.Groups[group].Load
	for _, c := range s.base.Commands {
		if c.Do == sim.SetLoad && c.Group == group && c.At <= at {
			l = c.Load
		}
	}
	return l
}

// Switched returns whether something is on at a moment.
func (s *setting) Switched(what sim.Action, at int64) bool {
	p := &s.base.Params
	on := false
	switch what {
	case sim.SetManager:
		on = p.Manager
	case sim.SetGuard:
		on = p.Guard
	case sim.SetAccount:
		on = p.EnforceAccount
	case sim.SetTargets:
		on = p.PartitionTarget > sim.Defaults().PartitionTarget
	}
	for _, c := range s.base.Commands {
		if c.Do == what && c.At <= at {
			on = c.On
		}
	}
	return on
}

// Others returns the share of the servers that other tenants take at a
// moment, in thousandths.
func (s *setting) Others(at int64) int64 {
	share := s.base.Params.Background
	for _, c := range s.base.Commands {
		if c.Do == sim.SetBackground && c.At <= at {
			share = c.Share
		}
	}
	return share
}

// Hurried reports whether decisions take seconds.
func (s *setting) Hurried() bool { return s.base.Params.SustainHigh < clock.Minute }

// logUntil returns a copy of the commands without those that were done by hand
// after a moment.
func (s *setting) logUntil(at int64) []sim.Command {
	var log []sim.Command
	for _, c := range s.base.Commands {
		if c.At <= at || slices.Contains(s.script, c) {
			log = append(log, c)
		}
	}
	return log
}

// File returns the scenario with all commands of the run as a file.
func (s *setting) File() ([]byte, error) { return file.Write(&s.base) }

// sameRuns reports whether both have the same runs but for the commands.
func (s *setting) sameRuns(o *setting) bool {
	a, b := s.base, o.base
	a.Commands, b.Commands = nil, nil
	return a.Replay == b.Replay && reflect.DeepEqual(s.designs, o.designs) && reflect.DeepEqual(a, b)
}

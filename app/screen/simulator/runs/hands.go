package runs

import (
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/replay"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/file"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Command does something to the runs at the playhead. Where commands are done
// later than that, they stay in the branch that they are in, and this one goes
// on in a new one.
func (s *State) Command(c sim.Command) error {
	if len(s.Play.runs) == 0 || s.Play.problem != nil {
		return nil
	}
	if s.Play.goal == noGoal {
		s.Play.align()
	}
	s.leave()
	c.At = s.Play.Place()
	before, log := s.base.Commands, s.logUntil(c.At)
	if err := s.revise(append(log, c)); err != nil {
		return err
	}
	if len(log) < len(before) {
		s.Journal.fork()
	}
	s.keep(commandLabels[c.Do], c.At)
	return nil
}

// commandLabels name the gestures of a command in the journal.
var commandLabels = map[sim.Action]string{
	sim.SetLoad: "Load", sim.SplitAt: "Split by hand", sim.MoveRange: "Move by hand", sim.MergeAt: "Merge by hand",
	sim.KillServer:   "Server fails",
	sim.ReviveServer: "Server back", sim.SetManager: "Manager", sim.SetGuard: "Guard of splits", sim.SetAccount: "Limit of the account",
	sim.SetBackground: "Other tenants", sim.SetTargets: "Targets",
}

// SetLoad changes what a group does from the playhead on.
func (s *State) SetLoad(group int, edit func(l *demand.Load)) error {
	l := s.Load(group, s.Play.Place())
	edit(&l)
	return s.Command(sim.Command{Do: sim.SetLoad, Group: group, Load: l})
}

// Hurry chooses between decision times of minutes, as the service has them, and
// of seconds, and goes to the start.
func (s *State) Hurry(on bool) {
	p := sim.Defaults()
	p.Servers, p.Cores, p.PartitionTarget, p.AccountLimit = s.base.Params.Servers, s.base.Params.Cores, s.base.Params.PartitionTarget,
		s.base.Params.AccountLimit
	p.Manager, p.Guard, p.EnforceAccount, p.Background = s.base.Params.Manager, s.base.Params.Guard, s.base.Params.EnforceAccount,
		s.base.Params.Background
	p.LowWatermark, p.HighWatermark = s.base.Params.LowWatermark, s.base.Params.HighWatermark
	if on {
		p.Teach()
	}
	s.gesture("Time of decisions", func() {
		s.base.Params = p
		s.restart()
	})
}

// MiddleOf returns the key in the middle of the rows of a range, at which it can
// be split by hand, or "" where there is none.
func (r *Run) MiddleOf(number uint32) string {
	owners := r.owners(nil)
	for i, o := range owners {
		if o.Number != number {
			continue
		}
		from, _ := r.RowOf(o.Low)
		to := r.Rows()
		if i+1 < len(owners) {
			to, _ = r.RowOf(owners[i+1].Low)
		}
		return r.rowKey((from + to + 1) / 2)
	}
	return ""
}

// KeyOf returns the first key of a range.
func (r *Run) KeyOf(number uint32) string {
	for _, o := range r.owners(nil) {
		if o.Number == number {
			return r.sim.Key(o.Low)
		}
	}
	return ""
}

// OpenFile takes a scenario from a file and goes to its start. The error says
// what is wrong with it and where.
func (s *State) OpenFile(data []byte) error {
	c, err := file.Parse(data, s.base.Replay)
	if err != nil {
		return err
	}
	s.gesture("File", func() {
		s.preset = ""
		s.open(c)
	})
	return nil
}

// Replay runs the rows of a data set in the order in which they stand, under a
// template over its columns.
func (s *State) Replay(d *dataset.Dataset, from model.Source, template string) bool {
	if d == nil || d.Len() == 0 {
		return false
	}
	c, _ := sim.FromPreset("append")
	c.Name, c.Lesson = from.Title, "The rows of "+from.Name+" as inserts, in the order in which they stand, 1,000 in a second, again from "+
		"the first after the last."
	c.Seed, c.Template = s.base.Seed, template
	c.Span = 10 * clock.Minute
	c.Replay = &sim.Replay{Columns: d.Columns, Rows: d, Count: min(d.Len(), demand.MaxEntities), Repeat: true}
	l := demand.Load{Rate: 1000, Batch: 1}
	l.Mix[service.Insert] = 1
	c.Groups = []sim.Group{{Name: "rows", Load: l}}
	s.gesture("Rows", func() {
		s.preset = ""
		s.open(c)
	})
	return s.Play.problem == nil
}

// OpenRecording runs what was recorded of a table: under its keys as they are and,
// where there is a template, beside it under that. It is false where the recording
// has no request with a key.
func OpenRecording(s *State, r *observe.Recording, template string) bool {
	name := r.Name
	if name == "" {
		name = "A recording"
	}
	run, ok := replay.Scenario(r, name)
	if !ok {
		return false
	}
	c := run.Scenario
	c.Seed = s.base.Seed
	s.gesture("Recording", func() {
		s.preset = ""
		s.open(c)
		s.designs[0].Title = "As recorded"
		if template != "" {
			s.designs = []Design{s.designs[0], {"As designed", template}}
		}
		s.restart()
	})
	return s.Play.problem == nil
}

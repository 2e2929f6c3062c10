package runs

import (
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/sim"
)

// State is the state of the simulator screen: one run, or two runs of the
// same demand under different keys, with one playhead.
//
// What always holds:
//   - all runs have the same seed, load and commands; only the template of the
//     PartitionKey and the title differ. The run of another branch that stands
//     beside them is what that branch was left as.
type State struct {
	setting
	Journal history
	Play    Playback

	measured *Measured // of a scenario that was opened, see MeasuredOf
}

// NewState returns a simulator with a preset at its start.
func NewState(preset string) *State {
	s := &State{Play: Playback{speed: 60, goal: noGoal}}
	if c, err := sim.FromPreset(preset); err == nil {
		s.preset = preset
		s.begin(c)
		s.finishIdle()
	}
	return s
}

// begin opens a scenario with a journal of its own.
func (s *State) begin(c sim.Scenario) {
	s.open(c)
	m := s.moment()
	m.label, m.text = "Start", s.text()
	s.Journal = history{journal.New(*m)}
}

// open takes a scenario and goes to its start.
func (s *State) open(c sim.Scenario) {
	s.base, s.script, s.Play.beside = c, c.Commands, nil
	s.designs = []Design{{"Design A", c.Template}}
	s.restart()
}

// UsePreset takes a ready scenario, with the seed as it is.
func (s *State) UsePreset(name string) {
	c, err := sim.FromPreset(name)
	if err != nil {
		return
	}
	c.Seed = s.base.Seed
	s.gesture("Scenario", func() {
		s.preset = name
		s.open(c)
	})
	s.finishIdle()
}

// finishIdle runs a scenario without any load to its end: there is nothing to
// wait for, and what it shows is its ranges.
func (s *State) finishIdle() {
	if len(s.base.Groups) == 0 && s.Play.problem == nil {
		s.Play.Finish()
	}
}

// restart makes the runs anew. A template with a mistake leaves them as they
// are.
func (s *State) restart() {
	s.Play.span = s.base.Span
	runs := make([]*Run, len(s.designs))
	var like *Run
	if len(s.Play.runs) > 0 {
		like = s.Play.runs[0]
	}
	for i, d := range s.designs {
		c := s.base
		c.Template = d.Template
		run, err := newSimRun(d.Title, c, like)
		if err != nil {
			s.Play.problem = problemOf(i, err)
			s.Play.playing, s.Play.goal = false, noGoal
			return
		}
		runs[i], like = run, run
	}
	s.Play.runs, s.Play.problem = runs, nil
	s.entitle()
	s.Play.cuts++
	s.Play.at, s.Play.goal, s.Play.playing, s.Play.pace = 0, noGoal, false, pace{}
}

func problemOf(design int, err error) *Problem {
	p := &Problem{Design: -1, Message: err.Error()}
	if e, ok := err.(*sim.Error); ok {
		p.Message = e.Message
		if e.Path == "template" || e.Within != nil {
			p.Design = design
			p.Example = "{hash(Id)%16:02}_{At.time}"
		}
	}
	return p
}

// SetSeed makes another run of the same scenario.
func (s *State) SetSeed(seed uint64) {
	s.gesture("Seed", func() {
		s.base.Seed = seed
		s.restart()
	})
}

// SetTemplate gives a design another template of the PartitionKey, and goes to
// the start.
func (s *State) SetTemplate(design int, template string) {
	if design >= len(s.designs) || s.designs[design].Template == template {
		return
	}
	s.gesture("Template", func() {
		s.designs = append([]Design(nil), s.designs...)
		s.designs[design].Template = template
		s.base.Template = s.designs[0].Template
		s.restart()
	})
}

// Compare puts a second design beside the first, with the same demand from the
// start on.
func (s *State) Compare(title, template string) {
	s.gesture("Second design", func() {
		s.Play.beside = nil
		s.designs = []Design{s.designs[0], {title, template}}
		s.restart()
	})
}

// Keep takes the other of two designs away. The run of the one that is kept, 0 or 1,
// stays.
func (s *State) Keep(design int) {
	if len(s.designs) < 2 || design > 0 && (len(s.Play.runs) < 2 || s.Play.problem != nil) {
		return
	}
	label := "One design"
	if design > 0 {
		label = "Keep " + s.designs[design].Title
	}
	s.gesture(label, func() {
		s.designs = s.designs[design : design+1 : design+1]
		if len(s.Play.runs) > 1 {
			s.Play.runs = s.Play.runs[design : design+1 : design+1]
		}
		if s.Play.problem != nil && s.Play.problem.Design == 1 {
			s.Play.problem = nil
		}
		s.base.Template = s.designs[0].Template
	})
}

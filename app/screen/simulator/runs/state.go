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
//     beside them is what that branch was left as;
//   - at is the playhead: no run is behind it, and while the screen is at rest
//     none is ahead of it;
//   - a run is never made to skip an event: where the device is too slow,
//     virtual time goes slower.
type State struct {
	rev     int
	preset  string
	base    sim.Scenario  // of both runs, but for the template
	script  []sim.Command // those of base that came with it and were not done by hand
	designs []Design
	runs    []*Run
	at      int64
	goal    int64 // where a seek goes, or noGoal
	warming bool  // that seek ends sooner when the runs are warm
	playing bool
	speed   int64
	pace    pace
	problem *Problem
	cuts    int // grows whenever what is recorded changes other than by going on
	journal *journal.Tree[simGesture]
	beside  *Run // of the branch that this one was made from, while they are compared

	measured *Measured // of a scenario that was opened, see MeasuredOf
}

// Design is one key design of the comparison.
type Design struct{ Title, Template string }

// Problem is why a scenario cannot run.
type Problem struct {
	Design  int // whose template it is, -1 for none
	Message string
	Example string // a template that works
}

// Speeds are how many seconds of virtual time may pass in one of real time.
var Speeds = []int64{1, 10, 60, 600}

const (
	noGoal = -1

	// longestFrame is the most real time, in microseconds, that one call makes
	// up for. A page that was held up goes on where it was.
	longestFrame = 50_000

	// pieceEvents is how many events are done between two looks at the clock:
	// less than a millisecond.
	pieceEvents = 1500
)

// NewState returns a simulator with a preset at its start.
func NewState(preset string) *State {
	s := &State{speed: 60, goal: noGoal}
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
	s.journal = journal.New(*m)
}

// Rev returns a number that grows with every visible change but the passing of
// virtual time.
func (s *State) Rev() int { return s.rev }

// Changed reports whether the recording was cut off or made anew since the last
// time that it was asked with the same number.
func (s *State) Changed(last *int) bool {
	changed := *last != s.cuts
	*last = s.cuts
	return changed
}

// open takes a scenario and goes to its start.
func (s *State) open(c sim.Scenario) {
	s.base, s.script, s.beside = c, c.Commands, nil
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
	if len(s.base.Groups) == 0 && s.problem == nil {
		s.Finish()
	}
}

// Preset returns the name of the present scenario's preset, or "".
func (s *State) Preset() string { return s.preset }

// Scenario returns what the runs are made of, with the template of design A.
func (s *State) Scenario() sim.Scenario { return s.base }

// Designs returns the designs, one or two.
func (s *State) Designs() []Design { return s.designs }

// Runs returns the runs, one for each design, and last the run of the branch
// that is compared. While there is a Problem they are those of the last scenario
// without one.
func (s *State) Runs() []*Run {
	if s.beside == nil {
		return s.runs
	}
	return append(s.runs[:len(s.runs):len(s.runs)], s.beside)
}

// Problem returns why the scenario cannot run, or nil.
func (s *State) Problem() *Problem { return s.problem }

// restart makes the runs anew. A template with a mistake leaves them as they
// are.
func (s *State) restart() {
	s.rev++
	runs := make([]*Run, len(s.designs))
	var like *Run
	if len(s.runs) > 0 {
		like = s.runs[0]
	}
	for i, d := range s.designs {
		c := s.base
		c.Template = d.Template
		run, err := newSimRun(d.Title, c, like)
		if err != nil {
			s.problem = problemOf(i, err)
			s.playing, s.goal = false, noGoal
			return
		}
		runs[i], like = run, run
	}
	s.runs, s.problem = runs, nil
	s.entitle()
	s.cuts++
	s.at, s.goal, s.playing, s.pace = 0, noGoal, false, pace{}
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
		s.beside = nil
		s.designs = []Design{s.designs[0], {title, template}}
		s.restart()
	})
}

// Keep takes the other of two designs away. The run of the one that is kept, 0 or 1,
// stays.
func (s *State) Keep(design int) {
	if len(s.designs) < 2 || design > 0 && (len(s.runs) < 2 || s.problem != nil) {
		return
	}
	label := "One design"
	if design > 0 {
		label = "Keep " + s.designs[design].Title
	}
	s.gesture(label, func() {
		s.rev++
		s.designs = s.designs[design : design+1 : design+1]
		if len(s.runs) > 1 {
			s.runs = s.runs[design : design+1 : design+1]
		}
		if s.problem != nil && s.problem.Design == 1 {
			s.problem = nil
		}
		s.base.Template = s.designs[0].Template
	})
}

// At returns the playhead in microseconds of virtual time.
func (s *State) At() int64 { return s.at }

// Span returns how long the scenario lasts.
func (s *State) Span() int64 { return s.base.Span }

// Recorded returns up to when there is a recording.
func (s *State) Recorded() int64 {
	recorded := int64(0)
	for i, r := range s.Runs() {
		if n := r.sim.Recorded(); i == 0 || n < recorded {
			recorded = n
		}
	}
	return recorded
}

// Playing reports whether virtual time passes by itself.
func (s *State) Playing() bool { return s.playing }

// Busy reports whether Advance has something to do.
func (s *State) Busy() bool { return s.playing || s.goal != noGoal }

// Seeking returns where a seek goes that is under way.
func (s *State) Seeking() (to int64, ok bool) { return s.goal, s.goal != noGoal }

// Toggle plays or pauses. At the end it plays again from the start.
func (s *State) Toggle() {
	s.rev++
	s.playing = !s.playing && s.problem == nil
	s.pace = pace{}
	if s.playing && s.at >= s.base.Span {
		s.SeekRun(0)
	}
}

// Pause stops the passing of virtual time.
func (s *State) Pause() {
	if s.playing {
		s.playing = false
		s.rev++
	}
}

// Speed returns how many seconds of virtual time pass in one of real time.
func (s *State) Speed() int64 { return s.speed }

// SetSpeed changes how fast virtual time passes.
func (s *State) SetSpeed(speed int64) {
	s.speed, s.pace = speed, pace{}
	s.rev++
}

// Pace returns the thousandths of the speed that the device reached lately.
func (s *State) Pace() int64 { return s.pace.thousandths(s.speed) }

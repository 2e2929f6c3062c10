package runner

import (
	"slices"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
)

// Session is a learner's work on one step of a lesson.
//
// What always holds: the World stands at or after the start of the step, and
// the facts are those of the commands from there to where it stands.
type Session struct {
	lesson *lessons.Lesson
	number int
	step   *lessons.Step
	world  *script.World
	start  int // commands of the stage
	facts  *lessons.Facts
	broken []int     // for each task the position after which it broke, -1 if it did not
	solved []bool    // for each task: met by the learner
	stood  int       // position in own
	stands []Outcome // how each task stands
	left   []Outcome // of the learner's work while something else plays
	own    string    // the learner's branch while something else plays, "" otherwise

	references map[int][]string // of tasks; they never change
	ends       lessons.Ends
}

// New sets the stage of a step.
func New(l *lessons.Lesson, step int) (*Session, error) { return NewSharing(l, step, nil) }

// NewSharing is New with runs of simulate commands that are remembered together
// with other Sessions.
func NewSharing(l *lessons.Lesson, step int, runs *simulated.Runs) (*Session, error) {
	w, err := Stage(l, step, runs)
	if err != nil {
		return nil, err
	}
	return newSession(l, step, w), nil
}

func newSession(l *lessons.Lesson, step int, w *script.World) *Session {
	s := &Session{lesson: l, number: step, step: &l.Steps[step], world: w, start: w.Position()}
	s.solved = make([]bool, len(s.step.Tasks))
	s.forget()
	return s
}

// forget goes back to no facts.
func (s *Session) forget() {
	s.facts = lessons.NewFacts(s.world)
	s.facts.Screen, s.facts.Ends = s.step.Screen, &s.ends
	s.broken = make([]int, len(s.step.Tasks))
	s.stands = make([]Outcome, len(s.step.Tasks))
	for i := range s.broken {
		s.broken[i] = -1
	}
	s.judge()
}

// Step returns the step and its number from 0.
func (s *Session) Step() (*lessons.Step, int) { return s.step, s.number }

// World returns the World as it is. It is to be read only.
func (s *Session) World() *script.World { return s.world }

// Start returns how many commands set the stage.
func (s *Session) Start() int { return s.start }

// Done returns how many commands were done since the stage was set.
func (s *Session) Done() int { return s.world.Position() - s.start }

// Do does the command that a text stands for. While something else plays, the
// learner's own work comes back first. The error is that of World.Do, and takes
// the verdict on the command before away.
func (s *Session) Do(text string) (script.Result, error) {
	s.Return()
	c, err := command.Parse(text)
	if err != nil {
		s.unjudge()
		return script.Result{}, err
	}
	return s.do(c)
}

func (s *Session) do(c command.Command) (script.Result, error) {
	r, err := s.world.Do(c)
	if err != nil {
		s.unjudge()
		return r, err
	}
	s.take(r)
	return r, nil
}

func (s *Session) take(r script.Result) {
	s.facts.Add(r)
	s.judge()
}

// judge notes how the tasks stand after the last command, and what it has
// solved or broken.
func (s *Session) judge() {
	for i := range s.step.Tasks {
		t := &s.step.Tasks[i]
		if s.broken[i] < 0 && breaks(t, s.facts) {
			s.broken[i] = s.world.Position()
		}
		s.stands[i] = judge(t, s.facts, s.broken[i], s.stands[i])
		if s.own == "" && s.stands[i].State == Met {
			s.solved[i] = true
		}
	}
}

// unjudge leaves no verdict on the last command.
func (s *Session) unjudge() {
	for i := range s.step.Tasks {
		s.stands[i] = unjudged(&s.step.Tasks[i], s.facts, s.stands[i])
	}
}

// Help answers a question about the commands of the step's prompt. It does
// nothing else: no verdict changes and nothing is logged.
func (s *Session) Help(topic string) []command.HelpLine {
	nearby := slices.Clone(Commands(s.lesson, s.number))
	for i := range s.step.Tasks {
		nearby = append(nearby, s.step.Tasks[i].Solution...)
	}
	for _, d := range s.step.Demos {
		nearby = append(nearby, d.Commands...)
	}
	return command.Help(topic, nearby)
}

// Outcomes judges the tasks: as the learner left them while something else
// plays.
func (s *Session) Outcomes() []Outcome {
	if s.own != "" {
		return s.left
	}
	return slices.Clone(s.stands)
}

// Solved reports whether the learner has met a task, now or before.
func (s *Session) Solved(task int) bool { return s.solved[task] }

// Reference returns the figures that the solution of a task comes to, nil for
// a solution that cannot be done.
func (s *Session) Reference(task int) []string {
	if list, known := s.references[task]; known {
		return list
	}
	if s.references == nil {
		s.references = map[int][]string{}
	}
	s.references[task] = s.refer(task)
	return s.references[task]
}

func (s *Session) refer(task int) []string {
	other, err := NewSharing(s.lesson, s.number, s.world.Runs())
	if err != nil {
		return nil
	}
	for _, c := range other.Solution(task) {
		if _, err := other.do(c); err != nil {
			return nil
		}
	}
	return figures(&s.step.Tasks[task], other.facts)
}

// Seek goes to the state after n commands of the log, those of the stage
// included, but not back behind the stage.
func (s *Session) Seek(n int) {
	n = max(s.start, min(n, s.world.Len()))
	if n < s.world.Position() {
		s.world.Seek(s.start)
		s.forget()
	}
	for s.world.Position() < n {
		r, ok := s.world.Redo()
		if !ok {
			break
		}
		s.take(r)
	}
}

// CatchUp takes in what a screen on the stage did in the World, which stands
// anywhere from the start of the step on. The learner's own work is in place.
func (s *Session) CatchUp() { s.again() }

// Facts returns what the learner's work can be asked about. It is to be read
// only.
func (s *Session) Facts() *lessons.Facts { return s.facts }

// Undo goes one command back, and Redo one forward. ok is false at the ends.
func (s *Session) Undo() (ok bool) {
	if s.Done() == 0 {
		return false
	}
	s.Seek(s.world.Position() - 1)
	return true
}

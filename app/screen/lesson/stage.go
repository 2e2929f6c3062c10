package lesson

import (
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// logMark is where the log of a step stands.
type logMark struct {
	branch    string
	at, until int
}

func markOf(s *runner.Session) logMark {
	w := s.World()
	return logMark{w.Current(), w.Position(), w.Len()}
}

// screenOf returns the screen that is the stage of a step, nil for pictures.
func screenOf(s *runner.Session) *lessons.Screen {
	step, _ := s.Step()
	return step.Screen
}

// whole returns the place of the log to go to for a place: a fault belongs to
// the step of a screen after it, so there is nothing between the two.
func whole(p *State, n int) int {
	s := p.session()
	w := s.World()
	if at := s.Start() + n; screenOf(s) == nil || n == 0 || at >= w.Len() || w.Command(at-1).Verb != command.Fault {
		return n
	}
	if n > p.Place() {
		return n + 1
	}
	return n - 1
}

// catchUp takes in what a screen on the stage did in the log of the step.
func catchUp(p *State) {
	before := p.met()
	p.session().CatchUp()
	p.look()
	p.note()
	p.say(before)
}

// expect notes what the learner expects of a task, which is not met yet.
func expect(p *State, id, choice string) {
	done := p.progress.Tasks[id]
	done.Guess = choice
	p.progress.Tasks[id] = done
	p.Rev++
}

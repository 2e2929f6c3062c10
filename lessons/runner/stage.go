package runner

import (
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
)

// seed is that of the World of every lesson.
const seed = 1

// Commands returns the commands that set the stage of a step: its own start,
// and if it goes on from the step before, that step's start and solutions
// first.
func Commands(l *lessons.Lesson, step int) []command.Command {
	s := &l.Steps[step]
	if !s.Goes {
		return s.Start
	}
	list := append([]command.Command{}, Commands(l, step-1)...)
	before := &l.Steps[step-1]
	for i := range before.Tasks {
		list = append(list, before.Tasks[i].Solution...)
	}
	return append(list, s.Start...)
}

// Stage returns the World in which a step begins. The error is that of a
// command that cannot be done. runs may be nil.
func Stage(l *lessons.Lesson, step int, runs *simulated.Runs) (*script.World, error) {
	w := script.New(seed, script.DefaultStart, l.Data)
	if runs != nil {
		w.ShareRuns(runs)
	}
	for _, c := range Commands(l, step) {
		if _, err := w.Do(c); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Empty returns a Session of a step over a World without a stage, for a lesson
// whose stage cannot be set.
func Empty(l *lessons.Lesson, step int) *Session {
	return newSession(l, step, script.New(seed, script.DefaultStart, l.Data))
}

//go:build !js

package teach

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// Answered is a task with what meets it and what does not.
type Answered struct {
	Task   *lessons.Task
	Met    string // what a learner reads when it is met
	Answer string // of its guess, "" where it asks none
	Wrong  []Mistake
}

// Mistake is something that people do instead, and what they then read.
type Mistake struct {
	Commands []command.Command
	Said     string
	Broken   bool // it can only be undone
}

// Key does every solution and every mistake of a lesson, and tells for each step what
// came of it. The error is of a lesson whose commands cannot be done.
func Key(l *lessons.Lesson) (steps [][]Answered, err error) {
	runs := &simulated.Runs{}
	for step := range l.Steps {
		var tasks []Answered
		for i := range l.Steps[step].Tasks {
			a, err := answered(l, step, i, runs)
			if err != nil {
				return nil, fmt.Errorf("lesson %s, task %s: %w", l.ID, l.Steps[step].Tasks[i].ID, err)
			}
			tasks = append(tasks, a)
		}
		steps = append(steps, tasks)
	}
	return steps, nil
}

func answered(l *lessons.Lesson, step, task int, runs *simulated.Runs) (Answered, error) {
	t := &l.Steps[step].Tasks[task]
	o, err := outcome(l, step, task, t.Solution, runs)
	if err != nil {
		return Answered{}, err
	}
	a := Answered{Task: t, Met: o.Text, Answer: o.Answer}
	for i := range t.Wrong {
		w := &t.Wrong[i]
		o, err := outcome(l, step, task, w.Commands, runs)
		if err != nil {
			return Answered{}, err
		}
		a.Wrong = append(a.Wrong, Mistake{w.Commands, o.Text, w.Broken})
	}
	return a, nil
}

// outcome is how a task stands after commands that follow the solutions of the tasks
// before it.
func outcome(l *lessons.Lesson, step, task int, commands []command.Command, runs *simulated.Runs) (runner.Outcome, error) {
	s, err := runner.NewSharing(l, step, runs)
	if err != nil {
		return runner.Outcome{}, err
	}
	if task > 0 {
		commands = append(s.Solution(task-1), commands...)
	}
	for _, c := range commands {
		if _, err := s.Do(c.String()); err != nil {
			return runner.Outcome{}, err
		}
	}
	return s.Outcomes()[task], nil
}

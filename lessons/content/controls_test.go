package content

import (
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// Every setting of a control is a command. The first setting does not meet the
// task, and one of them is the last command of the solution.
func TestControls(t *testing.T) {
	runs := &simulated.Runs{}
	for _, l := range parsed(t) {
		for i := range l.Steps {
			for j := range l.Steps[i].Tasks {
				if task := &l.Steps[i].Tasks[j]; len(task.Control.Choices) > 0 {
					t.Run(task.ID, func(t *testing.T) { controls(t, l, i, j, runs) })
				}
			}
		}
	}
}

func controls(t *testing.T, l *lessons.Lesson, step, n int, runs *simulated.Runs) {
	task := &l.Steps[step].Tasks[n]
	c := &task.Control
	s := atSharing(t, l, step, n, runs)
	if _, err := s.Do(c.Command(make([]int, len(c.Choices)))); err != nil || s.Outcomes()[n].State == runner.Met {
		t.Errorf("the first setting cannot be done or meets the task: %v %v", err, s.Outcomes()[n])
	}
	want, found := task.Solution[len(task.Solution)-1], false
	for _, picked := range settings(c.Choices) {
		got, err := command.Parse(c.Command(picked))
		if err != nil {
			t.Errorf("%s: %v", c.Command(picked), err)
		}
		found = found || err == nil && got.Equal(want)
	}
	if !found {
		t.Errorf("no setting is %s", want)
	}
}

// settings are all combinations of the values of choices.
func settings(choices []lessons.Choice) [][]int {
	if len(choices) == 0 {
		return [][]int{{}}
	}
	var list [][]int
	for _, rest := range settings(choices[1:]) {
		for i := range choices[0].Values {
			list = append(list, append([]int{i}, rest...))
		}
	}
	return list
}

package lesson

import (
	"slices"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// reachedFigure is one of the learner's figures beside that of the solution.
type reachedFigure struct{ label, yours, reference string }

// labelled puts the figures of a task together; there are none before its
// reference is known.
func labelled(t *lessons.Task, yours, reference []string) (list []reachedFigure) {
	for i, f := range t.Figures {
		if i < len(yours) && i < len(reference) {
			list = append(list, reachedFigure{f.Label, yours[i], reference[i]})
		}
	}
	return list
}

// finished reports whether every task of a lesson is solved, and how many it
// has.
func finished(p *State) (tasks int, all bool) {
	for _, s := range p.Content.Steps {
		tasks += len(s.Tasks)
	}
	solved, _ := p.progress.Count()
	return tasks, solved == tasks
}

// reached lists the figures of all steps that were on the stage, in their order.
// Those that need a run of the simulator stand with their tasks alone.
func reached(p *State) (list []reachedFigure) {
	for _, s := range p.sessions {
		if s == nil {
			continue
		}
		step, number := s.Step()
		for i, o := range s.Outcomes() {
			if o.State == runner.Met && p.runs.Rehearse(slices.Concat(runner.Commands(p.Content, number), s.Solution(i))) == nil {
				list = append(list, labelled(&step.Tasks[i], o.Figures, s.Reference(i))...)
			}
		}
	}
	return list
}

package lesson

import (
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// A simulate command takes seconds. What the page does first is rehearsed: the
// runs that it needs are carried out in pieces, and the commands then find the
// outcomes there.

// rehearse begins to carry out the runs of commands. It is nil when there are
// none to carry out.
func (p *State) rehearse(commands []command.Command) *simulated.Rehearsal {
	return p.runs.Rehearse(commands)
}

// openingCommands are those that NewLessonSharing does: the stage of the first step and
// of each that has a draft, and the drafts.
func openingCommands(l *lessons.Lesson, saved *lessonProgress) []command.Command {
	list := append([]command.Command{}, runner.Commands(l, 0)...)
	if saved == nil {
		return list
	}
	for _, d := range saved.Drafts {
		if d.Step < 0 || d.Step >= len(l.Steps) {
			continue
		}
		list = append(list, runner.Commands(l, d.Step)...)
		for _, text := range d.Commands[:min(len(d.Commands), maxDraft)] {
			if c, err := command.Parse(text); err == nil {
				list = append(list, c)
			}
		}
	}
	return list
}

// stageCommands are those that set the stage of a step, none if that was done.
func (p *State) stageCommands(step int) []command.Command {
	step = max(0, min(step, len(p.sessions)-1))
	if p.sessions[step] != nil {
		return nil
	}
	return runner.Commands(p.Content, step)
}

// referenceCommands are those that the figures of a task's solution need.
func (p *State) referenceCommands(task int) []command.Command {
	list := append([]command.Command{}, runner.Commands(p.Content, p.step)...)
	return append(list, p.session().Solution(task)...)
}

// nextCommands are what PlayNext does.
func (p *State) nextCommands() []command.Command {
	if w := p.playing; w != nil && w.next < len(w.commands) {
		return w.commands[w.next : w.next+1]
	}
	return nil
}

// unknownReferences are the commands whose runs the figures of the tasks that are
// met still need.
func (p *State) unknownReferences() []command.Command {
	var list []command.Command
	for i, o := range p.session().Outcomes() {
		if len(o.Figures) > 0 {
			list = append(list, p.referenceCommands(i)...)
		}
	}
	return list
}

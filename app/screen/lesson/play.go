package lesson

import "github.com/keyrange/keyrange/lessons"

// playDemo begins a demonstration beside the learner's work.
func (p *State) playDemo(id, title string) {
	p.Stop()
	s := p.session()
	step, _ := s.Step()
	d, known := step.Demo(id)
	if !known || s.PlayDemo() != nil {
		return
	}
	p.playing = &playing{commands: d.Commands, task: -1, title: title}
	p.look()
}

// playSolution begins to solve a task beside the learner's work. The task
// counts as seen unless it is solved.
func (p *State) playSolution(task int) {
	p.Stop()
	s := p.session()
	step, _ := s.Step()
	if s.PlaySolution() != nil {
		return
	}
	p.playing = &playing{commands: s.Solution(task), task: task, title: lessons.Text(step.Tasks[task].Text)}
	t := p.progress.Tasks[step.Tasks[task].ID]
	t.Seen = true
	p.progress.Tasks[step.Tasks[task].ID] = t
	p.Rev++
	p.look()
}

// Playing returns what plays: its name, how many of its commands are done, and
// how many there are.
func (p *State) Playing() (title string, done, all int, ok bool) {
	if p.playing == nil {
		return "", 0, 0, false
	}
	return p.playing.title, p.playing.next, len(p.playing.commands), true
}

// playNext does the next command of what plays. It reports whether there is
// another one after it.
func (p *State) playNext() (more bool) {
	w := p.playing
	if w == nil || w.next >= len(w.commands) {
		return false
	}
	r, err := p.session().Show(w.commands[w.next])
	if err != nil {
		return false
	}
	w.next++
	p.follow(r)
	clear(p.lines)
	return w.next < len(w.commands)
}

// Stop ends what plays and brings the learner's own work back.
func (p *State) Stop() {
	if p.playing == nil {
		return
	}
	p.playing = nil
	p.session().Return()
	p.look()
}

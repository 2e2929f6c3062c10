package lesson

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// State is a lesson as a page shows it: one step on the stage, its log, and
// what was reached in all of them.
//
// What always holds: each step that was on the stage has a Session of its own,
// which stays as it was left; what the learner does is in Progress, which the
// page saves whenever Rev has grown.
type State struct {
	Content *lessons.Lesson
	Foreign bool // from a pack, not one of ours
	Changed bool // there is a draft of an earlier version, and nobody has decided yet
	Rev     int  // grows with everything that is worth saving

	runs     *simulated.Runs // of the simulate commands of all sessions
	sessions []*runner.Session
	step     int
	progress *lessonProgress
	fault    model.Fault
	playing  *playing
	typed    []string
	recall   int
	result   *script.Result  // of the last command that was done, nil before it
	pages    []script.Result // of the reading that the last command is part of, in their order; none if it read no page
	said     string
	help     []command.HelpLine     // the answer to the last text that was typed, nil if it asked for none
	lines    map[int]logLine        // of the log, by place
	samples  map[string]*dataSample // of the lesson's data sets, by name; those that were shown
	draft    []Draft                // of the earlier version
}

// playing is a demonstration or solution on its way.
type playing struct {
	commands []command.Command
	next     int
	task     int // -1 for a demonstration
	title    string
}

// newLessonSharing opens a lesson at its first step with what was reached
// before, which may be nil, and runs of simulate commands that are there already.
func newLessonSharing(l *lessons.Lesson, saved *lessonProgress, runs *simulated.Runs) *State {
	p := &State{Content: l, runs: runs, sessions: make([]*runner.Session, len(l.Steps)), progress: saved, lines: map[int]logLine{},
		samples: map[string]*dataSample{}}
	if saved == nil {
		p.progress = &lessonProgress{Hash: l.Hash}
	}
	if p.progress.Tasks == nil {
		p.progress.Tasks = map[string]taskProgress{}
	}
	if p.progress.Hash != l.Hash && len(p.progress.Drafts) > 0 {
		p.Changed, p.draft = true, p.progress.Drafts
		p.progress.Drafts = nil
	} else {
		p.restore(p.progress.Drafts)
	}
	p.progress.Hash = l.Hash
	return p
}

// restore does the commands of drafts again, each as far as it can be read.
func (p *State) restore(drafts []Draft) {
	for _, d := range drafts {
		if d.Step < 0 || d.Step >= len(p.sessions) {
			continue
		}
		s := p.at(d.Step)
		for _, text := range d.Commands[:min(len(d.Commands), maxDraft)] {
			if _, err := s.Do(text); err != nil {
				break
			}
		}
		s.Seek(s.Start() + d.At)
	}
	p.look()
}

// keepDraft takes over the draft of the earlier version, StartFresh drops it.
func (p *State) keepDraft() {
	p.restore(p.draft)
	p.Changed, p.draft = false, nil
	p.note()
}

// startFresh drops the draft of the earlier version.
func (p *State) startFresh() {
	p.Changed, p.draft = false, nil
	p.note()
}

// at returns the Session of a step, made when it is first wanted. A stage that
// cannot be set, which only a foreign lesson may have, is empty.
func (p *State) at(step int) *runner.Session {
	if p.sessions[step] == nil {
		s, err := runner.NewSharing(p.Content, step, p.runs)
		if err != nil {
			p.fault = model.Fault{Sentence: "This step cannot be set up. " + err.Error(), From: -1}
			s = runner.Empty(p.Content, step)
		}
		p.sessions[step] = s
	}
	return p.sessions[step]
}

// session returns that of the step on the stage.
func (p *State) session() *runner.Session { return p.at(p.step) }

// Step returns the number of the step on the stage, from 0.
func (p *State) Step() int { return p.step }

// Go puts a step on the stage.
func (p *State) Go(step int) {
	p.Stop()
	p.step = max(0, min(step, len(p.sessions)-1))
	p.fault, p.said, p.help = model.Fault{From: -1}, "", nil
	p.look()
}

// look takes the result of the last command on the stage.
func (p *State) look() {
	clear(p.lines)
	p.result, p.pages = nil, nil
	s := p.session()
	if s.Done() > 0 {
		r := s.World().Result(s.World().Position() - 1)
		p.result, p.pages = &r, pagesUntil(s.World(), r)
	}
}

// Result returns what the last command on the stage did, nil before the first.
func (p *State) Result() *script.Result { return p.result }

// Fault returns what is wrong with the text that was last typed.
func (p *State) Fault() model.Fault { return p.fault }

// forgive forgets the fault.
func (p *State) forgive() { p.fault = model.Fault{From: -1} }

// Help returns what the prompt knows, if the last text asked for it.
func (p *State) Help() []command.HelpLine { return p.help }

// Do does a typed command. It reports whether it could be read. A text that asks
// for help is answered and leaves everything else as it is.
func (p *State) Do(text string) bool {
	p.Stop()
	p.typed = append(p.typed, text)
	p.recall = len(p.typed)
	p.help = nil
	if topic, asked := command.HelpTopic(text); asked {
		p.forgive()
		p.help = p.session().Help(topic)
		return true
	}
	before := p.met()
	r, err := p.session().Do(text)
	if p.fault = (model.Fault{From: -1}); err != nil {
		p.fault = model.FaultOf(text, err)
		return false
	}
	clear(p.lines)
	p.follow(r)
	p.note()
	p.say(before)
	return true
}

// Recall goes through the texts that were typed, back for -1.
func (p *State) Recall(steps int) (text string, ok bool) {
	at := p.recall + steps
	if at < 0 || at >= len(p.typed) {
		return "", false
	}
	p.recall = at
	return p.typed[at], true
}

// seek goes to a place in the log of the step.
func (p *State) seek(n int) {
	p.Stop()
	s := p.session()
	s.Seek(s.Start() + n)
	p.look()
	p.note()
}

// Place returns where the log of the step stands, and Len how long it is.
func (p *State) Place() int { return p.session().Done() }

// Len returns how many commands the log of the step has, those that are undone
// included.
func (p *State) Len() int {
	s := p.session()
	return s.World().Len() - s.Start()
}

// logLine is a command of the log and what it did, in one line each.
type logLine struct{ command, said string }

// line returns command n of the log, from 0, and what it did.
func (p *State) line(n int) (command, said string) {
	l, known := p.lines[n]
	if !known {
		s := p.session()
		r := s.World().Result(s.Start() + n)
		l = logLine{r.Command.String(), inLine(&r)}
		p.lines[n] = l
	}
	return l.command, l.said
}

// complete returns what the end of a typed text may become, as whole texts.
func (p *State) complete(text string) []string {
	var list []string
	for _, c := range p.session().World().Complete(text) {
		list = append(list, text[:c.Start]+c.Text)
	}
	return list
}

// met tells for each task of the step whether it is met now.
func (p *State) met() []runner.State {
	var list []runner.State
	for _, o := range p.session().Outcomes() {
		list = append(list, o.State)
	}
	return list
}

// say keeps a sentence on the first task whose state has changed.
func (p *State) say(before []runner.State) {
	for i, o := range p.session().Outcomes() {
		if i < len(before) && o.State != before[i] {
			p.said = "Task " + o.State.String() + ". " + o.Text
			return
		}
	}
}

// Said returns the last change of a task in words, for screen readers.
func (p *State) Said() string { return p.said }

// Figures returns the figures of a task beside those of its solution, which are
// nil as long as its runs are not there.
func (p *State) Figures(task int) (yours, reference []string) {
	s := p.session()
	yours = s.Outcomes()[task].Figures
	if len(yours) > 0 && p.runs.Rehearse(p.referenceCommands(task)) == nil {
		reference = s.Reference(task)
	}
	return slices.Clip(yours), reference
}

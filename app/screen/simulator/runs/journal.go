package runs

import (
	"reflect"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/sim"
)

// simGesture is the simulator after a gesture: its setting and the playhead.
//
// What always holds: text says all but the playhead; what it says stands in the
// setting once the gesture was shown.
type simGesture struct {
	label string
	made  int64 // playhead at which the gesture was made, 0 for one that goes to the start
	at    int64 // playhead when it was left
	span  int64
	text  string

	known bool // the setting is there
	setting
}

// maxSimGestures bounds the journal of the simulator, so that it can be saved
// as one text.
const maxSimGestures = 300

func (s *State) moment() *simGesture {
	return &simGesture{known: true, setting: s.setting, at: s.Play.Place(), span: s.base.Span}
}

// gesture does something that goes to the start and makes it a moment of the
// journal. A scenario that cannot run is none: the next undo takes it back.
func (s *State) gesture(label string, edit func()) {
	s.leave()
	edit()
	s.keep(label, 0)
}

// keep makes a moment of what there is now, unless nothing has changed.
func (s *State) keep(label string, made int64) {
	m, before := s.moment(), s.Journal.Here()
	same := m.sameRuns(&before.setting) && m.preset == before.preset && reflect.DeepEqual(m.base.Commands, before.base.Commands)
	if s.Play.problem == nil && !same {
		s.add(label, made)
	}
}

func (s *State) add(label string, made int64) {
	m := s.moment()
	m.label, m.made, m.text = draft.Shortened(label), made, s.text()
	for s.Journal.Size() > maxSimGestures {
		if _, ok := s.Journal.DropOldest(); !ok {
			s.Journal.DropRoot()
		}
	}
	s.Journal.Add(*m)
}

// leave notes where the playhead stands, so that undo finds it there again.
func (s *State) leave() {
	if s.Play.problem == nil {
		s.Journal.Here().at = s.Play.Place()
	}
}

// travel goes to another moment of the journal and shows it.
func (s *State) travel(there func()) {
	s.Play.Pause()
	s.leave()
	there()
	s.show()
}

// show makes the runs those of the present moment and goes to where it was
// left. Runs that differ in commands alone are revised, not made anew.
func (s *State) show() {
	m := s.Journal.Here()
	if err := m.read(); err != nil {
		s.Play.problem = problemOf(-1, err)
		return
	}
	same := s.Play.problem == nil && len(s.Play.runs) == len(m.designs) && m.sameRuns(&s.setting)
	s.setting, s.Play.beside = m.setting, nil
	at := m.at
	if same {
		s.Play.goal = at
		_ = s.revise(m.base.Commands) // it was valid when the moment was made
	} else {
		s.restart()
		s.Play.SeekRun(at)
	}
	s.entitle()
}

// revise gives the runs another log of commands, with the playhead where it is.
func (s *State) revise(log []sim.Command) error {
	at := s.Play.Place()
	for _, r := range s.Play.runs {
		if err := r.sim.Revise(log); err != nil {
			return err
		}
		r.forget()
	}
	s.base.Commands = s.Play.runs[0].sim.Scenario().Commands
	s.Play.cuts++
	s.Play.SeekRun(at)
	for _, r := range s.Play.runs {
		if r.sim.Now() == at {
			r.sim.Run(at) // commands of this very moment
			r.settle()
		}
	}
	return nil
}

// Undo takes the last gesture back: first a template with a mistake, and at the
// beginning of a branch the branch, which stays in the list.
func (s *State) Undo() {
	j := s.Journal
	b := s.Journal.branch()
	switch {
	case s.Play.problem != nil:
		s.show()
	case b.Parent != "" && j.Position() == b.Fork+1 && s.Journal.Label(j.Position()) == forkLabel:
		s.travel(func() { j.Switch(b.Parent) })
	case j.Position() > 0:
		s.travel(func() { j.Seek(j.Position() - 1) })
	}
}

// Redo does again the gesture that was taken back.
func (s *State) Redo() {
	if s.Journal.Position() < s.Journal.Len() {
		s.travel(func() { s.Journal.Seek(s.Journal.Position() + 1) })
	}
}

// forkLabel names the gesture that begins a branch.
const forkLabel = "Branch"

// Fork makes a branch that is the same up to the playhead. What was done later
// stays in the branch that it is in.
func (s *State) Fork() {
	if s.Play.problem != nil {
		return
	}
	s.Play.Pause()
	s.Play.align()
	s.leave()
	if !s.Journal.fork() {
		return
	}
	_ = s.revise(s.logUntil(s.Play.at)) // it is a part of the log that is done
	s.Play.beside = nil
	s.entitle()
	s.add(forkLabel, s.Play.Place())
}

// SwitchBranch goes to another branch, as it was left.
func (s *State) SwitchBranch(name string) {
	if s.Journal.Has(name) {
		s.travel(func() { s.Journal.Switch(name) })
	}
}

// Parent returns the branch that the current one was made from and can be
// compared with: both have one design and last equally long.
func (s *State) Parent() (name string, ok bool) {
	m := s.Journal.parent()
	if m == nil || len(s.designs) > 1 || m.span != s.base.Span {
		return "", false
	}
	return s.Journal.branch().Parent, true
}

// Compared reports whether the branch that this one was made from stands beside
// it.
func (s *State) Compared() bool { return s.Play.beside != nil }

// CompareParent puts the run of the branch that this one was made from beside
// it, or takes it away.
func (s *State) CompareParent(on bool) {
	at := s.Play.Place()
	name, ok := s.Parent()
	s.Play.beside = nil
	if m := s.Journal.parent(); on && ok && m.read() == nil {
		c := m.base
		c.Template = m.designs[0].Template
		if run, err := newSimRun(name, c, s.Play.runs[0]); err == nil {
			s.Play.beside = run
		}
	}
	s.entitle()
	s.Play.cuts++
	s.Play.SeekRun(at)
}

// entitle names the runs after their designs, or after the branches that are
// compared, and lets go of a branch that lasts longer or shorter.
func (s *State) entitle() {
	if s.Play.beside != nil && s.Play.beside.span != s.base.Span {
		s.Play.beside = nil
	}
	for i, r := range s.Play.runs[:min(len(s.Play.runs), len(s.designs))] {
		r.Title = s.designs[i].Title
	}
	if s.Play.beside != nil {
		s.Play.beside.sim.Rewind(s.Play.at)
		s.Play.runs[0].Title = s.Journal.Current()
	}
}

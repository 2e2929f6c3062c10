package runs

import (
	"reflect"
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/sim"
)

// simGesture is the simulator after a gesture: everything that its runs are a
// function of, and the playhead. What its slices hold is never changed in place.
//
// What always holds: text says all but the playhead; what it says stands in the
// fields below it once the gesture was shown.
type simGesture struct {
	label string
	made  int64 // playhead at which the gesture was made, 0 for one that goes to the start
	at    int64 // playhead when it was left
	span  int64
	text  string

	known   bool // the rest is there
	preset  string
	designs []Design
	base    sim.Scenario
	script  []sim.Command // those of base that came with the scenario
}

// maxSimGestures bounds the journal of the simulator, so that it can be saved
// as one text.
const maxSimGestures = 300

// Journal returns every gesture that was made. It must not be changed.
func (s *State) Journal() *journal.Tree[simGesture] { return s.journal }

// Label returns what gesture n of the branch did, from 1 on.
func (s *State) Label(n int) string { return s.journal.Entry(n).label }

func (s *State) moment() *simGesture {
	return &simGesture{known: true, preset: s.preset, designs: s.designs, base: s.base, script: s.script, at: s.place(), span: s.base.Span}
}

// place is the playhead, or where it goes.
func (s *State) place() int64 {
	if s.goal != noGoal {
		return s.goal
	}
	return s.at
}

// sameRuns reports whether both have the same runs but for the commands.
func (m *simGesture) sameRuns(o *simGesture) bool {
	a, b := m.base, o.base
	a.Commands, b.Commands = nil, nil
	return a.Replay == b.Replay && reflect.DeepEqual(m.designs, o.designs) && reflect.DeepEqual(a, b)
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
	m, before := s.moment(), s.journal.Here()
	if s.problem != nil || m.sameRuns(before) && m.preset == before.preset && reflect.DeepEqual(m.base.Commands, before.base.Commands) {
		return
	}
	s.add(label, made)
}

func (s *State) add(label string, made int64) {
	m := s.moment()
	m.label, m.made, m.text = draft.Shortened(label), made, s.text()
	for s.journal.Size() > maxSimGestures {
		if _, ok := s.journal.DropOldest(); !ok {
			s.journal.DropRoot()
		}
	}
	s.journal.Add(*m)
}

// leave notes where the playhead stands, so that undo finds it there again.
func (s *State) leave() {
	if s.problem == nil {
		s.journal.Here().at = s.place()
	}
}

// travel goes to another moment of the journal and shows it.
func (s *State) travel(there func()) {
	s.Pause()
	s.leave()
	there()
	s.show()
}

// show makes the runs those of the present moment and goes to where it was
// left. Runs that differ in commands alone are revised, not made anew.
func (s *State) show() {
	m := s.journal.Here()
	if err := m.read(); err != nil {
		s.problem = problemOf(-1, err)
		s.rev++
		return
	}
	same := s.problem == nil && len(s.runs) == len(m.designs) && m.sameRuns(s.moment())
	s.preset, s.designs, s.script, s.beside = m.preset, m.designs, m.script, nil
	at := m.at
	if same {
		s.goal = at
		_ = s.revise(m.base.Commands) // it was valid when the moment was made
	} else {
		s.base = m.base
		s.restart()
		s.SeekRun(at)
	}
	s.entitle()
}

// revise gives the runs another log of commands, with the playhead where it is.
func (s *State) revise(log []sim.Command) error {
	at := s.place()
	for _, r := range s.runs {
		if err := r.sim.Revise(log); err != nil {
			return err
		}
		r.forget()
	}
	s.base.Commands = s.runs[0].sim.Scenario().Commands
	s.cuts++
	s.SeekRun(at)
	for _, r := range s.runs {
		if r.sim.Now() == at {
			r.sim.Run(at) // commands of this very moment
			r.settle()
		}
	}
	return nil
}

// logUntil returns a copy of the commands without those that were done by hand
// after a moment.
func (s *State) logUntil(at int64) []sim.Command {
	var log []sim.Command
	for _, c := range s.base.Commands {
		if c.At <= at || slices.Contains(s.script, c) {
			log = append(log, c)
		}
	}
	return log
}

// Undo takes the last gesture back: first a template with a mistake, and at the
// beginning of a branch the branch, which stays in the list.
func (s *State) Undo() {
	j := s.journal
	b := s.branch()
	switch {
	case s.problem != nil:
		s.show()
	case b.Parent != "" && j.Position() == b.Fork+1 && s.Label(j.Position()) == forkLabel:
		s.travel(func() { j.Switch(b.Parent) })
	case j.Position() > 0:
		s.travel(func() { j.Seek(j.Position() - 1) })
	}
}

// branch returns the current branch.
func (s *State) branch() journal.Branch {
	list := s.journal.Branches()
	return list[slices.IndexFunc(list, func(b journal.Branch) bool { return b.Current })]
}

// Redo does again the gesture that was taken back.
func (s *State) Redo() {
	if s.journal.Position() < s.journal.Len() {
		s.travel(func() { s.journal.Seek(s.journal.Position() + 1) })
	}
}

// forkLabel names the gesture that begins a branch.
const forkLabel = "Branch"

// Fork makes a branch that is the same up to the playhead. What was done later
// stays in the branch that it is in.
func (s *State) Fork() {
	if s.problem != nil {
		return
	}
	s.Pause()
	s.align()
	s.leave()
	if !s.fork() {
		return
	}
	_ = s.revise(s.logUntil(s.at)) // it is a part of the log that is done
	s.beside = nil
	s.entitle()
	s.add(forkLabel, s.place())
}

// fork makes a branch of the gestures that are done; for one too many the oldest
// goes.
func (s *State) fork() bool {
	if len(s.journal.Branches()) >= journal.MaxBranches {
		s.journal.DropOldest()
	}
	return s.journal.Fork(s.journal.FreeName())
}

// SwitchBranch goes to another branch, as it was left.
func (s *State) SwitchBranch(name string) {
	if s.journal.Has(name) {
		s.travel(func() { s.journal.Switch(name) })
	}
}

// Way is a branch of the journal along virtual time.
type Way struct {
	Name            string
	From, Length    int64 // where it leaves the current branch, and its end
	Parent, Current bool  // Parent: the current one was made from it
}

// Ways returns the branches in the order in which they were made.
func (s *State) Ways() []Way {
	j := s.journal
	branches, current := j.Branches(), s.branch()
	here := j.Way(current.Tip)
	list := make([]Way, len(branches))
	for i, b := range branches {
		way := j.Way(b.Tip)
		tip := j.Get(b.Tip)
		w := Way{Name: b.Name, From: tip.span, Length: tip.span, Current: b.Current, Parent: b.Name == current.Parent}
		for _, other := range [2][]int{way, here} {
			if n := b.Shared + 1; n < len(other) {
				w.From = min(w.From, j.Get(other[n]).made)
			}
		}
		list[i] = w
	}
	return list
}

// Parent returns the branch that the current one was made from and can be
// compared with: both have one design and last equally long.
func (s *State) Parent() (name string, ok bool) {
	m := s.parent()
	if m == nil || len(s.designs) > 1 || m.span != s.base.Span {
		return "", false
	}
	return s.branch().Parent, true
}

func (s *State) parent() *simGesture {
	name := s.branch().Parent
	for _, b := range s.journal.Branches() {
		if b.Name == name {
			return s.journal.Get(s.journal.Way(b.Tip)[b.Position])
		}
	}
	return nil
}

// Compared reports whether the branch that this one was made from stands beside
// it.
func (s *State) Compared() bool { return s.beside != nil }

// CompareParent puts the run of the branch that this one was made from beside
// it, or takes it away.
func (s *State) CompareParent(on bool) {
	at := s.place()
	name, ok := s.Parent()
	s.beside = nil
	if m := s.parent(); on && ok && m.read() == nil {
		c := m.base
		c.Template = m.designs[0].Template
		if run, err := newSimRun(name, c, s.runs[0]); err == nil {
			s.beside = run
		}
	}
	s.entitle()
	s.cuts++
	s.SeekRun(at)
}

// entitle names the runs after their designs, or after the branches that are
// compared, and lets go of a branch that lasts longer or shorter.
func (s *State) entitle() {
	if s.beside != nil && s.beside.span != s.base.Span {
		s.beside = nil
	}
	for i, r := range s.runs[:min(len(s.runs), len(s.designs))] {
		r.Title = s.designs[i].Title
	}
	if s.beside != nil {
		s.beside.sim.Rewind(s.at)
		s.runs[0].Title = s.journal.Current()
	}
}

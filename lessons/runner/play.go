package runner

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// Solution returns the commands that solve a task from the start of the step:
// those of the tasks before it come first.
func (s *Session) Solution(task int) []command.Command {
	var list []command.Command
	for i := range task + 1 {
		list = append(list, s.step.Tasks[i].Solution...)
	}
	return list
}

// PlaySolution goes to the start of the step in a branch of its own. The
// caller then does the commands of Solution with Show. The error is a
// script.Full.
func (s *Session) PlaySolution() error { return s.aside(s.start) }

// PlayDemo makes a branch where the stage stands. The caller then does the
// commands of the demonstration with Show. The error is a script.Full.
func (s *Session) PlayDemo() error {
	s.Return()
	return s.aside(s.world.Position())
}

// aside leaves the learner's branch for a new one that begins at a position.
func (s *Session) aside(at int) error {
	s.Return()
	own, stood, left := s.current(), s.world.Position(), s.Outcomes()
	s.Seek(at)
	err := error(script.BadBranchName)
	for n := 1; err == script.BadBranchName && n <= script.MaxBranches; n++ {
		err = s.world.Branch("shown " + strconv.Itoa(n))
	}
	if err != nil {
		s.Seek(stood)
		return err
	}
	s.own, s.stood, s.left = own, stood, left
	return nil
}

// Show does the next command of what plays.
func (s *Session) Show(c command.Command) (script.Result, error) { return s.do(c) }

// Return brings the learner's own work back as it was left, and forgets what
// was shown.
func (s *Session) Return() {
	if s.own == "" {
		return
	}
	shown := s.current()
	if s.world.Switch(s.own) != nil {
		return
	}
	s.own = ""
	_ = s.world.Drop(shown) // it is not current, so it can be dropped
	s.world.Seek(s.stood)
	s.again()
}

func (s *Session) current() string {
	for _, b := range s.world.Branches() {
		if b.Current {
			return b.Name
		}
	}
	return script.MainBranch
}

// again takes the facts of the branch from its start to where it stands.
func (s *Session) again() {
	at := s.world.Position()
	s.world.Seek(s.start)
	s.forget()
	s.Seek(at)
}

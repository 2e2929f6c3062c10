package sim

import "github.com/keyrange/keyrange/engine/sim/clock"

// Revise gives the run another log of commands. What both logs have in common
// stays recorded up to the last checkpoint before the first command that
// differs, and the run goes back there: from then on it has to be run again, in
// pieces where that is wanted. A log that only goes on behind what is recorded
// costs nothing. The error is that of a command, and changes nothing.
func (s *Simulation) Revise(commands []Command) error {
	c := s.scenario
	c.Commands = commands
	if err := c.checkCommands(); err != nil {
		return err
	}
	commands = sortedCommands(commands)
	same := 0
	for same < min(len(commands), len(s.commands)) && commands[same] == s.commands[same] {
		same++
	}
	at := int64(clock.MaxTime) + 1
	for _, log := range [][]Command{commands, s.commands} {
		if same < len(log) {
			at = min(at, log[same].At)
		}
	}
	goesOn := same == len(s.commands) && at >= s.Recorded()
	s.commands = commands
	if !goesOn && at <= s.Recorded() {
		s.cutBack(at)
	}
	return nil
}

// cutBack goes to the last checkpoint before a moment, or at it, and forgets
// everything after that checkpoint.
func (s *Simulation) cutBack(at int64) {
	last := s.past.before(at)
	clear(s.past.marks[last+1:])
	s.past.marks = s.past.marks[:last+1]
	s.past.bytes = 0
	for _, m := range s.past.marks {
		s.past.bytes += m.state.bytes()
	}
	from := s.past.marks[last]
	s.restore(from.state)
	s.past.recorded = s.state.steps()
	s.recorder.CutAt(from.at)
	s.reached = 0
}

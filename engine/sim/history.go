package sim

import "github.com/keyrange/keyrange/engine/sim/clock"

// history keeps copies of the state, so that going back costs some seconds of
// virtual time and not the whole run.
//
// What always holds: marks ascend, their distance is every or more, every is a
// whole number of the columns' span, and the first mark is the start of the run.
// A mark holds the state before everything that happens at its time.
type history struct {
	marks    []mark
	every    int64
	bytes    int
	recorded uint64 // steps of the run that are recorded
}

type mark struct {
	at    int64
	state *state
}

const (
	markEvery = 32 * clock.Second
	markBytes = 14 << 20 // of all marks; beyond it every second one is dropped
)

func (h *history) begin(s *state) {
	h.every = markEvery
	h.add(0, s)
}

// next returns when the next mark is due.
func (h *history) next(s *state) int64 { return (s.marked/h.every + 1) * h.every }

func (h *history) add(at int64, s *state) {
	var kept state
	s.copyTo(&kept)
	h.marks = append(h.marks, mark{at, &kept})
	h.bytes += kept.bytes()
}

// keep makes a mark, unless the run has been here before.
func (h *history) keep(s *state, span, at int64) {
	s.marked = at
	if at > h.marks[len(h.marks)-1].at {
		h.add(at, s)
	}
	for h.bytes > markBytes && len(h.marks) > 2 || h.every < span {
		h.thin()
	}
}

// thin drops every second mark.
func (h *history) thin() {
	h.every *= 2
	n, bytes := 0, 0
	for _, m := range h.marks {
		if m.at%h.every == 0 {
			h.marks[n] = m
			bytes += m.state.bytes()
			n++
		}
	}
	clear(h.marks[n:])
	h.marks, h.bytes = h.marks[:n], bytes
}

// before returns the last mark that is not after a moment.
func (h *history) before(at int64) int {
	i := len(h.marks) - 1
	for h.marks[i].at > at {
		i--
	}
	return i
}

// Recorded returns up to which virtual time the run has been advanced, though it
// may have gone back since.
func (s *Simulation) Recorded() int64 { return max(s.reached, s.state.clock.Now) }

// SeekTo brings the run to a moment, forwards or back, with everything that
// happens at it. What lies behind it stays recorded.
func (s *Simulation) SeekTo(at int64) {
	at = max(at, 0)
	near := s.past.marks[s.past.before(at)]
	if at < s.state.clock.Now || near.at > s.state.clock.Now {
		s.reached = s.Recorded()
		s.restore(near.state)
	}
	s.Run(at)
}

// restore takes over the state of a checkpoint. What is counted of the present
// second starts over: checkpoints lie between two seconds.
func (s *Simulation) restore(kept *state) {
	kept.copyTo(s.state)
	s.recorder.Restart()
}

// Branch returns a run that is the same up to a moment and then goes on with
// other commands. The commands of the log that were done by then stay.
func (s *Simulation) Branch(at int64, commands []Command) (*Simulation, error) {
	at = min(max(at, 0), s.Recorded())
	b := &Simulation{scenario: s.scenario, source: s.source, state: &state{}, recorder: s.recorder.Copy()}
	b.state.attach(b.source, b.recorder)
	for _, c := range s.commands {
		if c.At <= at {
			b.commands = append(b.commands, c)
		}
	}
	for i, c := range commands {
		if c.At < at {
			return nil, &Error{Path: commandPath(i) + ".at", Message: "This is before the moment at which the run branches off."}
		}
		if err := s.scenario.checkCommand(commandPath(i), c); err != nil {
			return nil, err
		}
	}
	last := s.past.before(at)
	b.past = history{every: s.past.every, marks: append([]mark(nil), s.past.marks[:last+1]...)}
	b.past.recorded = s.past.recorded
	b.cut(at)
	b.commands = append(b.commands, sortedCommands(commands)...)
	return b, nil
}

// cut forgets everything after a moment. The log holds no command after it.
func (s *Simulation) cut(at int64) {
	s.cutBack(at)
	s.Run(at)
}

// Do carries out a command now and adds it to the log. Where the run has gone
// back, the commands after this moment and what was recorded of them are
// forgotten.
func (s *Simulation) Do(c Command) error {
	if err := s.scenario.checkCommand("command", c); err != nil {
		return err
	}
	if err := within("command", "The number of commands", int64(s.state.commands), 0, MaxCommands-1); err != nil {
		return err
	}
	c.At = s.state.clock.Now
	s.Run(c.At) // the rest of this microsecond
	s.commands = s.commands[:s.state.commands]
	if s.state.steps() < s.past.recorded {
		s.cut(c.At)
	}
	s.commands = append(s.commands, c)
	s.Run(c.At)
	return nil
}

// Rewind brings the run back to the last checkpoint that is not after a moment.
// Run or RunBudget goes on from there, so that going back can be done in pieces.
// What lies behind stays recorded.
func (s *Simulation) Rewind(at int64) {
	near := s.past.marks[s.past.before(max(at, 0))]
	if near.at <= s.state.clock.Now && at >= s.state.clock.Now {
		return
	}
	s.reached = s.Recorded()
	s.restore(near.state)
}

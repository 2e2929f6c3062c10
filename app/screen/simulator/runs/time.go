package runs

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// SeekRun moves the playhead to a moment. What has to be run for that is done by
// Advance.
func (s *Playback) SeekRun(to int64) {
	to = min(max(to, 0), s.span)
	s.warming = false
	if s.problem != nil {
		return
	}
	for _, r := range s.Runs() {
		if to < r.sim.Now() {
			r.sim.Rewind(to)
		}
	}
	s.goal = to
	s.arrive()
}

// quiet is how long nothing happens to the ranges of a run that is warm.
const quiet = 10 * clock.Minute

// WarmUp runs on until no range was split, moved or merged for ten minutes, or
// to the end.
func (s *Playback) WarmUp() {
	s.Pause()
	s.SeekRun(s.span)
	s.warming = s.goal != noGoal
}

// warm is when the runs are warm, unless something happens before.
func (s *Playback) warm() int64 {
	last := int64(0)
	for _, r := range s.Runs() {
		for _, n := range r.sim.Notes() {
			if n.Kind == record.SplitNote || n.Kind == record.MoveNote || n.Kind == record.MergeNote {
				last = max(last, n.At)
			}
		}
	}
	return last + quiet
}

// StepRun moves the playhead, or where it goes, by a number of windows of the
// heat map.
func (s *Playback) StepRun(windows int64) {
	if len(s.runs) == 0 {
		return
	}
	s.Pause()
	w, at := s.runs[0].window, s.Place()
	place := at / w
	if windows < 0 && at%w > 0 {
		place++
	}
	s.SeekRun((place + windows) * w)
}

// Advance lets virtual time pass for a piece of real time, in microseconds,
// while more returns true, and at least a little. It reports whether the
// playhead moved.
func (s *Playback) Advance(elapsed int64, more func() bool) (moved bool) {
	until := s.until(elapsed)
	before := s.at
	for {
		r := s.behind(until)
		if r == nil {
			break
		}
		r.advance(until)
		if !more() {
			break
		}
	}
	s.arrive()
	if s.warming {
		if to := s.warm(); s.at >= to {
			s.SeekRun(to)
		}
	}
	if s.goal == noGoal && s.playing {
		s.pace.tell(min(elapsed*s.speed, s.span-before), s.at-before, s.speed)
	}
	if s.playing && s.at >= s.span {
		s.Pause()
	}
	return s.at != before
}

// until returns how far the runs may go now.
func (s *Playback) until(elapsed int64) int64 {
	switch {
	case s.goal != noGoal:
		return s.goal
	case s.playing:
		return min(s.at+min(elapsed, longestFrame)*s.speed, s.span)
	}
	return s.at
}

// behind returns the run that is behind the others, if it may go on.
func (s *Playback) behind(until int64) *Run {
	var last *Run
	for _, r := range s.Runs() {
		if r.sim.Now() < until && (last == nil || r.sim.Now() < last.sim.Now()) {
			last = r
		}
	}
	return last
}

// arrive takes the playhead to where all runs are, and ends a seek that has come
// to its goal.
func (s *Playback) arrive() {
	for i, r := range s.Runs() {
		if now := r.sim.Now(); i == 0 || now < s.at {
			s.at = now
		}
	}
	if s.goal != noGoal && s.at >= s.goal {
		s.goal = noGoal
		for _, r := range s.Runs() {
			r.settle()
		}
	}
}

// A pace is how much of the time that the clock asked for was reached lately, in
// microseconds of virtual time. The zero value knows nothing yet.
type pace struct{ asked, reached int64 }

// paceOver is the real time, in microseconds, over which a pace is measured: it
// looks back over one to two of it.
const paceOver = 3_000_000

// tell adds a piece of time at a speed.
func (p *pace) tell(asked, reached, speed int64) {
	p.asked += asked
	p.reached += reached
	if p.asked > 2*paceOver*speed {
		p.asked, p.reached = p.asked/2, p.reached/2
	}
}

// thousandths returns how much was reached of what was asked, 1000 before a second
// was measured at a speed.
func (p *pace) thousandths(speed int64) int64 {
	if p.asked < paceOver/3*speed {
		return 1000
	}
	return p.reached * 1000 / p.asked
}

// Finish runs to the end at once. It is for pictures that are made ahead.
func (s *Playback) Finish() {
	s.SeekRun(s.span)
	s.Advance(0, func() bool { return true })
}

// Seconds turns microseconds of virtual time into whole seconds.
func Seconds(micros int64) int64 { return micros / clock.Second }

package runs

// Playback is the runs side by side, and the one playhead over them, which plays
// or goes to a moment.
//
// What always holds:
//   - at is the playhead: no run is behind it, and while the screen is at rest
//     none is ahead of it;
//   - a run is never made to skip an event: where the device is too slow,
//     virtual time goes slower.
type Playback struct {
	runs    []*Run
	beside  *Run // of the branch that this one was made from, while they are compared
	problem *Problem
	span    int64
	at      int64
	goal    int64 // where a seek goes, or noGoal
	warming bool  // that seek ends sooner when the runs are warm
	playing bool
	speed   int64
	pace    pace
	cuts    int // grows whenever what is recorded changes other than by going on
}

// Problem is why a scenario cannot run.
type Problem struct {
	Design  int // whose template it is, -1 for none
	Message string
	Example string // a template that works
}

// Speeds are how many seconds of virtual time may pass in one of real time.
var Speeds = []int64{1, 10, 60, 600}

const (
	noGoal = -1

	// longestFrame is the most real time, in microseconds, that one call makes
	// up for. A page that was held up goes on where it was.
	longestFrame = 50_000

	// pieceEvents is how many events are done between two looks at the clock:
	// less than a millisecond.
	pieceEvents = 1500
)

// Changed reports whether the recording was cut off or made anew since the last
// time that it was asked with the same number.
func (s *Playback) Changed(last *int) bool {
	changed := *last != s.cuts
	*last = s.cuts
	return changed
}

// Runs returns the runs, one for each design, and last the run of the branch
// that is compared. While there is a Problem they are those of the last scenario
// without one.
func (s *Playback) Runs() []*Run {
	if s.beside == nil {
		return s.runs
	}
	return append(s.runs[:len(s.runs):len(s.runs)], s.beside)
}

// Problem returns why the scenario cannot run, or nil.
func (s *Playback) Problem() *Problem { return s.problem }

// At returns the playhead in microseconds of virtual time.
func (s *Playback) At() int64 { return s.at }

// Span returns how long the scenario lasts.
func (s *Playback) Span() int64 { return s.span }

// Place is the playhead, or where it goes.
func (s *Playback) Place() int64 {
	if s.goal != noGoal {
		return s.goal
	}
	return s.at
}

// Recorded returns up to when there is a recording.
func (s *Playback) Recorded() int64 {
	recorded := int64(0)
	for i, r := range s.Runs() {
		if n := r.sim.Recorded(); i == 0 || n < recorded {
			recorded = n
		}
	}
	return recorded
}

// Playing reports whether virtual time passes by itself.
func (s *Playback) Playing() bool { return s.playing }

// Busy reports whether Advance has something to do.
func (s *Playback) Busy() bool { return s.playing || s.goal != noGoal }

// Seeking returns where a seek goes that is under way.
func (s *Playback) Seeking() (to int64, ok bool) { return s.goal, s.goal != noGoal }

// Toggle plays or pauses. At the end it plays again from the start.
func (s *Playback) Toggle() {
	s.playing = !s.playing && s.problem == nil
	s.pace = pace{}
	if s.playing && s.at >= s.span {
		s.SeekRun(0)
	}
}

// Pause stops the passing of virtual time.
func (s *Playback) Pause() {
	if s.playing {
		s.playing = false
	}
}

// Speed returns how many seconds of virtual time pass in one of real time.
func (s *Playback) Speed() int64 { return s.speed }

// SetSpeed changes how fast virtual time passes.
func (s *Playback) SetSpeed(speed int64) {
	s.speed, s.pace = speed, pace{}
}

// Pace returns the thousandths of the speed that the device reached lately.
func (s *Playback) Pace() int64 { return s.pace.thousandths(s.speed) }

// align brings all runs to one moment: the pieces of a frame may leave one a
// little ahead.
func (s *Playback) align() {
	latest := s.at
	for _, r := range s.Runs() {
		latest = max(latest, r.sim.Now())
	}
	for _, r := range s.Runs() {
		for r.sim.Now() < latest {
			r.advance(latest)
		}
	}
	s.goal = noGoal
	s.arrive()
}

package runs

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/file"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/assign"
)

// Tasked is the state as tasks ask about it.
type Tasked struct{ *State }

// Kind says which figures a task can ask about here.
func (s Tasked) Kind() assign.Kind { return assign.Load }

// Waiting says that a run counts as a whole: over its first seconds nothing is
// crowded yet.
func (s Tasked) Waiting() string {
	switch {
	case s.Play.problem != nil:
		return s.Play.problem.Message
	case s.Play.at < s.base.Span:
		return "The run counts once it has reached its end, after " + words.Count(int(s.base.Span/clock.Second), "second", "seconds") + "."
	}
	return ""
}

// Facts are the figures of the first design, up to the playhead.
func (s Tasked) Facts() *lessons.Facts {
	figures := map[string]float64{"designs": float64(len(s.designs))}
	if len(s.Play.runs) == 0 || s.Play.at == 0 {
		return assign.NewFacts(figures)
	}
	v := s.Play.runs[0].Verdict()
	figures["served"] = float64(v.Accepted) * float64(clock.Second) / float64(max(1, v.Span))
	figures["refused"] = float64(v.Throttled()) * 100 / float64(max(1, v.Sent))
	figures["p99"] = float64(v.P99) / 1000
	figures["over"] = float64(v.Over / clock.Second)
	figures["partitions"] = float64(len(s.Play.runs[0].sim.Ranges()))
	return assign.NewFacts(figures)
}

// Aspects are the parts of the runs that a task may hold fixed.
func (s Tasked) Aspects() map[string]string {
	c := s.base
	hands := ""
	for _, x := range c.Commands {
		hands += strconv.FormatInt(x.At, 10) + " " + string(x.Do) + " " + x.Key + " " + strconv.Itoa(x.Server) + "\n"
	}
	c.Template, c.Commands = "{Id}", nil
	load, _ := file.Write(&c)
	if read, err := file.Read(load, nil); err == nil { // with what a file leaves to be understood
		load, _ = file.Write(&read)
	}
	keys := make([]string, len(s.designs))
	for i, d := range s.designs {
		keys[i] = d.Template
	}
	return map[string]string{"keys": strings.Join(keys, "\x00"), "load": string(load), "splits": hands}
}

// Given is the run that is shown, with every gesture or alone.
func (s Tasked) Given(journal bool) string {
	if text := s.Saved(); journal && len(text) <= maxGiven {
		return text
	}
	return s.alone().Text()
}

// maxGiven is how long all gestures together may be for a result.
const maxGiven = 24 << 10

// rerun is a run that is done again.
type rerun struct{ Tasked }

// Replay opens a run to do it again.
func Replay(moment []byte, _ workspace.Replay, rest func()) (workspace.Replay, error) {
	s := NewState(FirstPreset)
	if err := s.OpenMoment(string(moment), rest); err != nil {
		return nil, err
	}
	s.Play.SeekRun(s.Play.Span())
	return rerun{Tasked{s}}, nil
}

// Step does one piece of the run.
func (r rerun) Step() bool {
	if !r.Play.Busy() {
		return false
	}
	r.Play.Advance(0, func() bool { return false })
	return true
}

// First is the run of the first design, nil while there is none.
func (r rerun) First() *sim.Simulation {
	if len(r.Play.runs) == 0 {
		return nil
	}
	return r.Play.runs[0].sim
}

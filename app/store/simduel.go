package store

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
)

// Duel returns the comparison that the site opens with: the same writes under
// keys that begin with the time, and under keys that begin with a bucket. The
// service decides in seconds, so that ten minutes show what else takes an hour.
func Duel() *Simulator {
	s := NewSimulator("append")
	c := s.base
	c.Name, c.Lesson = "duel", "The same writes under two keys."
	c.Span = 10 * sim.Minute
	c.Params.Teach()
	l := sim.Load{Rate: 3000, Batch: 1, Retry: sim.NoRetry}
	l.Mix[sim.Insert] = 1
	c.Groups = []sim.Group{{Name: "writers", Load: l}}
	s.preset = ""
	s.begin(c)
	s.designs[0].Title = "Time first"
	s.Compare("Bucket first", "{hash(Id)%16:02}_{At.time}")
	return s
}

// FirstPreset is the scenario that a reader of the simulator meets first.
const FirstPreset = "append"

// Fresh reports whether this is the first scenario and nothing was done yet.
func (s *Simulator) Fresh() bool {
	return s.preset == FirstPreset && s.journal.Len() == 0 && len(s.journal.Branches()) == 1 && !s.Busy() && s.problem == nil && s.Recorded() == 0
}

// outcome is what the duel comes to, and below it the first scenario, so that
// they can be told before they are run. A test holds it to the engine.
//
//go:embed duel.txt
var outcome string

// DuelOutcome returns what the runs of the Duel come to.
func DuelOutcome() [2]Verdict {
	all := outcomes()
	return [2]Verdict{all[0], all[1]}
}

// FirstOutcome returns what the run of the FirstPreset comes to.
func FirstOutcome() Verdict { return outcomes()[2] }

func outcomes() (out [3]Verdict) {
	for i, line := range strings.SplitN(outcome, "\n", 4)[:3] {
		var n [15]int64
		for j, word := range strings.Fields(line) {
			n[j], _ = strconv.ParseInt(word, 10, 64)
		}
		out[i] = Verdict{Over: n[0], Throttled: uint64(n[1]), Refused: uint64(n[2]), Sent: uint64(n[3]), Entities: uint64(n[4]), Splits: int(n[5]), Helped: int(n[6]),
			Early: int(n[7]), Merges: int(n[8]), Moves: int(n[9]), Servers: int(n[10]), Busiest: int(n[11]), Share: n[12], Working: int(n[13]), Billed: uint64(n[14])}
	}
	return out
}

package runs

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Duel returns the comparison that the site opens with: the same writes under
// keys that begin with the time, and under keys that begin with a bucket. The
// service decides in seconds, so that ten minutes show what else takes an hour.
func Duel() *State {
	s := NewState("append")
	c := s.base
	c.Name, c.Lesson = "duel", "The same writes under two keys."
	c.Span = 10 * clock.Minute
	c.Params.Teach()
	l := demand.Load{Rate: 3000, Batch: 1, Retry: demand.NoRetry}
	l.Mix[service.Insert] = 1
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
func (s *State) Fresh() bool {
	return s.preset == FirstPreset && s.journal.Len() == 0 && len(s.journal.Branches()) == 1 && !s.Busy() && s.problem == nil &&
		s.Recorded() == 0
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
	for i, line := range strings.SplitN(outcome, "\n", len(out)+1)[:len(out)] {
		var n [verdictNumbers]int64
		words := strings.Fields(line)
		for j := range min(len(words), len(n)) {
			n[j], _ = strconv.ParseInt(words[j], 10, 64)
		}
		out[i] = verdictOf(n)
	}
	return out
}

// verdictNumbers is how many numbers a Verdict is.
const verdictNumbers = 22 + int(record.Causes)

// verdictOf reads the fields in the order in which the file has them.
func verdictOf(n [verdictNumbers]int64) Verdict {
	v := Verdict{Span: n[0], Offered: uint64(n[1]), Accepted: uint64(n[2]), Resent: uint64(n[3]), P99: n[4], Callers: int(n[5]),
		Sent: uint64(n[6]), Billed: uint64(n[7]),
		Over: n[8], Target: n[9], Pages: uint64(n[10]), Empty: uint64(n[11]), Splits: Effects{int(n[12]), int(n[13]), int(n[14])},
		Moves:   Effects{int(n[15]), int(n[16]), int(n[17])},
		Servers: int(n[18]), Busiest: int(n[19]), Share: n[20], Working: int(n[21])}
	for why := range v.Refused {
		v.Refused[why] = uint64(n[22+why])
	}
	return v
}

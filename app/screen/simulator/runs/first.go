package runs

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// FirstPreset is the scenario that a reader of the simulator meets first.
const FirstPreset = "append"

// Fresh reports whether this is the first scenario and nothing was done yet.
func (s *State) Fresh() bool {
	return s.preset == FirstPreset && s.Journal.Len() == 0 && len(s.Journal.Branches()) == 1 && !s.Play.Busy() && s.Play.problem == nil &&
		s.Play.Recorded() == 0
}

// outcome is what the first scenario comes to, so that it can be told before it is
// run. A test holds it to the engine.
//
//go:embed first.txt
var outcome string

// FirstOutcome returns what the run of the FirstPreset comes to.
func FirstOutcome() Verdict {
	var n [verdictNumbers]int64
	words := strings.Fields(outcome)
	for j := range min(len(words), len(n)) {
		n[j], _ = strconv.ParseInt(words[j], 10, 64)
	}
	return verdictOf(n)
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

package view

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/sim"
)

// PatternTitle names a pattern on the map.
func PatternTitle(p sim.Pattern) string {
	return [...]string{"Nothing here", "Append at the tail", "Prepend at the head", "Hot key", "Hot range", "Sequential scan", "Periodic", "Even"}[p]
}

// PatternSentence says what a pattern means for the table.
func PatternSentence(a *sim.Answer) string {
	switch a.Pattern {
	case sim.Append:
		return "Each key is higher than all before, so every write goes to the last range. Splitting moves the old keys away and leaves the next write where it was."
	case sim.Prepend:
		return "Each key is lower than all before, so every write goes to the first range. Splitting leaves the next write where it was."
	case sim.HotKey:
		return "One key, " + strconv.Quote(Shorten(a.Top, 40)) + ", has " + Permil(a.TopShare) + " of the operations. A partition is never divided, so one server has all of them."
	case sim.HotRange:
		return "Several keys here are much busier than the others. A split can divide them."
	case sim.Scanning:
		return "Scans read page by page through these keys."
	case sim.Periodic:
		return "The load comes and goes in even steps."
	}
	return "The load is even here: no key and no direction stands out."
}

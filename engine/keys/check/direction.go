package check

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
)

// direction reports the first part of a date that runs against an earlier one.
func direction(t *keys.Template, rowKey bool) (Finding, bool) {
	i := slices.Index(t.Turned(), true)
	if i < 0 {
		return Finding{}, false
	}
	d, turned := t.Turn(i, rowKey)
	f := Finding{Kind: MixedDirection, Severity: Note, Count: 1, Fix: turned,
		Title: "The parts of " + d.Of + " run against each other",
		Detail: "What stands before " + d.Part + " sorts newest first, " + d.Part +
			" itself oldest first. Neither the newest nor the oldest comes first."}
	if d.Reversed {
		f.Detail = "What stands before " + d.Part + " sorts oldest first, " + d.Part +
			" itself newest first. Neither the newest nor the oldest comes first."
	}
	return f, true
}

// neighbours returns the rows of two neighbours that only the first slot which
// runs against another sets apart.
func (g *ruling) neighbours() []int {
	slot := slices.Index(g.turned, true)
	for j := 1; j < len(g.all); j++ {
		a, b := &g.all[j-1], &g.all[j]
		if a.parts[slot] != b.parts[slot] && g.compare(a, b) > 0 {
			return []int{a.row, b.row}
		}
	}
	return nil
}

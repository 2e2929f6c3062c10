package keys

import (
	"slices"
	"strconv"
)

// turns are the numbers from which a date part is taken so that its order turns
// round: newest first, and never 0 or below.
var turns = map[string]int{
	"year": 9999, "weekYear": 9999, "month": 13, "day": 32, "hour": 24, "minute": 60, "second": 60,
	"week": 54, "monthWeek": 6, "weekday": 8, "dayOfYear": 367,
}

// datedSlot is a placeholder that writes a part of a date.
type datedSlot struct {
	part     string
	of       string
	reversed bool
}

// dated returns what part of which date a placeholder writes.
func dated(e *expr) (datedSlot, bool) {
	if e == nil {
		return datedSlot{}, false
	}
	inner, reversed := meant(e, false)
	if inner.kind != partExpr {
		return datedSlot{}, false
	}
	return datedSlot{inner.part.Name, inner.args[0].String(), reversed}, true
}

// turned tells for each slot whether it runs against the first part of the same
// date, so that the order that was meant is the reverse of its own.
func (t *Template) turned() []bool {
	against := make([]bool, len(t.slots))
	first := map[string]bool{}
	for i, s := range t.slots {
		d, ok := dated(s.expr)
		if !ok {
			continue
		}
		if direction, known := first[d.of]; known {
			against[i] = direction != d.reversed
		} else {
			first[d.of] = d.reversed
		}
	}
	return against
}

// direction reports the first part of a date that runs against an earlier one.
func (t *Template) direction(rowKey bool) (Finding, bool) {
	i := slices.Index(t.turned(), true)
	if i < 0 {
		return Finding{}, false
	}
	d, _ := dated(t.slots[i].expr)
	f := Finding{Kind: MixedDirection, Severity: Note, Count: 1, Fix: t.turn(i, d, rowKey),
		Title: "The parts of " + d.of + " run against each other",
		Detail: "What stands before " + d.part + " sorts newest first, " + d.part +
			" itself oldest first. Neither the newest nor the oldest comes first."}
	if d.reversed {
		f.Detail = "What stands before " + d.part + " sorts oldest first, " + d.part +
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

// turn makes one part of a date run the other way round. A reversal that is
// written in another way than 13-x is left to its author.
func (t *Template) turn(slot int, d datedSlot, rowKey bool) *Fix {
	s := t.slots[slot]
	whole := d.of + "." + d.part
	label := whole
	if !d.reversed {
		from := turns[d.part]
		if from == 0 {
			return nil
		}
		label = strconv.Itoa(from) + "-" + whole
	}
	return fix(rowKey, t.text[:s.offset+1]+label+t.text[s.body:], "Write "+label)
}

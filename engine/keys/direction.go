package keys

import (
	"strconv"
)

// turns are the numbers from which a date part is taken so that its order turns
// round: newest first, and never 0 or below.
var turns = map[string]int{
	"year": 9999, "weekYear": 9999, "month": 13, "day": 32, "hour": 24, "minute": 60, "second": 60,
	"week": 54, "monthWeek": 6, "weekday": 8, "dayOfYear": 367,
}

// Dated is the part of a date that a placeholder writes.
type Dated struct {
	Part     string
	Of       string
	Reversed bool // it falls while the part rises
}

// dated returns what part of which date a placeholder writes.
func dated(e *Expr) (Dated, bool) {
	if e == nil {
		return Dated{}, false
	}
	inner, reversed := Meant(e, false)
	if inner.Kind != PartExpr {
		return Dated{}, false
	}
	return Dated{inner.Part.Name, inner.Args[0].String(), reversed}, true
}

// Turned tells for each slot whether it runs against the first part of the same
// date, so that the order that was meant is the reverse of its own.
func (t *Template) Turned() []bool {
	against := make([]bool, len(t.slots))
	first := map[string]bool{}
	for i, s := range t.slots {
		d, ok := dated(s.Expr)
		if !ok {
			continue
		}
		if direction, known := first[d.Of]; known {
			against[i] = direction != d.Reversed
		} else {
			first[d.Of] = d.Reversed
		}
	}
	return against
}

// Turn makes the part of a date that a slot writes run the other way round. A
// reversal that is written in another way than 13-x is left to its author.
func (t *Template) Turn(slot int, rowKey bool) (d Dated, turned *Fix) {
	s := t.slots[slot]
	d, _ = dated(s.Expr)
	whole := d.Of + "." + d.Part
	label := whole
	if !d.Reversed {
		from := turns[d.Part]
		if from == 0 {
			return d, nil
		}
		label = strconv.Itoa(from) + "-" + whole
	}
	return d, NewFix(rowKey, t.text[:s.Offset+1]+label+t.text[s.body:], "Write "+label)
}

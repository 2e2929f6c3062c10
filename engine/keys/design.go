package keys

import "strings"

// Design is the two templates of a table.
type Design struct {
	PartitionKey, RowKey string
}

// Describe says what the template means for the table: "one partition per
// Channel, year and month of PostedAt, newest first" for a PartitionKey, "sorted
// by time of PostedAt, then PostId, newest first" for a RowKey.
func (b *Bound) Describe(rowKey bool) string { return b.template.Describe(rowKey) }

// Describe says what the template means, as Bound.Describe.
func (t *Template) Describe(rowKey bool) string {
	var d description
	for _, s := range t.slots {
		if s.expr != nil {
			d.add(s.expr)
		}
	}
	d.flush()
	switch {
	case len(d.items) == 0 && rowKey:
		return "the same RowKey for every entity"
	case len(d.items) == 0:
		return "one partition for everything"
	case rowKey:
		return "sorted by " + join(d.items, ", then ", ", then ") + d.order
	}
	last := " and "
	if strings.Contains(d.items[len(d.items)-1], last) {
		last = ", "
	}
	return "one partition per " + join(d.items, ", ", last) + d.order
}

// description is what the placeholders mean, one after another. Parts of one
// date that stand side by side are held back and named together.
type description struct {
	items []string
	parts []string // of the date of
	of    string
	order string // ", newest first", by the first date
}

func (d *description) add(e *expr) {
	inner, reversed := meant(e, false)
	if inner.kind == partExpr {
		of := inner.args[0].String()
		if d.of != of {
			d.flush()
		}
		d.of, d.parts = of, append(d.parts, inner.part.Name)
		d.dated(reversed)
		return
	}
	d.flush()
	d.items = append(d.items, d.phrase(inner, reversed))
}

func (d *description) flush() {
	if len(d.parts) > 0 {
		d.items = append(d.items, join(d.parts, ", ", " and ")+" of "+d.of)
	}
	d.parts, d.of = nil, ""
}

func (d *description) dated(reversed bool) {
	switch {
	case d.order != "":
	case reversed:
		d.order = ", newest first"
	default:
		d.order = ", oldest first"
	}
}

// phrase names what one placeholder gives.
func (d *description) phrase(e *expr, reversed bool) string {
	if n, of, ok := bucketsOf(e); ok {
		return count(n) + " buckets of " + of.String()
	}
	if e.kind == callExpr {
		switch e.fn.Name {
		case "ticks", "reverseTicks":
			d.dated(reversed != (e.fn.Name == "reverseTicks"))
			return "time of " + e.args[0].String()
		case "rowNumber":
			return "row number"
		case "prefix":
			if e.args[1].whole == 1 {
				return "first character of " + e.args[0].String()
			}
			return "first " + e.args[1].String() + " characters of " + e.args[0].String()
		case "reverse":
			return e.args[0].String() + " read backwards"
		}
	}
	return e.String()
}

// meant takes away what does not change the meaning, and tells whether a number
// is taken from a fixed one, which turns its order round.
func meant(e *expr, reversed bool) (*expr, bool) {
	switch {
	case e.kind == callExpr && transparent[e.fn.Name]:
		return meant(e.args[0], reversed)
	case e.kind == binaryExpr && e.operator == '-' && e.args[0].kind == numberExpr:
		return meant(e.args[1], !reversed)
	}
	return e, reversed
}

var transparent = map[string]bool{"or": true, "clean": true, "upper": true, "lower": true}

// bucketsOf recognizes {hash(x)%n}.
func bucketsOf(e *expr) (n int, of *expr, ok bool) {
	if e.kind != binaryExpr || e.operator != '%' || e.args[1].kind != numberExpr || e.args[0].kind != callExpr || e.args[0].fn.Name != "hash" {
		return 0, nil, false
	}
	of, _ = meant(e.args[0].args[0], false)
	return int(e.args[1].whole), of, true
}

// join writes a list with commas and another word before the last item.
func join(items []string, between, last string) string {
	s := items[0]
	for i, item := range items[1:] {
		if i == len(items)-2 {
			s += last + item
		} else {
			s += between + item
		}
	}
	return s
}

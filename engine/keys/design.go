package keys

import "strings"

// Design is the two templates of a table.
type Design struct {
	PartitionKey, RowKey string
}

// Describe says what the template means for the table: "one partition per
// Channel, year and month of PostedAt, newest first" for a PartitionKey, "sorted
// by time of PostedAt, then PostId, newest first" for a RowKey.
func (b *Bound) Describe(rowKey bool) string { return b.template.describe(rowKey) }

// describe says what the template means, as Bound.Describe.
func (t *Template) describe(rowKey bool) string {
	var d description
	for _, s := range t.slots {
		if s.Expr != nil {
			d.add(s.Expr)
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

func (d *description) add(e *Expr) {
	inner, reversed := Meant(e, false)
	if inner.Kind == PartExpr {
		of := inner.Args[0].String()
		if d.of != of {
			d.flush()
		}
		d.of, d.parts = of, append(d.parts, inner.Part.Name)
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
func (d *description) phrase(e *Expr, reversed bool) string {
	if n, of, ok := bucketsOf(e); ok {
		return count(n) + " buckets of " + of.String()
	}
	if e.Kind == CallExpr {
		switch e.Function.Name {
		case "ticks", "reverseTicks":
			d.dated(reversed != (e.Function.Name == "reverseTicks"))
			return "time of " + e.Args[0].String()
		case "rowNumber":
			return "row number"
		case "prefix":
			if e.Args[1].Whole == 1 {
				return "first character of " + e.Args[0].String()
			}
			return "first " + e.Args[1].String() + " characters of " + e.Args[0].String()
		case "reverse":
			return e.Args[0].String() + " read backwards"
		}
	}
	return e.String()
}

// Meant takes away what does not change the meaning, and tells whether a number
// is taken from a fixed one, which turns its order round.
func Meant(e *Expr, reversed bool) (*Expr, bool) {
	switch {
	case e.Kind == CallExpr && transparent[e.Function.Name]:
		return Meant(e.Args[0], reversed)
	case e.Kind == BinaryExpr && e.Operator == '-' && e.Args[0].Kind == NumberExpr:
		return Meant(e.Args[1], !reversed)
	}
	return e, reversed
}

var transparent = map[string]bool{"or": true, "clean": true, "upper": true, "lower": true}

// bucketsOf recognizes {hash(x)%n}.
func bucketsOf(e *Expr) (n int, of *Expr, ok bool) {
	if e.Kind != BinaryExpr || e.Operator != '%' || e.Args[1].Kind != NumberExpr || !e.Args[0].Calls("hash") {
		return 0, nil, false
	}
	of, _ = Meant(e.Args[0].Args[0], false)
	return int(e.Args[1].Whole), of, true
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

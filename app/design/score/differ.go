package score

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/model"
	words "github.com/keyrange/keyrange/engine/text"
)

// Difference is how two designs differ over one question or transaction.
type Difference struct {
	Sentence string
	Better   int // -1 for A, 1 for B, 0 when neither is
}

// Differ says in words how two designs answer the same question: what each
// takes, and which rows one of them misses. A design that loses rows is not
// called better.
func Differ(a, b *Score) Difference {
	switch {
	case a.Stale || b.Stale || a.Fault != nil || b.Fault != nil:
		return Difference{}
	case a.Own || b.Own:
		return Difference{Sentence: "Set aside: the question names PartitionKey or RowKey, and these hold something else under the other design."}
	}
	d := a.costDifference(b)
	c := contrastOf(a, b)
	if text := c.sentence(a, b); text != "" {
		d.Sentence += " " + text
	}
	if d.Better < 0 && a.loses() || d.Better > 0 && b.loses() {
		d.Better = 0
	}
	return d
}

// loses reports whether the design of the score does not store every row.
func (s *Score) loses() bool { return s.lost != nil && len(s.lost.Rows) > 0 }

// costDifference compares what two designs take for a question.
func (s *Score) costDifference(b *Score) Difference {
	switch {
	case s.Cost.Pages != b.Cost.Pages:
		return Difference{"Design A answers with " + words.Count(s.Cost.Pages, "request", "requests") + ", design B with " +
			words.Number(b.Cost.Pages) +
			".", sign(s.Cost.Pages - b.Cost.Pages)}
	case s.Cost.Examined != b.Cost.Examined:
		return Difference{"Design A examines " + words.Count(s.Cost.Examined, "entity", "entities") + " for it, design B " +
			words.Number(b.Cost.Examined) +
			".", sign(s.Cost.Examined - b.Cost.Examined)}
	case s.Kind != b.Kind:
		return Difference{"Both examine the same number of entities here: design A in a " + Lowered(s.Kind.String()) + ", design B in a " +
			Lowered(b.Kind.String()) + ".", 0}
	}
	for i, times := range Scales {
		if x, y := s.Estimates[i], b.Estimates[i]; x.Pages != y.Pages || x.Most != y.Most {
			return Difference{"Both cost the same now. With " + words.Number(times) + " times the data, design A takes an estimated " +
				x.requests() +
				" requests, design B " + y.requests() + ".", 0}
		}
	}
	return Difference{"Both designs cost the same.", 0}
}

// Lowered returns a sentence as it stands after other words.
func Lowered(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// contrast is how the rows differ that two designs return for one question,
// each row counted as often as it came.
type contrast struct {
	onlyA, onlyB int
	lostA, lostB model.Tally // of those, what A does not store and B returns, and the other way round
}

// contrastOf compares what two designs return, row by row. Of a question that
// wants the first few rows in no order, any rows will do.
func contrastOf(a, b *Score) contrast {
	var c contrast
	if a.Rows.First && b.Rows.First && a.Rows.full && b.Rows.full {
		return c
	}
	c.onlyA, c.lostB = a.Rows.only(&b.Rows, b.lost)
	c.onlyB, c.lostA = b.Rows.only(&a.Rows, a.lost)
	return c
}

// lossy reports whether a row is missing that one of the designs lost.
func (c *contrast) lossy() bool { return len(c.lostA)+len(c.lostB) > 0 }

// tied reports whether the rows differ, though neither design lost one of them:
// the order leaves open which of several equal rows $top lets in.
func (c *contrast) tied() bool { return c.onlyA+c.onlyB > 0 && !c.lossy() }

// sentence says how the rows differ and why, empty when they do not.
func (c *contrast) sentence(a, b *Score) string {
	var parts []string
	for _, x := range []struct {
		missing model.Tally
		fewer   string
		more    string
		of      int
	}{{c.lostA, "A", "B", b.Rows.Count}, {c.lostB, "B", "A", a.Rows.Count}} {
		if n := x.missing.Sum(); n > 0 {
			parts = append(parts, "Design "+x.fewer+" misses "+words.Number(n)+" of the "+words.Count(x.of, "row",
				"rows")+" that design "+x.more+" returns: "+x.missing.Because()+".")
		}
	}
	if c.tied() {
		return "Several rows share the last place that $top=" + words.Number(a.Top) + " lets in, so the designs return different ones of them."
	}
	return strings.Join(parts, " ")
}

// DifferOver says in words which of two designs can hold a transaction.
func DifferOver(a, b *Grouping) Difference {
	switch {
	case a.Stale || b.Stale || len(a.By) == 0:
		return Difference{}
	case a.Holds() && b.Holds():
		return Difference{"Both designs can hold it.", 0}
	case a.Holds():
		return Difference{"Design A can hold it. Design B cannot: " + b.whyNot() + ".", -1}
	case b.Holds():
		return Difference{"Design B can hold it. Design A cannot: " + a.whyNot() + ".", 1}
	case a.Fits != b.Fits:
		d := Difference{"Neither holds all of it: design A holds " + words.Number(a.Fits) + " of " + words.Count(a.Groups, "group", "groups") +
			", design B " + words.Number(b.Fits) + ".", sign(b.Fits - a.Fits)}
		if d.Better < 0 && a.Lost > 0 || d.Better > 0 && b.Lost > 0 {
			d.Better = 0
		}
		return d
	}
	return Difference{"Neither design can hold it.", 0}
}

// whyNot says in a few words what is wrong with the worst group.
func (g *Grouping) whyNot() string {
	switch w := &g.Worst; {
	case w.Partitions > 1:
		return "one group lies in " + words.Count(w.Partitions, "partition", "partitions")
	case w.Lost > 0:
		return "one group loses " + words.Count(w.Lost, "row", "rows")
	case w.Bytes > maxTransactionBytes:
		return "one group is larger than 4 MiB"
	}
	return "one group has " + words.Count(g.Worst.Entities, "entity", "entities") + ", and a transaction takes at most 100"
}

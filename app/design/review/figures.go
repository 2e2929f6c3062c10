package review

import (
	"strings"

	"github.com/keyrange/keyrange/engine/keys/check"
	words "github.com/keyrange/keyrange/engine/text"
)

// loaded is the load test with its scenario.
func (p *Review) loaded() Section {
	s := Section{Title: "Load test"}
	l, ok := p.loadNow()
	switch {
	case p.Rate() == 0:
		s.Text = []string{"None was run."}
		return s
	case !ok:
		s.Text = []string{"It is under way."}
		return s
	case l.problem != "":
		s.Text = []string{"It could not be run: " + l.problem}
		return s
	}
	t := &l.totals
	refused := t.Throttled + t.AccountThrottled
	s.Text = []string{"Simulated: " + words.Count(LoadSeconds, "second", "seconds") + " of inserts, " + words.Number(l.of.rate) +
		" per second, each an entity of 1 KB in a request of its own, whatever becomes of those before. They are the first " +
		words.Count(l.rows, "row", "rows") + " in the order in which they stand, and again from the first. The table begins with " +
		words.Count(l.ranges, "range", "ranges") + ". Target of a partition: " + words.Number(l.target) + " per second. Seed " +
		words.Number(LoadSeed) + "."}
	s.Head = []string{"Figure", "Value"}
	s.row("Requests sent", words.Number(int64(t.Sent)))
	s.row("Entities stored", words.Number(int64(t.Entities)))
	s.row("Requests throttled", words.Number(int64(refused))+", "+words.Percent(float64(refused)/float64(max(1, t.Sent))))
	s.row("Requests that met a range on its way", words.Number(int64(t.Unavailable)))
	s.row("Splits", words.Number(int64(t.Splits)))
	s.row("Seconds in which one PartitionKey was offered more than its target", words.Number(int64(t.OverSeconds)))
	s.row("Median latency", words.Number(t.Latency.Quantile(500)/1000)+" ms")
	return s
}

// findings is what the checks say of the keys, what they found first.
func (p *Review) findings() Section {
	s := Section{Title: "Findings of the checks", Head: []string{"Kind", "Finding", "Evidence"}}
	for _, f := range p.table.Findings() {
		detail := f.Detail
		if f.Severity == check.Passed {
			detail = ""
		}
		s.row(f.Severity.String(), f.Title, detail)
	}
	if len(s.Rows) == 0 {
		return Section{Title: s.Title, Text: []string{"The checks have nothing to say of these keys."}}
	}
	return s
}

// notes is what the author says to it, a line each.
func (p *Review) notes() Section {
	s := Section{Title: "Trade-offs"}
	for line := range strings.Lines(p.Notes()) {
		if line = strings.TrimSpace(line); line != "" && len(s.Text) < MaxRows {
			s.Text = append(s.Text, line)
		}
	}
	if len(s.Text) == 0 {
		s.Text = []string{"None has been written down."}
	}
	return s
}

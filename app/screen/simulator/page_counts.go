package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// tableRows is how many lines a table of series has at most, without their sum.
const tableRows = 60

// seriesTable is what the charts show, in at most as many lines as help. Every
// column of the map is in one of them, so that they add up to the last one.
func (p *Page) seriesTable() app.UI {
	r := p.run()
	drawn := r.Drawn()
	step := max(1, (drawn+tableRows-1)/tableRows)
	all := r.Counts(0, drawn)
	rows := []app.UI{view.H("tr", heads(countNames(&all)...)...)}
	for c := 0; c < drawn; c += step {
		part := r.Counts(c, min(c+step, drawn))
		rows = append(rows, countRow(view.Clock(int64(c)*r.Window()), &part, &all))
	}
	rows = append(rows, countRow("In all", &all, &all))
	note := "Each line counts " + seconds(int64(step)*r.Window()) + " s, up to " + view.Clock(r.Sim().Recorded()) +
		"; the last one is their sum. What was sent and is neither done nor refused is still on its way."
	return view.H("div.scroll;tabindex=0;role=region;aria-label=Series as a table", view.T("p.hint", note),
		view.H("table#series-sums.ab", view.H("tbody", rows...)))
}

// countNames are the heads of the table: the causes that occur have a column each.
func countNames(all *runs.Counts) []string {
	names := []string{"From", "Requests sent", "Requests done"}
	for why, n := range all.Refused {
		if n > 0 {
			names = append(names, refusedName(record.Cause(why)))
		}
	}
	return append(names, "Entities offered", "Entities accepted", "Accepted/s", "p50", "p90", "p99", "Over the target", "Ranges")
}

func refusedName(why record.Cause) string { return "Refused " + why.String() }

func countRow(head string, c, all *runs.Counts) app.UI {
	texts := []string{number(c.Sent), number(c.Done)}
	for why, n := range c.Refused {
		if all.Refused[why] > 0 {
			texts = append(texts, number(n))
		}
	}
	texts = append(texts, number(c.Wanted), number(c.Accepted), PerSecond(c.Accepted, c.Micros))
	for _, permil := range []uint64{500, 900, 990} {
		texts = append(texts, view.Millis(c.Latency.Quantile(permil)))
	}
	cells := []app.UI{view.T("th;scope=row", head)}
	for _, text := range append(texts, number(c.Over)+" s", strconv.Itoa(c.Ranges)) {
		cells = append(cells, view.T("td.num", text))
	}
	return view.H("tr", cells...)
}

func number(n uint64) string { return view.Number(int(n)) }

// judgedPart lists what was accepted before and after each change of the ranges,
// so that a reader can see why it is said to have helped.
func (p *Page) judgedPart() app.UI {
	r := p.run()
	judged := r.Judged()
	if len(judged) == 0 {
		return view.El("div;hidden=true")
	}
	rows := []app.UI{view.H("tr", heads("Change", "Time", "Accepted/s before", "Accepted/s after", "Verdict")...)}
	for _, j := range judged {
		rows = append(rows, judgedRow(&j))
	}
	title := "What each change brought"
	if p.whose() != "" {
		title += ": " + p.run().Title
	}
	return view.H("section.figs",
		view.T("h2", title),
		view.T("p.hint", "Accepted entities per second in the two minutes before a change and after it, or in as many seconds as the run and "+
			"its next change leave. A change helped if over 3% more were accepted while the load stayed the same."),
		view.H("div.scroll;tabindex=0;role=region;aria-label=What each change brought", view.H("table#judged.ab", view.H("tbody", rows...))),
	)
}

func judgedRow(j *runs.Judged) app.UI {
	side := func(rate, micros int64) app.UI {
		if micros == 0 {
			return view.T("td.num", "–")
		}
		return view.T("td.num", view.Number(int(rate))+" in "+view.Span(micros))
	}
	return view.H("tr",
		view.T("th;scope=row", changeText(j)),
		view.T("td.num", view.Clock(j.From)+" to "+view.Clock(j.To)),
		side(j.Before, j.From-j.BeforeFrom), side(j.After, j.AfterTo-j.To),
		view.T("td", effectText(j.Effect)),
	)
}

// changeText names what happened: "2 splits, 1 merge".
func changeText(j *runs.Judged) string {
	text := ""
	for _, c := range []struct {
		n         int
		one, more string
	}{{j.Splits, "split", "splits"}, {j.Moves, "move", "moves"}, {j.Merges, "merge", "merges"}} {
		if c.n > 0 && text != "" {
			text += ", "
		}
		if c.n > 0 {
			text += view.Count(c.n, c.one, c.more)
		}
	}
	if text == "" {
		return "Ranges away"
	}
	return text
}

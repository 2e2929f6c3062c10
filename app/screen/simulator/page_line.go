package simulator

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// verdictLine says in one line what became of a run, or of one run beside another.
// It is as high whatever it says; whole sentences stand beneath the first screen.
func (p *Page) verdictLine() app.UI {
	var parts []app.UI
	both := p.sim.Play.Runs()
	switch {
	case p.sim.Fresh():
		v := runs.FirstOutcome()
		parts = lineOf(&v, "at the end")
	case len(p.drawn()) > 1:
		a, b := both[0].Verdict(), both[1].Verdict()
		parts = lineBetween(&a, &b, both[0], both[1])
	default:
		v := p.run().Verdict()
		parts = lineOf(&v, "on average")
	}
	return view.H("div.vl.num;role=group;aria-label=Verdict", parts...)
}

// lineOf is a run in two figures and a sentence.
func lineOf(v *runs.Verdict, when string) []app.UI {
	if v.Sent == 0 {
		first, rest := sayVerdict(*v)
		return []app.UI{view.H("span.vl__t", view.T("b", first), view.Text(" "+rest))}
	}
	return []app.UI{
		view.H("span.vl__n", view.T("b", PerSecond(v.Accepted, v.Span)), view.Text(" of "+PerSecond(v.Offered, v.Span)+" entities/s accepted"),
			view.T("span.hide-md", " "+when)),
		view.H("span.vl__n", view.T("b", view.Millis(v.P99)), view.Text(" p99")),
		view.H("span.vl__t", view.T("b", refusedWords(v)), view.Text(" "+sayLine(v))),
	}
}

// refusedShare is how many of the requests were refused, whatever the cause.
func refusedShare(v *runs.Verdict) string { return view.Percent(int(v.Refused.Sum()), int(v.Sent)) }

func refusedWords(v *runs.Verdict) string {
	if v.Refused.Sum() == 0 {
		return "Nothing was refused."
	}
	return refusedShare(v) + " refused."
}

// sayLine says in short what stood in the way.
func sayLine(v *runs.Verdict) string {
	parts := []string{over(*v)}
	if v.Splits.All > 0 {
		parts = append(parts, effects(v.Splits, "split", "splits"))
	}
	return strings.Join(parts, " ")
}

// lineBetween is what the second of two runs did better or worse.
func lineBetween(a, b *runs.Verdict, first, second *runs.Run) []app.UI {
	if a.Sent == 0 || b.Sent == 0 {
		return []app.UI{view.H("span.vl__t", view.T("b", "Nothing has run yet."), view.Text(" Press Play to send the same writes to both."))}
	}
	more := perSecond(b) - perSecond(a)
	sign := "+"
	if more < 0 {
		sign, more = "−", -more
	}
	asked := ""
	if n, m := periodRequests(first), periodRequests(second); n != m {
		asked = " A query for a period takes " + m + " instead of " + n + "."
	}
	return []app.UI{
		view.H("span.vl__n", view.Text(second.Title+" accepts "), view.T("b", sign+view.Number(more)+"/s"),
			view.Text(" ("+PerSecond(b.Accepted, b.Span)+" against "+PerSecond(a.Accepted, a.Span)+")")),
		view.H("span.vl__n", view.T("b", view.Millis(b.P99)), view.Text(" p99, not "+view.Millis(a.P99))),
		view.H("span.vl__t", view.T("b", refusedShare(b)+" refused"), view.Text(" instead of "+refusedShare(a)+"."+asked)),
	}
}

func perSecond(v *runs.Verdict) int { return int(int64(v.Accepted) * 1_000_000 / max(1, v.Span)) }

// periodRequests says how many requests a reader sends for what was written in a
// period.
func periodRequests(r *runs.Run) string {
	if n, ok := asked(r); ok {
		return view.Count(n, "request", "requests")
	}
	return "a scan of the table"
}

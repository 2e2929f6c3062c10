package simulator

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// scored is a row of the scoreboard: what it counts, how it stands for both designs,
// and by how much the second is off the first.
type scored struct {
	name, a, b, off string
	better          int // 1 where the second is better, -1 where it is worse
}

// scoreboard sets two runs side by side in figures, while no cell is explained.
func scoreboard(p *Page) app.UI {
	pair := p.pair()
	if len(pair) < 2 || p.ui.pinned != nil || p.ui.asking != nil {
		return view.El("div;hidden=true")
	}
	a, b := pair[0], pair[1]
	va, vb := a.Verdict(), b.Verdict()
	rows := []scored{
		between("Accepted/s", perSecond(&va), perSecond(&vb), 1, view.Number),
		between("Refused", millionths(&va), millionths(&vb), -1, func(n int) string { return view.Percent(n, 1_000_000) }).inPoints(),
		between("p99", int(va.P99), int(vb.P99), -1, func(n int) string { return view.Millis(int64(n)) }),
		between("Ranges", len(a.Sim().Ranges()), len(b.Sim().Ranges()), 0, view.Number),
		periods(a, b),
	}
	lines := make([]app.UI, len(rows))
	for i, r := range rows {
		lines[i] = r.line()
	}
	return view.H("section.score;aria-labelledby=scoreboard",
		view.H("h2#scoreboard", view.Text("Scoreboard"), view.T("small", "until "+view.Clock(p.sim.Play.At()))),
		view.H("table.qt",
			view.T("caption.vh", "What both designs come to"),
			view.H("thead", view.H("tr", view.H("td"), view.T("th.r;scope=col", "A"), view.T("th.r;scope=col", "B"),
				view.T("th.r;scope=col", "B − A"))),
			view.Around("tbody", lines),
		),
		view.H("p.score__l;aria-hidden=true", view.El("i.score__a"), view.Text("A"), view.El("i.score__b"), view.Text("B")),
		app.If(len(p.sim.Designs()) > 1 && p.sim.Play.Problem() == nil, func() app.UI {
			return view.H("button#keep-second.btn.btn--sm;type=button", view.Text("Keep "+b.Title), p.Click("keep-second", func() {
				p.ui.shown = 0
				p.sim.Keep(1)
			}))
		}),
	)
}

func (r *scored) line() app.UI {
	class, word := "r", ""
	switch r.better {
	case 1:
		class, word = "r score--ok", ", better"
	case -1:
		class, word = "r score--bad", ", worse"
	}
	return view.H("tr", view.T("th;scope=row", r.name), view.T("td.r", r.a), view.T("td.r", r.b),
		view.H("td", view.Attr("class", class), view.Text(r.off), view.T("span.vh", word)))
}

// between is the row of two numbers. good tells whether more is better, 1, worse, -1,
// or neither.
func between(name string, a, b, good int, write func(int) string) scored {
	r := scored{name: name, a: write(a), b: write(b), off: "0"}
	switch {
	case b > a:
		r.off, r.better = "+"+write(b-a), good
	case b < a:
		r.off, r.better = "−"+write(a-b), -good
	}
	return r
}

// inPoints says of a share that the second is off by so many of a hundred, and not by
// that part of the first.
func (r scored) inPoints() scored {
	if r.better != 0 {
		r.off = strings.TrimSuffix(r.off, "%") + " points"
	}
	return r
}

// millionths is the share of the requests that were refused.
func millionths(v *runs.Verdict) int { return int(v.Refused.Sum() * 1_000_000 / max(1, v.Sent)) }

// periods is the row of what a reader sends for what was written in a period.
func periods(a, b *runs.Run) scored {
	n, known := asked(a)
	m, also := asked(b)
	const name = "Queries of a period"
	switch {
	case known && also:
		return between(name, n, m, -1, view.Number)
	case known:
		return scored{name, view.Number(n), "scan", "a scan", -1}
	case also:
		return scored{name, "scan", view.Number(m), "no scan", 1}
	}
	return scored{name, "scan", "scan", "0", 0}
}

func asked(r *runs.Run) (n int, ok bool) {
	c := r.Sim().Scenario()
	return runs.StretchRequests(c.Template, c.Entities)
}

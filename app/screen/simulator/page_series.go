package simulator

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// chart is one time series of the page.
type chart struct {
	series *browser.Series
	pair   bool   // of two runs
	top    string // the greatest value on its scale
	drawn  drawing
}

// drawing tells what a chart shows.
type drawing struct {
	run      *runs.Run
	other    *runs.Run // of a pair
	at       int64
	from, to int
}

// chartKinds are the charts in the order in which they stand.
var chartKinds = [...]string{"throughput", "latency", "throttled"}

func chartID(i int) string { return "series-" + chartKinds[i] }

// strips are the series under the map.
type strips struct{ *scene }

// seriesPart shows how the run went, on the time axis of the map. Its place is kept
// before anything has run.
func (p strips) seriesPart() app.UI {
	if pair := p.pair(); len(pair) > 1 {
		return p.pairPart(pair[0], pair[1])
	}
	if m := overlay(p).measured(); m != nil {
		return overlay(p).series(m)
	}
	w, name := p.window(p.run()), "Accepted"+p.whose()
	of, latency, refused := "of "+view.Number(int(w.Offered))+"/s sent", "p50 "+view.Millis(w.P50), view.Number(int(w.Throttled))+"/s"
	return view.H("div.sers",
		p.seriesLine(0, name, p.onceRun(view.Number(int(w.Served))), p.onceRun(of),
			"Entities per second: dashed is sent, retries included, solid is accepted, hatched is what was not accepted."),
		p.seriesLine(1, "p99", p.onceRun(view.Millis(w.P99)), p.onceRun(latency),
			"Latency: p50, p90 and p99 of the requests that were done."),
		p.seriesLine(2, "Throttled", p.onceRun(throttledShare(&w)), p.onceRun(refused),
			"Share of the entities that was throttled."),
	)
}

// pairPart shows the series of two runs over each other.
func (p strips) pairPart(first, second *runs.Run) app.UI {
	a, b := p.window(first), p.window(second)
	words := first.Title + " is dashed, " + second.Title + " is solid."
	line := func(i int, name, was, now, what string) app.UI {
		return p.seriesLine(i, name, p.onceRun(now), p.onceRun("dashed: "+was), what+" "+words)
	}
	return view.H("div.sers",
		line(0, "Accepted", view.Number(int(a.Served)), view.Number(int(b.Served)), "Entities accepted per second."),
		line(1, "p99", view.Millis(a.P99), view.Millis(b.P99), "Latency: p99 of the requests that were done."),
		line(2, "Throttled", throttledShare(&a), throttledShare(&b), "Share of the entities that was throttled."),
	)
}

// window is the last piece of time of a run before the playhead.
func (p strips) window(r *runs.Run) runs.Window {
	if p.sim.Play.At() == 0 {
		return runs.Window{}
	}
	return r.At(int((p.sim.Play.At() - 1) / r.Window()))
}

// onceRun is a text, empty before something has run.
func (p strips) onceRun(text string) string {
	if p.sim.Play.At() == 0 {
		return ""
	}
	return text
}

func throttledShare(w *runs.Window) string {
	return view.Permil(w.Throttled * 1000 / max(1, w.Offered))
}

func (p strips) seriesLine(i int, name, now, small, words string) app.UI {
	if now != "" {
		words += " Now " + now + ", " + small + "."
	}
	return view.H("div.ser",
		view.H("div.ser__l", view.T("span", name), view.T("b", now), view.T("small", small)),
		view.H("div.ser__c;role=img", view.ID(chartID(i)), view.Attr("aria-label", words)),
		view.T("div.ser__m;aria-hidden=true", p.ui.charts[i].top),
	)
}

func heads(names ...string) []app.UI {
	out := make([]app.UI, len(names))
	for i, name := range names {
		out[i] = view.T("th;scope=col", name)
	}
	return out
}

// chartSeries opens the charts once they are needed and hands them what is new.
func (p strips) chartSeries() {
	pair := p.pair()
	r, other := pair[0], pair[len(pair)-1]
	m := overlay(p).measured()
	two := len(pair) > 1 || m != nil
	if m != nil {
		other = nil
	}
	from, to := p.ui.plots[0].heat.From, p.ui.plots[0].heat.To
	if to == 0 {
		return
	}
	if p.sim.Play.At() == 0 && r.Drawn() == 0 {
		closeCharts(p.ui.charts[:]) // what they show is of an earlier run
		return
	}
	for i := range p.ui.charts {
		c := &p.ui.charts[i]
		if c.series != nil && c.pair != two {
			c.series.Close()
			*c = chart{}
		}
		if c.series == nil {
			p.openChart(i, two)
		}
		if now := (drawing{r, other, r.Sim().Recorded(), from, to}); c.series.Open() && c.drawn != now {
			c.drawn = now
			values, points := seriesValues(r, i)
			if m != nil {
				values, points = overlay(p).values(m, i)
			} else if c.pair {
				values, points = pairValues(r, other, i)
			}
			c.series.Set(values, points, float64(int64(from)*r.Window()), float64(int64(to)*r.Window()))
		}
	}
}

// closeCharts leaves the places of the charts empty.
func closeCharts(charts []chart) {
	for i := range charts {
		if c := &charts[i]; c.series != nil {
			c.series.Close()
			*c = chart{}
		}
	}
}

// openChart begins to load a chart of one run, or of two that lie over each other.
func (p strips) openChart(i int, pair bool) {
	c, kind := &p.ui.charts[i], chartKinds[i]
	if c.pair = pair; pair {
		kind += "-2"
	}
	c.series = browser.OpenSeries(chartID(i), kind, func() {
		p.Ctx.Dispatch(func(app.Context) { p.Guard(p.chartSeries) })
	}, func(top float64) {
		if text := scaleText(i, top); text != c.top {
			p.Ctx.Dispatch(func(app.Context) { c.top = text })
		}
	})
}

// pairValues are the times of a chart's points, and the value of each of two runs.
func pairValues(first, second *runs.Run, chart int) (values []float64, points int) {
	points = min(first.Drawn(), second.Drawn())
	value := func(w runs.Window) float64 {
		switch chart {
		case 0:
			return float64(w.Served)
		case 1:
			return float64(w.P99)
		}
		return float64(w.Throttled) / float64(max(1, w.Offered))
	}
	values = make([]float64, 3*points)
	for c := range points {
		w := first.At(c)
		values[c] = float64(int64(c)*first.Window() + min(w.Micros, first.Window())/2)
		values[points+c], values[2*points+c] = value(w), value(second.At(c))
	}
	return values, points
}

// seriesValues are the times of a chart's points and the values of its lines.
func seriesValues(r *runs.Run, chart int) (values []float64, points int) {
	points = r.Drawn()
	lines := [][]float64{make([]float64, points), make([]float64, points), make([]float64, points), make([]float64, points)}
	for c := range points {
		w := r.At(c)
		lines[0][c] = float64(int64(c)*r.Window() + min(w.Micros, r.Window())/2)
		switch chart {
		case 0:
			lines[1][c], lines[2][c] = float64(w.Offered), float64(w.Served)
		case 1:
			lines[1][c], lines[2][c], lines[3][c] = float64(w.P50), float64(w.P90), float64(w.P99)
		default:
			lines[1][c] = float64(w.Throttled) / float64(max(1, w.Offered))
		}
	}
	for _, l := range lines[:[...]int{3, 4, 2}[chart]] {
		values = append(values, l...)
	}
	return values, points
}

// scaleText writes the greatest value of a chart's scale.
func scaleText(chart int, top float64) string {
	switch chart {
	case 0:
		return view.Number(int(top))
	case 1:
		return view.Millis(int64(top))
	}
	return view.Share(top)
}

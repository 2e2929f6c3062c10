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
	top    string // the greatest value on its scale
	drawn  drawing
}

// drawing tells what a chart shows.
type drawing struct {
	run      *runs.Run
	at       int64
	from, to int
}

// chartKinds are the charts in the order in which they stand.
var chartKinds = [...]string{"throughput", "latency", "throttled"}

func chartID(i int) string { return "series-" + chartKinds[i] }

// seriesPart shows how the run went, on the time axis of the map.
func (p *Page) seriesPart() app.UI {
	r := p.run()
	w := r.At(max(0, int((p.sim.At()-1)/r.Window())))
	if p.sim.At() == 0 {
		w = runs.Window{}
	}
	refused := int64(0)
	if w.Offered > 0 {
		refused = w.Throttled * 1000 / w.Offered
	}
	return view.H("div.sers",
		p.seriesLine(0, "Accepted"+p.whose(), view.Number(int(w.Served)), "of "+view.Number(int(w.Offered))+" entities/s sent",
			"Entities per second: dashed is sent, retries included, solid is accepted, hatched is what was not accepted."),
		p.seriesLine(1, "Latency p99", view.Millis(w.P99), "p50 "+view.Millis(w.P50)+", p90 "+view.Millis(w.P90),
			"Latency: p50, p90 and p99 of the requests that were done."),
		p.seriesLine(2, "Throttled", view.Permil(refused), view.Number(int(w.Throttled))+" entities/s",
			"Share of the entities that was throttled."),
		view.H("button.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-expanded", p.ui.table), view.Icon("table-2"),
			view.Text("Series as a table"),
			p.Click("series-table", func() { p.ui.table = !p.ui.table }),
		),
		view.H("div", app.If(p.ui.table, p.seriesTable)),
	)
}

func (p *Page) seriesLine(i int, name, now, small, words string) app.UI {
	return view.H("div.ser",
		view.H("div.ser__l", view.Text(name), view.T("b", now), view.T("small", small)),
		view.H("div.ser__c;role=img", view.ID(chartID(i)), view.Attr("aria-label", words+" Now "+now+", "+small+".")),
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
func (p *Page) chartSeries() {
	r := p.run()
	from, to := p.ui.plots[0].heat.From, p.ui.plots[0].heat.To
	if p.ui.bare || to == 0 || p.sim.At() == 0 && r.Drawn() == 0 {
		return
	}
	for i := range p.ui.charts {
		c := &p.ui.charts[i]
		if c.series == nil {
			c.series = browser.OpenSeries(chartID(i), chartKinds[i], func() {
				p.Ctx.Dispatch(func(app.Context) { p.Guard(p.chartSeries) })
			}, func(top float64) {
				if text := scaleText(i, top); text != c.top {
					p.Ctx.Dispatch(func(app.Context) { c.top = text })
				}
			})
		}
		if now := (drawing{r, r.Sim().Recorded(), from, to}); c.series.Open() && c.drawn != now {
			c.drawn = now
			values, points := seriesValues(r, i)
			c.series.Set(values, points, float64(int64(from)*r.Window()), float64(int64(to)*r.Window()))
		}
	}
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

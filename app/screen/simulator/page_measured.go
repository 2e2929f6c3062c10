package simulator

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// overlay is what a load test measured, over the run of its scenario.
type overlay struct{ *scene }

// measured is what lies over the run that is drawn, nil where nothing does.
func (p overlay) measured() *runs.Measured {
	if len(p.drawn()) > 1 {
		return nil
	}
	return runs.MeasuredOf(p.sim, p.run())
}

// series shows both over each other, on the time axis of the map.
func (p overlay) series(m *runs.Measured) app.UI {
	var a, b runs.Counted // simulated, measured
	if at := p.sim.Play.At(); at > 0 {
		column := int((at - 1) / p.run().Window())
		a = runs.Simulated(p.run(), column)
		b = m.Columns[min(column, len(m.Columns)-1)]
	}
	s := strips(p)
	line := func(i int, name, simulated, measured, what string) app.UI {
		return s.seriesLine(i, name, s.onceRun(measured), s.onceRun("dashed: "+simulated), what+" Simulated is dashed, measured is solid.")
	}
	return view.H("div.sers",
		line(0, "Measured", view.Number(int(a.PerSecond())), view.Number(int(b.PerSecond())), "Requests done per second."),
		line(1, "p99", view.Millis(a.Latency.Quantile(990)), view.Millis(b.Latency.Quantile(990)),
			"Latency: p99 of the requests that were answered."),
		line(2, "Throttled", view.Permil(a.Throttled()), view.Permil(b.Throttled()), "Share of the requests that was throttled."),
	)
}

// values are the times of a chart's points, and the values of the run and of the
// measurement, as far as both go.
func (p overlay) values(m *runs.Measured, chart int) (values []float64, points int) {
	r := p.run()
	points = p.both(m)
	value := func(c *runs.Counted) float64 {
		switch chart {
		case 0:
			return float64(c.PerSecond())
		case 1:
			return float64(c.Latency.Quantile(990))
		}
		return float64(c.Throttled()) / 1000
	}
	values = make([]float64, 3*points)
	for i := range points {
		a := runs.Simulated(r, i)
		values[i] = float64(int64(i)*r.Window() + min(a.Micros, r.Window())/2)
		values[points+i], values[2*points+i] = value(&a), value(&m.Columns[i])
	}
	return values, points
}

// both is how many columns the run and the measurement have from the start.
func (p overlay) both(m *runs.Measured) int {
	n := min(p.run().Drawn(), len(m.Columns))
	for n > 0 && m.Columns[n-1].Micros == 0 {
		n--
	}
	return n
}

// section says where the two part, with both as a table.
func (p overlay) section() app.UI {
	m, r := p.measured(), p.run()
	found := runs.Part(m, r)
	return view.H("section#measured",
		view.T("h2", "Measured over simulated"),
		view.T("p.verdict.num", sayPartings(&found, r.Window())),
		view.T("p.hint", m.Name+". Requests are counted, not entities. What was measured has the network of its client in it; latencies of the "+
			"simulator begin with the first attempt. Rates differ where one is more than a fifth below the other and chance "+
			"does not explain it, shares where ten percentage points lie between them, p99 where one is more than twice the other."),
		p.table(m, r),
	)
}

// sayPartings says where a measurement and a run part first, and how much.
func sayPartings(p *runs.Partings, window int64) string {
	if p.Compared == 0 {
		return "Press Play: they are compared as far as the run goes."
	}
	part := func(what string, at runs.Parting, say func(int64) string) string {
		if at.Column < 0 {
			return " " + what + " agrees up to " + view.Clock(int64(p.Compared)*window) + "."
		}
		return " " + what + " first differs at " + view.Clock(int64(at.Column)*window) + ": " + say(at.Measured) + " measured, " +
			say(at.Simulated) + " simulated."
	}
	rate := func(n int64) string { return view.Number(int(n)) + "/s" }
	said := part("Throughput", p.Throughput, rate) + part("The throttled share", p.Throttled, view.Permil) +
		part("p99", p.Latency, view.Millis)
	return said[1:]
}

// table has a line for each piece of time.
func (p overlay) table(m *runs.Measured, r *runs.Run) app.UI {
	rows := []app.UI{view.H("tr", heads("From", "Done/s, measured", "Done/s, simulated", "Throttled, measured", "Throttled, simulated",
		"p99, measured", "p99, simulated")...)}
	drawn := p.both(m)
	for i := range min(drawn, tableRows) {
		a, b := &m.Columns[i], runs.Simulated(r, i)
		cells := []app.UI{view.T("th;scope=row", view.Clock(int64(i)*r.Window()))}
		for _, text := range []string{view.Number(int(a.PerSecond())), view.Number(int(b.PerSecond())), view.Permil(a.Throttled()),
			view.Permil(b.Throttled()), view.Millis(a.Latency.Quantile(990)), view.Millis(b.Latency.Quantile(990))} {
			cells = append(cells, view.T("td.num", text))
		}
		rows = append(rows, view.H("tr", cells...))
	}
	note := ""
	if drawn > tableRows {
		note = "The first " + view.Number(tableRows) + " lines of " + view.Number(drawn) + "."
	}
	return view.H("div.scroll;tabindex=0;role=region;aria-label=Measured over simulated, as a table",
		view.H("table#measured-table.ab", view.H("tbody", rows...)), view.T("p.hint", note))
}

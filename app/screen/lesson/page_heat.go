package lesson

import (
	"slices"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/lessons/runner"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// heat is the heat map of the last run, with its figures as a table.
func (p pictures) heat(caption string) app.UI {
	run, note := p.run(), ""
	if app.IsServer {
		run, note = p.still()
	}
	if run == nil || run.Map == nil {
		return view.H("div.led.led--map", view.H("p.led__c", view.T("b", caption)),
			view.T("p.empty", "No run yet. Run the command of a task, type one below, or play a demonstration."))
	}
	if run.Quick {
		note += view.SpedUp + " "
	}
	return view.H("div.led.led--map",
		view.H("p.led__c", view.T("b", caption), view.T("span", note+"Brighter is more load. "+
			"An outlined cell has a partition that was sent more than its target. "+splitLegend(run)+"The red strip below is the throttled share.")),
		view.H("div.ht__g",
			view.H("div.ht__y;aria-hidden=true", view.T("span", view.Shorten(run.Heat.Low, 16)), app.If(run.Heat.High != run.Heat.Low,
				func() app.UI { return view.T("span", view.Shorten(run.Heat.High, 16)) })),
			view.H("div.ht__m", smallHeat(&run.Heat, caption+". The figures stand in the table below."), splitMarks(&run.Heat)),
		),
		runTable(run),
		splitList(run),
	)
}

// still is the first demonstration of the step, which stands on a page rendered
// ahead, and words that say so.
func (p pictures) still() (run *simulated.Outcome, note string) {
	step, number := p.store.session().Step()
	s, err := runner.New(p.store.Content, number)
	if err != nil || len(step.Demos) == 0 {
		return nil, ""
	}
	for _, c := range step.Demos[0].Commands {
		if _, err := s.Do(c.String()); err != nil {
			return nil, ""
		}
	}
	run = s.World().Simulated()
	if run != nil {
		coarsen(&run.Heat)
	}
	return run, "What the first demonstration shows, the brightest of four rows for all of them. "
}

// coarsen keeps a picture small that is sent with a page.
func coarsen(h *simulated.Heat) {
	for x := range h.Cells {
		for y := 0; y+4 <= simulated.HeatRows && h.Low != h.High; y += 4 {
			brightest, over := slices.Max(h.Cells[x][y:y+4]), slices.Contains(h.Over[x][y:y+4], true)
			for i := range 4 {
				h.Cells[x][y+i], h.Over[x][y+i] = brightest, over
			}
		}
	}
}

// runTable is the figures of a run.
func runTable(r *simulated.Outcome) app.UI {
	t := &r.Totals
	rows := []struct {
		name string
		n    int
	}{
		{"Entities per second", r.Rate()}, {"Median latency in ms", int(t.Latency.Quantile(500) / 1000)}, {"Requests sent", int(t.Sent)},
		{"Throttled", int(t.Throttled)},
		{"Seconds over the target", r.Over}, {"Splits", int(t.Splits)}, {"Ranges at the end", r.Map.Len()}, {"Servers with a range", r.Servers},
	}
	for why, n := range t.Refused {
		if cause := record.Cause(why); n > 0 && !cause.Throttles() {
			rows = append(rows, struct {
				name string
				n    int
			}{"Refused " + cause.String(), int(n)})
		}
	}
	var items []app.UI
	for _, row := range rows {
		items = append(items, view.H("div", view.T("dt", row.name), view.T("dd.num", view.Number(row.n))))
	}
	return view.H("dl.sums", items...)
}

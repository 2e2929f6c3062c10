package simulator

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// below is what stands beneath the first screen: the run in whole sentences, how
// the map is read and drawn, and everything of it as tables and lists.
func (p *Page) below() app.UI {
	two, fresh := len(p.drawn()) > 1, p.sim.Fresh()
	return view.H("section.sim__b;aria-label=The run in detail",
		p.verdicts(),
		view.H("div", app.If(overlay{p.scene}.measured() != nil, overlay{p.scene}.section)),
		view.H("div", app.If(p.slow.On, p.slow.Table)),
		view.H("div", app.If(two, difference{p.scene}.section)),
		view.H("div", app.If(two, p.figureSection)),
		view.H("div", app.If(!fresh, p.seriesTablePart)),
		view.H("div", app.If(!fresh, p.judgedPart)),
		view.H("section", view.T("h2", "How the map is drawn"),
			maps{p.scene}.legend(),
			maps{p.scene}.mapChoices(),
			crosshair{p.scene}.zoomFields(),
			maps{p.scene}.mapTable()),
		view.H("div", app.If(!two && !fresh, p.figureSection)),
		view.H("div", app.If(!fresh, servers{p.scene}.events)),
	)
}

// verdicts are the runs that are drawn, in whole sentences.
func (p *Page) verdicts() app.UI {
	drawn := p.drawn()
	texts := make([]app.UI, 0, len(drawn)+1)
	texts = append(texts, view.T("h2", "What came of it"))
	for _, i := range drawn {
		r := p.sim.Play.Runs()[i]
		v, before := r.Verdict(), ""
		if p.sim.Fresh() {
			v, before = runs.FirstOutcome(), "At the end: "
		}
		first, rest := sayVerdict(v)
		texts = append(texts, view.H("p.verdict.num", app.If(len(p.sim.Play.Runs()) > 1, func() app.UI {
			return view.H("span.verdict__d", view.Text(r.Title+" "), view.T("span.k.k--pk", r.Sim().Scenario().Template))
		}), view.T("b", before+first), view.Text(" "+rest)))
	}
	return view.H("section", texts...)
}

// seriesTablePart shows the series as a table where it is wanted.
func (p *Page) seriesTablePart() app.UI {
	return view.H("div.sertab",
		view.H("button.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-expanded", p.ui.table), view.Icon("table-2"),
			view.Text("Series as a table"),
			p.Click("series-table", func() { p.ui.table = !p.ui.table }),
		),
		view.H("div", app.If(p.ui.table, p.seriesTable)),
	)
}

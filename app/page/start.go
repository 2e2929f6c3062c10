package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// start is the page before there are data: what to do, and an example.
func (p *Playground) start() app.UI {
	samples := make([]app.UI, 0, 4)
	for _, s := range store.Samples() {
		samples = append(samples, view.H("button.sample;type=button", view.ID("sample-"+s.ID),
			view.T("b", s.Title), view.T("span", s.About), p.on("click", "open/"+s.ID, func(ctx app.Context, _ app.Event) {
				browser.Focus("main") // the button is about to go
				p.fetch(ctx, s)
			})))
	}
	return view.H("div.start",
		view.H("div.start__h",
			view.T("h2", "Bring rows, write two keys, ask a question"),
			view.H("p", view.Text("The playground stores your rows in a table under the "), view.PartitionKeyTerm(), view.Text(" and "), view.RowKeyTerm(),
				view.Text(" that you write, reports what the service would refuse, and shows which entities each query reads.")),
		),
		view.H("div.samples", samples...),
		view.H("div.empty.dropzone",
			view.Icon("upload", "ic--20"),
			view.T("h2", "Your own data"),
			view.T("span", "Drop a CSV or JSON file here, or paste rows. At most 50 MB and 200,000 rows. The file stays in this tab."),
			view.H("div.row",
				view.H("button#choose.btn.btn--primary.btn--sm;type=button", view.Text("Choose a file"), p.on("click", "choose", p.choose)),
				view.H("button.btn.btn--sm;type=button", view.Text("Paste rows"), p.on("click", "start-paste", p.togglePaste)),
			),
		),
		exampleCard(deviceFirst()),
	)
}

// exampleCard shows what a plan looks like, before and without the engine.
func exampleCard(e example) app.UI {
	return view.H("section.card.wide;aria-labelledby=example",
		view.H("div.card__h",
			view.T("h2#example", "An example: "+readingsQuestion), view.H("span.end.hide-sm", view.Class(e.plan.Kind)),
		),
		view.H("div.card__b",
			view.Templates(e.design),
			view.H("p;style=margin-top:12px", view.H("code.filter", view.Inked(view.FilterInk(e.filter, view.NoWrong))...)),
			e.drawings(defaultPlanWidth),
			view.H("div.plan__w",
				view.H("dl.plan__f",
					figure("example-examined", "Examined", view.Number(e.cost.Examined), "of "+view.Number(e.plan.Total)),
					figure("example-returned", "Returned", view.Number(e.cost.Returned), "in all"),
					figure("example-pages", "Round trips", view.Number(e.cost.Pages), "in all"),
				),
				view.T("p", e.why),
			),
		),
	)
}

package incoming

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/example"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// Start is the page before there are data: what to do, and an example.
func (p *Part) Start() app.UI {
	samples := make([]app.UI, 0, 4)
	for _, s := range draft.Samples() {
		samples = append(samples, view.H("button.sample;type=button", view.ID("sample-"+s.ID),
			view.T("b", s.Title), view.T("span", s.About), p.On("click", "open/"+s.ID, func(ctx app.Context, _ app.Event) {
				browser.Focus("main") // the button is about to go
				p.Fetch(ctx, s)
			})))
	}
	return view.H("div.start",
		view.H("div.start__h",
			view.T("h2", "Bring rows, write two keys, ask a question"),
			view.H("p", view.Text("The playground stores your rows in a table under the "), view.PartitionKeyTerm(), view.Text(" and "),
				view.RowKeyTerm(),
				view.Text(" that you write, reports what the service would refuse, and shows which entities each query reads.")),
		),
		view.H("div.samples", samples...),
		view.H("div.empty.dropzone",
			view.Icon("upload", "ic--20"),
			view.T("h2", "Your own data"),
			view.T("span", "Drop a CSV or JSON file here, or paste rows. At most 50 MB and 200,000 rows. The file stays in this tab."),
			view.H("div.row",
				view.H("button#choose.btn.btn--primary.btn--sm;type=button", view.Text("Choose a file"), p.On("click", "choose", p.Choose)),
				view.H("button.btn.btn--sm;type=button", view.Text("Paste rows"), p.On("click", "start-paste", p.TogglePaste)),
			),
		),
		exampleCard(example.DeviceFirst()),
	)
}

// exampleCard shows what a plan looks like, before and without the engine.
func exampleCard(e example.Example) app.UI {
	return view.H("section.card.wide;aria-labelledby=example",
		view.H("div.card__h",
			view.T("h2#example", "An example: "+example.ReadingsQuestion), view.H("span.end.hide-sm", view.Class(e.Plan.Kind)),
		),
		view.H("div.card__b",
			view.Templates(e.Design),
			view.H("p;style=margin-top:12px", view.H("code.filter", view.Inked(view.FilterInk(e.Filter, view.NoWrong))...)),
			e.Drawings(desk.PlanWidth),
			view.H("div.plan__w",
				view.H("dl.plan__f",
					desk.Figure("example-examined", "Examined", view.Number(e.Cost.Examined), "of "+view.Number(e.Plan.Total)),
					desk.Figure("example-returned", "Returned", view.Number(e.Cost.Returned), "in all"),
					desk.Figure("example-pages", "Round trips", view.Number(e.Cost.Pages), "in all"),
				),
				view.T("p", e.Why),
			),
		),
	)
}

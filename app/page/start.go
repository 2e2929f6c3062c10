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
		samples = append(samples, view.El("button").ID("sample-"+s.ID).Class("sample").Attr("type", "button").Body(
			view.El("b").Text(s.Title), view.El("span").Text(s.About),
		).OnClick(p.on("open/"+s.ID, func(ctx app.Context, _ app.Event) {
			browser.Focus("main") // the button is about to go
			p.fetch(ctx, s)
		})))
	}
	return view.El("div.start").Body(
		view.El("div.start__h").Body(
			view.El("h2").Text("Bring rows, write two keys, ask a question"),
			view.El("p").Body(app.Text("The playground stores your rows in a table under the "), view.PartitionKeyTerm(), app.Text(" and "), view.RowKeyTerm(),
				app.Text(" that you write, reports what the service would refuse, and shows which entities each query reads.")),
		),
		view.El("div.samples").Body(samples...),
		view.El("div.empty.dropzone").Body(
			view.Icon("upload", "ic--20"),
			view.El("h2").Text("Your own data"),
			view.El("span").Text("Drop a CSV or JSON file here, or paste rows. At most 50 MB and 200,000 rows. The file stays in this tab."),
			view.El("div.row").Body(
				view.El("button#choose.btn.btn--primary.btn--sm;type=button").Text("Choose a file").OnClick(p.on("choose", p.choose)),
				view.El("button.btn.btn--sm;type=button").Text("Paste rows").OnClick(p.on("start-paste", p.togglePaste)),
			),
		),
		exampleCard(deviceFirst()),
	)
}

// exampleCard shows what a plan looks like, before and without the engine.
func exampleCard(e example) app.UI {
	return view.El("section.card.wide;aria-labelledby=example").Body(
		view.El("div.card__h").Body(
			view.El("h2#example").Text("An example: "+readingsQuestion), view.El("span.end.hide-sm").Body(view.Class(e.plan.Kind)),
		),
		view.El("div.card__b").Body(
			templates(e.design),
			view.El("p;style=margin-top:12px").Body(view.El("code.filter").Body(view.Inked(view.FilterInk(e.filter, view.NoWrong))...)),
			e.drawings(defaultPlanWidth),
			view.El("div.plan__w").Body(
				view.El("dl.plan__f").Body(
					figure("example-examined", "Examined", view.Number(e.cost.Examined), "of "+view.Number(e.plan.Total)),
					figure("example-returned", "Returned", view.Number(e.cost.Returned), "in all"),
					figure("example-pages", "Round trips", view.Number(e.cost.Pages), "in all"),
				),
				view.El("p").Text(e.why),
			),
		),
	)
}

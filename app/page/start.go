package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// start is the page before there are data: what to do, and an example.
func (p *Playground) start() app.UI {
	samples := make([]app.UI, 0, 4)
	for _, s := range store.Samples() {
		samples = append(samples, app.Elem("button").ID("sample-"+s.ID).Class("sample").Attr("type", "button").Body(
			app.Elem("b").Text(s.Title), app.Elem("span").Text(s.About),
		).OnClick(p.on("open/"+s.ID, func(ctx app.Context, _ app.Event) { p.fetch(ctx, s) })))
	}
	return app.Elem("div").Class("start").Body(
		app.Elem("div").Class("start__h").Body(
			app.Elem("h2").Text("Bring rows, write two keys, ask a question"),
			app.Elem("p").Body(app.Text("The playground stores your rows in a table under the "), view.PartitionKeyTerm(), app.Text(" and "), view.RowKeyTerm(),
				app.Text(" that you write, reports what the service would refuse, and shows which entities each query reads.")),
		),
		app.Elem("div").Class("samples").Body(samples...),
		app.Elem("div").Class("empty", "dropzone").Body(
			view.Icon("upload", "ic--20"),
			app.Elem("h2").Text("Your own data"),
			app.Elem("span").Text("Drop a CSV or JSON file here, or paste rows. At most 50 MB and 200,000 rows. The file stays in this tab."),
			app.Elem("div").Class("row").Body(
				app.Elem("button").ID("choose").Class("btn", "btn--primary", "btn--sm").Attr("type", "button").Text("Choose a file").OnClick(p.on("choose", p.choose)),
				app.Elem("button").Class("btn", "btn--sm").Attr("type", "button").Text("Paste rows").OnClick(p.on("start-paste", p.togglePaste)),
			),
		),
		exampleCard(deviceFirst()),
	)
}

// exampleCard shows what a plan looks like, before and without the engine.
func exampleCard(e example) app.UI {
	return app.Elem("section").Class("card", "wide").Aria("labelledby", "example").Body(
		app.Elem("div").Class("card__h").Style("padding", "4px 20px").Body(
			app.Elem("h2").ID("example").Text("An example: "+readingsQuestion), app.Elem("span").Class("end", "hide-sm").Body(view.Class(e.plan.Kind)),
		),
		app.Elem("div").Class("card__b").Style("padding", "4px 20px 20px").Body(
			app.Elem("p").Class("row").Body(
				view.PartitionKeyTerm(), app.Text("="), app.Elem("span").Class("k", "k--pk").Text(e.design.PartitionKey),
				view.RowKeyTerm(), app.Text("="), app.Elem("span").Class("k", "k--rk").Text(e.design.RowKey),
			),
			app.Elem("p").Style("margin-top", "12px").Body(app.Elem("code").Class("filter").Body(view.Inked(view.FilterInk(e.filter, view.NoWrong))...)),
			app.Elem("div").Class("plan").Body(view.Plan(e.plan, defaultPlanWidth)),
			app.Elem("div").Class("plan__w").Body(
				app.Elem("dl").Class("plan__f").Body(
					figure("example-examined", "Examined", view.Number(e.cost.Examined), "of "+view.Number(e.plan.Total)),
					figure("example-returned", "Returned", view.Number(e.cost.Returned), "in all"),
					figure("example-pages", "Round trips", view.Number(e.cost.Pages), "in all"),
				),
				app.Elem("p").Text(e.why),
			),
		),
	)
}

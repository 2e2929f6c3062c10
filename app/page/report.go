package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// report says what became of every row: an entity, or why not.
func (p *Playground) report() app.UI {
	r, source := p.store.Report(), p.store.Source()
	if r.Rows == 0 {
		return app.Elem("div").Hidden(true)
	}
	kept := app.Elem("span").Class("st", "st--ok", "end").Text(view.Number(r.Entities) + " of " + view.Count(r.Rows, "row", "rows") + " stored")
	if r.Entities == r.Rows && source.BadCount == 0 {
		return app.Elem("div").ID("report").Hidden(true)
	}
	var items []app.UI
	if source.BadCount > 0 {
		items = append(items, app.Elem("li").Body(
			app.Elem("h3").Body(app.Elem("span").Class("st", "st--bad").Text(view.Count(source.BadCount, "row", "rows")), app.Text("could not be read and were left out")),
			app.Elem("details").Body(app.Elem("summary").Text("Show lines and reasons"), app.Elem("div").Class("scroll").Body(badRows(source.Bad))),
		))
	}
	for i, x := range r.Rejects {
		items = append(items, rejected(i, x))
	}
	return app.Elem("section").ID("report").Class("card").Aria("labelledby", "report-title").Body(
		app.Elem("div").Class("card__h").Body(app.Elem("h2").ID("report-title").Text("Import report"), kept),
		app.Elem("div").Class("card__b").Body(app.Elem("ul").Class("rep").Body(items...)),
	)
}

// rejected is one reason why rows are no entities, with the first of them.
func rejected(i int, x store.Rejects) app.UI {
	rows := make([]app.UI, len(x.Rows))
	for j, r := range x.Rows {
		rows[j] = app.Elem("tr").Body(
			app.Elem("td").Class("num").Text(view.Number(r.Row)),
			app.Elem("td").Body(keyCell(r.Key.PartitionKey)),
			app.Elem("td").Body(keyCell(r.Key.RowKey)),
			app.Elem("td").Text(r.Reason),
		)
	}
	summary := "Show the rows"
	if x.Count > len(x.Rows) {
		summary = "Show the first " + strconv.Itoa(len(x.Rows))
	}
	var code app.UI = app.Elem("span").Hidden(true)
	if x.Code != "" {
		code = app.Elem("code").Class("code").Text(string(x.Code))
	}
	return app.Elem("li").Body(
		app.Elem("h3").Body(app.Elem("span").Class("st", "st--bad").Text(view.Count(x.Count, "row", "rows")), app.Elem("span").Text(x.Reason), code),
		app.Elem("details").Body(
			app.Elem("summary").Text(summary),
			app.Elem("div").Class("scroll").Body(app.Elem("table").Body(
				app.Elem("caption").Class("vh").Text(x.Reason),
				app.Elem("thead").Body(app.Elem("tr").Body(headCell("Row"), headCell("PartitionKey"), headCell("RowKey"), headCell("Reason"))),
				app.Elem("tbody").Body(rows...),
			)),
		),
	)
}

func keyCell(key string) app.UI {
	if key == "" {
		return app.Elem("span").Class("muted").Text("none")
	}
	return app.Elem("code").Title(key).Text(view.Shorten(key, 40))
}

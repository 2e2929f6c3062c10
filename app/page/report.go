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
		return view.El("div;hidden=true")
	}
	kept := view.El("span.st.st--plain.end").Text(view.Number(r.Entities) + " of " + view.Count(r.Rows, "row", "rows") + " stored")
	if r.Entities == r.Rows && source.BadCount == 0 {
		return view.El("div#report;hidden=true")
	}
	var items []app.UI
	if source.BadCount > 0 {
		items = append(items, view.El("li").Body(
			view.El("h3").Body(view.El("span.st.st--bad").Text(view.Count(source.BadCount, "row", "rows")), app.Text("could not be read and were left out")),
			view.El("details").Body(view.El("summary").Text("Show lines and reasons"), view.El("div.scroll").Body(badRows(source.Bad))),
		))
	}
	for i, x := range r.Rejects {
		items = append(items, rejected(i, x))
	}
	return view.El("section#report.card;aria-labelledby=report-title").Body(
		view.El("div.card__h").Body(view.El("h2#report-title").Text("Import report"), kept),
		view.El("div.card__b").Body(view.El("ul.rep").Body(items...)),
	)
}

// rejected is one reason why rows are no entities, with the first of them.
func rejected(i int, x store.Rejects) app.UI {
	rows := make([]app.UI, len(x.Rows))
	for j, r := range x.Rows {
		rows[j] = view.El("tr").Body(
			view.El("td.num").Text(view.Number(r.Row)),
			view.El("td").Body(keyCell(r.Key.PartitionKey)),
			view.El("td").Body(keyCell(r.Key.RowKey)),
			view.El("td").Text(r.Reason),
		)
	}
	summary := "Show the rows"
	if x.Count > len(x.Rows) {
		summary = "Show the first " + strconv.Itoa(len(x.Rows))
	}
	var code app.UI = view.El("span;hidden=true")
	if x.Code != "" {
		code = view.El("code.code").Text(string(x.Code))
	}
	return view.El("li").Body(
		view.El("h3").Body(view.El("span.st.st--bad").Text(view.Count(x.Count, "row", "rows")), view.El("span").Text(x.Reason), code),
		view.El("details").Body(
			view.El("summary").Text(summary),
			view.El("div.scroll").Body(view.El("table").Body(
				view.El("caption.vh").Text(x.Reason),
				view.El("thead").Body(view.El("tr").Body(headCell("Row"), headCell("PartitionKey"), headCell("RowKey"), headCell("Reason"))),
				view.El("tbody").Body(rows...),
			)),
		),
	)
}

func keyCell(key string) app.UI {
	if key == "" {
		return view.El("span.muted").Text("none")
	}
	return view.El("code").Title(key).Text(view.Shorten(key, 40))
}

package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// report says what became of every row: an entity, or why not.
func (p *Page) report() app.UI {
	r, source := p.Store.Table.Report(), p.Store.Rows.Source()
	if r.Rows == 0 {
		return view.El("div;hidden=true")
	}
	kept := view.T("span.st.st--plain.end", view.Number(r.Entities)+" of "+view.Count(r.Rows, "row", "rows")+" stored")
	if r.Entities == r.Rows && source.BadCount == 0 {
		return view.El("div#report;hidden=true")
	}
	var items []app.UI
	if source.BadCount > 0 {
		items = append(items, view.H("li",
			view.H("h3", view.T("span.st.st--bad", view.Count(source.BadCount, "row", "rows")), view.Text("could not be read and were left out")),
			view.H("details.unfolds", view.T("summary", "Show lines and reasons"), view.H("div.scroll", desk.BadRows(source.Bad))),
		))
	}
	for i, x := range r.Rejects {
		items = append(items, rejected(i, x))
	}
	return view.H("section#report.card;aria-labelledby=report-title",
		view.H("div.card__h", view.T("h2#report-title", "Import report"), kept),
		view.H("div.card__b", view.H("ul.rep", items...)),
	)
}

// rejected is one reason why rows are no entities, with the first of them.
func rejected(i int, x model.Rejects) app.UI {
	rows := make([]app.UI, len(x.Rows))
	for j, r := range x.Rows {
		rows[j] = view.H("tr",
			view.T("td.num", view.Number(r.Row)),
			view.H("td", keyCell(r.Key.PartitionKey)),
			view.H("td", keyCell(r.Key.RowKey)),
			view.T("td", r.Reason),
		)
	}
	summary := "Show the rows"
	if x.Count > len(x.Rows) {
		summary = "Show the first " + strconv.Itoa(len(x.Rows))
	}
	var code app.UI = view.El("span;hidden=true")
	if x.Code != "" {
		code = view.T("code.code", string(x.Code))
	}
	return view.H("li",
		view.H("h3", view.T("span.st.st--bad", view.Count(x.Count, "row", "rows")), view.T("span", x.Reason), code),
		view.H("details.unfolds",
			view.T("summary", summary),
			view.H("div.scroll", view.H("table",
				view.T("caption.vh", x.Reason),
				view.H("thead", view.H("tr", desk.HeadCell("Row"), desk.HeadCell("PartitionKey"), desk.HeadCell("RowKey"), desk.HeadCell("Reason"))),
				view.H("tbody", rows...),
			)),
		),
	)
}

func keyCell(key string) app.UI {
	if key == "" {
		return view.T("span.muted", "none")
	}
	return view.H("code", view.Attr("title", key), view.Text(view.Shorten(key, 40)))
}

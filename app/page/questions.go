package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// questions are the queries worth asking of the data, each with what it would
// cost under the present design.
func (p *Playground) questions() app.UI {
	asked := p.store.Asked()
	if len(asked) == 0 {
		return view.El("div;hidden=true")
	}
	text, _ := p.store.Filter()
	rows := make([]app.UI, len(asked))
	for i, q := range asked {
		class := ""
		if q.Filter == text && q.Top == p.store.Top() {
			class = "sel"
		}
		rows[i] = view.El("tr").Class(class).Body(
			view.El("td.q").Body(
				view.El("button").ID("question-"+strconv.Itoa(i)).Attr("type", "button").Aria("pressed", truth(class != "")).Text(q.Title).
					OnClick(p.click("ask/"+strconv.Itoa(i)+q.Filter, func() {
						p.ui.badTop = ""
						p.store.Ask(q.Query)
						p.store.Run()
					})),
				view.El("code").Body(asWritten(q.Query)...),
			),
			view.El("td.c").Body(view.Class(q.Kind)),
			view.El("td.r").DataSet("l", "Examined").Text(view.Number(q.Cost.Examined)),
			view.El("td.r").DataSet("l", "Round trips").Text(view.Number(q.Cost.Pages)),
		)
	}
	hint := view.El("span.muted.hide-sm;style=font-size:var(--fs-13)").Text("Choose one to run it. Round trips are the most that every page can take. With $top only the first page counts.")
	return view.El("section.card;aria-labelledby=questions").Body(
		view.El("div.card__h;style=padding:4px 20px").Body(view.El("h2#questions").Text("Questions"), hint),
		view.El("table.qt").Body(
			view.El("caption.vh").Text("Ready questions"),
			view.El("thead").Body(view.El("tr").Body(headCell("Query"), headCell("Class"), view.El("th.r;scope=col").Text("Examined"), view.El("th.r;scope=col").Text("Round trips"))),
			view.El("tbody").Body(rows...),
		),
	)
}

// asWritten is a query as it goes into the fields.
func asWritten(q store.Query) []app.UI {
	if q.Filter == "" {
		return []app.UI{app.Text("no $filter" + topSuffix(q.Top))}
	}
	return append(view.Inked(view.FilterInk(q.Filter, view.NoWrong)), app.Text(topSuffix(q.Top)))
}

func topSuffix(top int) string {
	if top == 0 {
		return ""
	}
	return ", $top=" + strconv.Itoa(top)
}

// topText is what the field for $top shows.
func topText(top int) string {
	if top == 0 {
		return ""
	}
	return strconv.Itoa(top)
}

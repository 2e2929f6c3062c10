package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// questions are the queries worth asking of the data, each with what it would
// cost under the present design.
func (p *Playground) questions() app.UI {
	asked := p.store.Asked()
	if len(asked) == 0 {
		return app.Elem("div").Hidden(true)
	}
	text, _ := p.store.Filter()
	rows := make([]app.UI, len(asked))
	for i, q := range asked {
		class := ""
		if q.Filter == text && q.Top == p.store.Top() {
			class = "sel"
		}
		rows[i] = app.Elem("tr").Class(class).Body(
			app.Elem("td").Class("q").Body(
				app.Elem("button").ID("question-"+strconv.Itoa(i)).Attr("type", "button").Aria("pressed", truth(class != "")).Text(q.Title).
					OnClick(p.click("ask/"+strconv.Itoa(i)+q.Filter, func() {
						p.store.Ask(q.Query)
						p.store.Run()
					})),
				app.Elem("code").Body(append(view.Inked(view.FilterInk(q.Filter, view.NoWrong)), app.Text(topSuffix(q.Top)))...),
			),
			app.Elem("td").Class("c").Body(view.Class(q.Kind)),
			app.Elem("td").Class("r").DataSet("l", "Examined").Text(view.Number(q.Cost.Examined)),
			app.Elem("td").Class("r").DataSet("l", "Round trips").Text(view.Number(q.Cost.Pages)),
		)
	}
	hint := app.Elem("span").Class("muted", "hide-sm").Style("font-size", "var(--fs-13)").Text("Choose one to run it. Examined and round trips are for reading every page.")
	return app.Elem("section").Class("card").Aria("labelledby", "questions").Body(
		app.Elem("div").Class("card__h").Style("padding", "4px 20px").Body(app.Elem("h2").ID("questions").Text("Questions"), hint),
		app.Elem("table").Class("qt").Body(
			app.Elem("caption").Class("vh").Text("Ready questions"),
			app.Elem("thead").Body(app.Elem("tr").Body(headCell("Query"), headCell("Class"), app.Elem("th").Class("r").Attr("scope", "col").Text("Examined"), app.Elem("th").Class("r").Attr("scope", "col").Text("Round trips"))),
			app.Elem("tbody").Body(rows...),
		),
	)
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

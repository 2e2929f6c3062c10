package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// Home is the page at the root of the site.
type Home struct{ app.Compo }

// duelWidth is the width of one drawing in the comparison, in pixels of the
// drawing; the page scales it to the space there is.
const duelWidth = 540

// Render draws the page.
func (h *Home) Render() app.UI {
	return shell("/", true, app.Elem("main").ID("main").TabIndex(-1).Body(
		app.Elem("div").Class("wrap").Body(hero(), duel(), entries(), marks(), model()),
	))
}

func hero() app.UI {
	return app.Elem("section").Class("hero").Body(
		app.Elem("h1").Text("See what your keys do to your queries"),
		app.Elem("div").Body(
			app.Elem("p").Body(
				app.Text("Choose a "), view.PartitionKeyTerm(), app.Text(" and a "), view.RowKeyTerm(),
				app.Text(" over real data, ask a question, and see which entities it reads, all in this tab."),
			),
			app.Elem("div").Class("hero__cta").Body(
				app.Elem("a").Class("btn", "btn--primary", "btn--lg").Attr("href", address("/playground")).Text("Open the playground"),
				app.Elem("a").Class("btn", "btn--lg").Attr("href", address("/playground#import")).Text("Bring your own data"),
			),
		),
	)
}

// duel sets two designs of one table side by side under the same question.
func duel() app.UI {
	device, day := deviceFirst(), dayFirst()
	return app.Elem("section").Class("duel").Aria("label", "Two key designs and the same question").Body(
		app.Elem("div").Class("duel__bar").Body(
			app.Elem("span").Body(app.Text("The same question for both: "), app.Elem("b").Text(readingsQuestion)),
			app.Elem("span").Class("end", "muted", "num").Text(view.Number(device.plan.Total)+" readings, "+view.Number(readingDevices)+" devices, a reading every six hours"),
		),
		app.Elem("div").Class("duel__g").Body(duelPanel(device), duelPanel(day)),
	)
}

func duelPanel(e example) app.UI {
	return app.Elem("article").Class("duel__p").Body(
		app.Elem("div").Class("duel__key").Body(
			app.Elem("h3").Text(e.title),
			view.PartitionKeyTerm(), app.Text("="), app.Elem("span").Class("k", "k--pk").Text(e.design.PartitionKey),
			view.RowKeyTerm(), app.Text("="), app.Elem("span").Class("k", "k--rk").Text(e.design.RowKey),
		),
		app.Elem("div").Class("duel__num").Body(
			app.Elem("b").Text(view.Number(e.cost.Examined)),
			app.Elem("span").Class("num").Text("entities examined for "+view.Number(e.cost.Returned)+" returned, "+view.Count(e.cost.Pages, "round trip", "round trips")),
			view.Class(e.plan.Kind),
		),
		app.Elem("div").Class("plan").Body(view.Plan(e.plan, duelWidth)),
		app.Elem("p").Class("duel__why").Text(e.why),
	)
}

// entry is a card that leads to one way of using the site.
type entry struct {
	path, title, text string
	lead, leadTo      string
	art               app.UI
}

func entries() app.UI {
	cards := []entry{
		{"/playground#movies", "Keys and order", "Write key templates over 3,201 real films. See partition sizes, sort order and what the service would refuse, as you type.", "Opens: ", "the movies sample", view.OrderArt()},
		{"/playground#flights", "Queries", "Type a $filter and see its class, the entities it examines, and each bookmark on the way through 10,000 flights.", "Opens: ", "the flights sample", view.QueryArt()},
		{"/playground#import", "Your own data", "Drop a CSV or JSON file and design its keys. Up to 200,000 rows. The file stays in this tab.", "Opens: ", "the import", view.ImportArt()},
	}
	items := make([]app.UI, len(cards))
	for i, c := range cards {
		items[i] = app.Elem("a").Class("track").Attr("href", address(c.path)).Body(
			app.Elem("div").Class("track__art").Body(c.art),
			app.Elem("div").Class("track__b").Body(app.Elem("h3").Text(c.title), app.Elem("p").Text(c.text)),
			app.Elem("div").Class("track__n").Body(app.Elem("span").Text(c.lead), app.Text(c.leadTo), view.Icon("arrow-right")),
		)
	}
	return app.Elem("section").Class("sec").Body(
		sectionHead("start", "Start with data", "A key is only good or bad for a question. Pick a sample that comes with the site, or bring your own rows."),
		app.Elem("div").Class("tracks").Body(items...),
	)
}

func sectionHead(id, title, text string) app.UI {
	return app.Elem("div").Class("sec__h").Body(app.Elem("h2").ID(id).Text(title), app.Elem("p").Text(text))
}

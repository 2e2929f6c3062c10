package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// Home is the page at the root of the site.
type Home struct{ app.Compo }

// duelWidth is the width of one drawing in the comparison, in pixels of the
// drawing; the page scales it to the space there is.
const duelWidth = 540

// Render draws the page.
func (h *Home) Render() app.UI {
	return shell("/", true, view.El("main#main;tabindex=-1").Body(
		view.El("div.wrap").Body(hero(), &loadDuel{}, entries(), duel(), marks(), model()),
	))
}

func hero() app.UI {
	return view.El("section.hero").Body(
		view.El("h1").Text("See what your keys do under load"),
		view.El("div").Body(
			view.El("p").Body(
				app.Text("Choose a "), view.PartitionKeyTerm(), app.Text(" and a "), view.RowKeyTerm(),
				app.Text(", send traffic, and watch the table split, balance or throttle, all in this tab."),
			),
			view.El("div.hero__cta").Body(
				view.El("a.btn.btn--primary.btn--lg").Attr("href", address("/playground")).Text("Open the playground"),
				view.El("a.btn.btn--lg").Attr("href", address("/simulator")).Text("Open the simulator"),
			),
		),
	)
}

// duel sets two designs of one table side by side under the same question.
func duel() app.UI {
	device, day := deviceFirst(), dayFirst()
	return view.El("section.duel;aria-label=Two key designs and the same question").Body(
		view.El("div.duel__bar").Body(
			view.El("span").Body(app.Text("The same question for both: "), view.El("b").Text(readingsQuestion)),
			view.El("span.end.muted.num").Text(view.Number(device.plan.Total)+" readings, "+view.Number(readingDevices)+" devices, a reading every six hours"),
		),
		view.El("div.duel__g").Body(duelPanel(device), duelPanel(day)),
	)
}

func duelPanel(e example) app.UI {
	return view.El("article.duel__p").Body(
		view.El("div.duel__key").Body(
			view.El("h2").Text(e.title), templates(e.design),
		),
		view.El("div.duel__num").Body(
			view.El("b").Text(view.Number(e.cost.Examined)),
			view.El("span.num").Text("entities examined for "+view.Number(e.cost.Returned)+" returned, "+view.Count(e.cost.Pages, "round trip", "round trips")),
			view.Class(e.plan.Kind),
		),
		e.drawings(duelWidth),
		view.El("p.duel__why").Text(e.why),
	)
}

// templates shows both templates of a design, each beside its name.
func templates(d store.Design) app.UI {
	return view.El("div.row").Body(
		view.El("span.row").Body(view.PartitionKeyTerm(), app.Text("="), view.El("span.k.k--pk").Text(d.PartitionKey)),
		view.El("span.row").Body(view.RowKeyTerm(), app.Text("="), view.El("span.k.k--rk").Text(d.RowKey)),
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
		items[i] = view.El("a.track").Attr("href", address(c.path)).Body(
			view.El("div.track__art").Body(c.art),
			view.El("div.track__b").Body(view.El("h3").Text(c.title), view.El("p").Text(c.text)),
			view.El("div.track__n").Body(view.El("span").Text(c.lead), app.Text(c.leadTo), view.Icon("arrow-right")),
		)
	}
	return view.El("section.sec").Body(
		sectionHead("start", "Start with data", "A key is only good or bad for a question. Pick a sample that comes with the site, or bring your own rows."),
		view.El("div.tracks").Body(items...),
	)
}

func sectionHead(id, title, text string) app.UI {
	return view.El("div.sec__h").Body(view.El("h2").ID(id).Text(title), view.El("p").Text(text))
}

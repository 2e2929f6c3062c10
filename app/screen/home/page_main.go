package home

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/example"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// Page is the page at the root of the site.
type Page struct {
	app.Compo
	load app.UI // the comparison under load
}

// New returns the page with the comparison of two designs under load.
func New(load app.UI) *Page { return &Page{load: load} }

// duelWidth is the width of one drawing in the comparison, in pixels of the
// drawing; the page scales it to the space there is.
const duelWidth = 540

// Render draws the page.
func (h *Page) Render() app.UI {
	return ui.Shell("/", true, view.H("main#main;tabindex=-1",
		view.H("div.wrap", hero(), h.load, entries(), duel(), marks(), model()),
	))
}

func hero() app.UI {
	return view.H("section.hero",
		view.T("h1", "See what your keys do under load"),
		view.H("div",
			view.H("p",
				view.Text("Choose a "), view.PartitionKeyTerm(), view.Text(" and a "), view.RowKeyTerm(),
				view.Text(", send traffic, and watch the table split, balance or throttle, all in this tab."),
			),
			view.H("div.hero__cta",
				view.H("a.btn.btn--primary.btn--lg", view.Attr("href", ui.Address("/playground")), view.Text("Open the playground")),
				view.H("a.btn.btn--lg", view.Attr("href", ui.Address("/simulator")), view.Text("Open the simulator")),
			),
		),
	)
}

// duel sets two designs of one table side by side under the same question.
func duel() app.UI {
	device, day := example.DeviceFirst(), example.DayFirst()
	return view.H("section.duel;aria-label=Two key designs and the same question",
		view.H("div.duel__bar",
			view.H("span", view.Text("The same question for both: "), view.T("b", example.ReadingsQuestion)),
			view.T("span.end.muted.num", view.Number(device.Plan.Total)+" readings, "+view.Number(example.ReadingDevices)+" devices, a reading "+
				"every six hours"),
		),
		view.H("div.duel__g", duelPanel(device), duelPanel(day)),
	)
}

func duelPanel(e example.Example) app.UI {
	return view.H("article.duel__p",
		view.H("div.duel__key",
			view.T("h2", e.Title), view.Templates(e.Design),
		),
		view.H("div.duel__num",
			view.T("b", view.Number(e.Cost.Examined)),
			view.T("span.num", "entities examined for "+view.Number(e.Cost.Returned)+" returned, "+view.Count(e.Cost.Pages, "round trip",
				"round trips")),
			view.Class(e.Plan.Kind),
		),
		e.Drawings(duelWidth),
		view.T("p.duel__why", e.Why),
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
		{"/playground#movies", "Keys and order", "Write key templates over 3,201 real films. See partition sizes, sort order and what the " +
			"service would refuse, as you type.", "Opens: ", "the movies sample", view.OrderArt()},
		{"/playground#flights", "Queries", "Type a $filter and see its class, the entities it examines, and each bookmark on the way through " +
			"10,000 flights.", "Opens: ", "the flights sample", view.QueryArt()},
		{"/playground#import", "Your own data", "Drop a CSV or JSON file and design its keys. Up to 200,000 rows. The file stays in this tab.",
			"Opens: ", "the import", view.ImportArt()},
	}
	items := make([]app.UI, len(cards))
	for i, c := range cards {
		items[i] = view.H("a.track", view.Attr("href", ui.Address(c.path)),
			view.H("div.track__art", c.art),
			view.H("div.track__b", view.T("h3", c.title), view.T("p", c.text)),
			view.H("div.track__n", view.T("span", c.lead), view.Text(c.leadTo), view.Icon("arrow-right")),
		)
	}
	return view.H("section.sec",
		sectionHead("start", "Start with data", "A key is only good or bad for a question. Pick a sample that comes with the site, or bring "+
			"your own rows."),
		view.H("div.tracks", items...),
	)
}

func sectionHead(id, title, text string) app.UI {
	return view.H("div.sec__h", view.H("h2", view.ID(id), view.Text(title)), view.T("p", text))
}

// Register adds the page to a site. load makes the comparison of two designs under
// load.
func Register(site *workspace.Registry, load func() app.UI) {
	site.Register(workspace.Entry{
		Path:  "/",
		Title: "Keyrange: see what your table keys do",
		Description: "Choose a PartitionKey and a RowKey over your own data, query it in the browser, and see which " +
			"partitions a query reads.",
		Listed: true,
		New:    func(*workspace.Tab) app.Composer { return New(load()) },
	})
}

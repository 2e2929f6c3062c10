package home

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/example"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// Page is the page at the root of the site.
type Page struct {
	app.Compo
}

// New returns the page.
func New() *Page { return &Page{} }

// RaceID is the element that holds the comparison of two keys under load, and
// raceFile the path of the runs that it shows. web/race.js draws it, ahead and in
// the browser, so that it answers before the program runs.
const (
	RaceID   = "race"
	raceFile = "/web/race.json"
)

// OnMount draws the comparison where the site builder has not drawn it ahead.
func (h *Page) OnMount(app.Context) { browser.OpenRace(RaceID, raceFile, view.Sprite) }

// duelWidth is the width of one drawing in the comparison, in pixels of the
// drawing; the page scales it to the space there is.
const duelWidth = 540

// Render draws the page.
func (h *Page) Render() app.UI {
	return ui.Shell("/", true, view.H("main#main;tabindex=-1",
		view.H("div.wrap", hero(), race(), entries(), duel(), marks(), model()),
	))
}

func hero() app.UI {
	return view.H("section.hero",
		view.T("h1", "Which key survives the load?"),
		view.H("p", view.Text("Same table, same writes, two "), view.PartitionKeyTerm(),
			view.Text(" templates. Move the load and see which one gives in.")),
		view.H("div.hero__cta",
			view.H("a.btn.btn--primary", view.Attr("href", ui.Address("/playground")), view.Text("Design your own keys")),
			view.H("a.btn", view.Attr("href", ui.Address("/lessons/entity")), view.Text("Start the first lesson")),
		),
	)
}

// race is the place of the comparison, with the way on from it.
func race() app.UI {
	return view.H("section;aria-label=The same writes under two keys",
		view.H("div", view.ID(RaceID)),
		view.H("p.rc__on", view.Text("These are runs of the simulator. "),
			view.H("a", view.Attr("href", ui.Address("/simulator")), view.Text("Open the simulator")),
			view.Text(" to stop a server, change the retry policy, and ask why a key is hot."),
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

// Register adds the page to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Path:  "/",
		Title: "Keyrange: see what your table keys do",
		Description: "Choose a PartitionKey and a RowKey over your own data, query it in the browser, and see which " +
			"partitions a query reads.",
		Listed: true,
		New:    func(*workspace.Tab) app.Composer { return New() },
	})
}

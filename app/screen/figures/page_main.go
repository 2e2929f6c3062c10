package figures

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/study"
)

// Page is the page of the published figures: each one run again on the
// simulator, with what was published over it. The figures are drawn ahead by the
// site builder and by web/figures.js; the program runs the simulations.
type Page struct {
	app.Compo
	run   *study.Run
	close func()
}

// OnMount hands the simulator to what draws the figures.
func (p *Page) OnMount(app.Context) {
	p.close = browser.OpenFigures(ID, file, view.Sprite, p.begin, p.step)
}

// OnDismount stops what runs.
func (p *Page) OnDismount() { p.close() }

// ID is the element that holds the figures, and FiguresFile the path of
// what they show.
const (
	ID   = "figures"
	file = "/web/figures.json"
)

// budget is how long one turn of the page may take, in microseconds.
const budget = 7000

// begin prepares a simulation: the numbers of a probe with a seed before its marks.
func (p *Page) begin(numbers []int64) { p.run = study.NewRun(numbers) }

// step goes on with it for a short time. It returns how far it is in thousandths,
// or at its end what was counted.
func (p *Page) step() []int64 {
	timer := browser.Timer()
	for !p.run.Done() && timer() < budget {
		p.run.Step(2000)
	}
	return p.run.Result()
}

// Render draws the page.
func (p *Page) Render() app.UI {
	return ui.Shell("/figures", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx.fgr",
		view.H("div.idx__h",
			view.T("h1", "The published figures"),
			view.H("p.lede",
				view.Text("In November 2010 the team of the service published what it takes: thirteen figures, with small and large clients, one "+
					"partition and many. Here each is run again on the "),
				view.H("a", view.Attr("href", ui.Address("/simulator")), view.Text("simulator")),
				view.Text(", with the published numbers over our curves. Where the model misses one, it says why."),
			),
		),
		view.El("div#figures.fgr"),
	)))
}

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/published-figures"},
		Path:    "/figures",
		Title:   "The published figures, run again · Keyrange",
		Description: "The measurements of 2010 on throughput, latency and throttling, run again on the simulator in your " +
			"browser: published points over our curves.",
		Listed: true,
		New:    func(*workspace.Tab) app.Composer { return &Page{} },
	})
}

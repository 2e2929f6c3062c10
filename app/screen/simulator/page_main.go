package simulator

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/simulator/lanes"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/sim"
)

// Page is the page that runs a load on a table and shows what its ranges
// and servers make of it.
type Page struct {
	app.Compo
	*scene
	tab  *workspace.Tab
	slow lanes.Part
}

// Budgets of one frame for the engine, in microseconds.
const (
	playBudget = 7000
	seekBudget = 11000

	// readingEvery is how often numbers and lists are drawn while time passes.
	readingEvery = 250_000
	// stepEvery is how often anything is drawn for a reader who asked for less
	// motion.
	stepEvery = 500_000
)

// OnInit finds or makes the run before the first drawing.
func (p *Page) OnInit() {
	p.ui.look.Lines = true
	p.ui.rows = 128
	if app.IsServer {
		p.sim = runs.NewState(runs.FirstPreset)
		return
	}
	p.sim = p.kept()
}

// simulatorName is the name under which a tab keeps the simulator that a reader
// leaves and finds again.
const simulatorName = "simulator"

func (p *Page) kept() *runs.State {
	return workspace.Kept(p.tab, simulatorName, func() (s *runs.State) {
		browser.Unhurried(func() { s = runs.NewState(runs.FirstPreset) })
		return s
	})
}

// OnMount begins to follow the size of the plot and the keys.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.After, p.Save, p.tab.Here = ctx, func(app.Context) { p.follow() }, p.tab.Save, p
	p.slow = lanes.Part{Gestures: &p.gestures, Run: func() *sim.Simulation { return p.run().Sim() },
		At: func() (int64, bool) { return p.sim.Play.At(), !p.sim.Play.Busy() }}
	p.ui.stops = []func(){
		p.slow.Stop,
		browser.WatchSize(plotID(0), func() { p.Guard(painter{p.scene}.fit) }),
		browser.WatchHidden(func() {
			ctx.Dispatch(func(app.Context) {
				p.ui.hid = p.ui.hid || p.sim.Play.Playing()
				p.sim.Play.Pause()
			})
		}),
	}
	p.tab.KeepScreen(ctx, simulatorName, func() moment.Screen { return p.kept() }, func(why string) {
		p.sim = p.kept()
		p.showAll()
		if why != "" {
			p.ui.filed = why
		}
		p.follow()
	})
	p.showAll()
	settings{p}.loadTest(ctx)
	settings{p}.carried()
	p.follow()
}

// showAll shows two designs over each other where two are compared, as they stood
// before the reader went away.
func (p *Page) showAll() {
	if p.ui.shown = 0; len(p.sim.Play.Runs()) > 1 {
		p.ui.shown = both
	}
}

// OnNav follows a link to a load test.
func (p *Page) OnNav(ctx app.Context) { settings{p}.loadTest(ctx) }

// OnDismount lets go of everything and stops the passing of time.
func (p *Page) OnDismount() {
	for _, stop := range p.ui.stops {
		stop()
	}
	p.ui.stops = nil
	for i := range p.ui.plots {
		p.ui.plots[i].close()
	}
	closeCharts(p.ui.charts[:])
	p.sim.Play.Pause()
}

// follow lets time pass if it should, and draws the maps once the page stands.
// A fault stops time: what follows it might only repeat it.
func (p *Page) follow() {
	if app.IsServer || p.ui.stops == nil {
		return
	}
	if p.Crash != "" {
		p.sim.Play.Pause()
	}
	p.Ctx.Defer(func(app.Context) {
		p.Guard(p.settle)
		p.start()
	})
}

// start asks for frames while there is something to do.
func (p *Page) start() {
	if p.ui.running || !p.sim.Play.Busy() {
		return
	}
	p.ui.running = true
	calm := browser.CalmMotion()
	browser.Frames(func(elapsed int64) bool {
		p.Guard(func() { p.frame(elapsed, calm) })
		p.ui.running = p.sim.Play.Busy() && p.ui.stops != nil && p.Crash == ""
		if !p.ui.running {
			p.refresh()
		}
		return p.ui.running
	})
}

// frame lets time pass and draws what is new.
func (p *Page) frame(elapsed int64, calm bool) {
	timer, budget := browser.Timer(), int64(playBudget)
	if _, seeking := p.sim.Play.Seeking(); seeking {
		budget = seekBudget
	}
	p.sim.Play.Advance(elapsed, func() bool { return timer() < budget })
	p.ui.waited += elapsed
	every := int64(readingEvery)
	if calm {
		every = stepEvery
	}
	due := p.ui.waited >= every
	if due || !calm {
		painter{p.scene}.paint()
	}
	if due {
		p.refresh()
	}
}

// refresh draws the numbers and lists.
func (p *Page) refresh() {
	p.ui.waited = 0
	p.Ctx.Dispatch(func(ctx app.Context) {
		ctx.Defer(func(app.Context) { p.Guard(p.settle) })
	})
}

// settle brings what keeps a state of its own up to date with the run.
func (p *Page) settle() {
	for i, d := range p.sim.Designs() {
		if p.sim.Play.Problem() == nil {
			browser.Refill(designID(i), d.Template)
		}
	}
	settings{p}.refillLoad()
	p.lookThere()
	painter{p.scene}.fit()
	strips{p.scene}.chartSeries()
	followCell(p)
	p.slow.Follow()
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Page) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = share.Frame(p.tab, "/simulator", ui.Crashed(ui.FaultText(fault)))
		}
	}()
	painter{p.scene}.meet()
	return share.Frame(p.tab, "/simulator", view.H("main#main.sim;tabindex=-1;translate=no",
		ui.SkipToPlay(true),
		settings{p}.rail(),
		settings{p}.compareSwitch(),
		p.verdictLine(),
		view.H("div.sim__m", p.stage(), settings{p}.drawer()),
		p.inspector(),
		p.below(),
		view.H("div.vh;aria-live=polite;aria-atomic=true", view.T("span", p.announcement())),
		view.El("div#cell-said.vh;aria-live=polite;aria-atomic=true"),
		&ui.Transport{Timeline: transport{p.scene}.timeline()},
	))
}

// announcement is what a screen reader is told, while time passes at most once a
// second.
func (p *Page) announcement() string {
	text, now := p.news(), time.Now()
	if text != p.ui.said && (!p.sim.Play.Busy() || now.Sub(p.ui.saidAt) >= time.Second) {
		p.ui.said, p.ui.saidAt = text, now
	}
	return p.ui.said
}

// news says when time starts and stops, and what the manager does, in one
// sentence.
func (p *Page) news() string {
	if to, seeking := p.sim.Play.Seeking(); seeking {
		return "Running to " + view.Clock(to) + "."
	}
	if p.sim.Play.Playing() {
		if n := len(servers{p.scene}.lastNotes(1)); n > 0 {
			return servers{p.scene}.lastNotes(1)[0].text
		}
		return "Playing."
	}
	if p.sim.Play.At() > 0 {
		first, _ := sayVerdict(p.run().Verdict())
		return "Paused at " + view.Clock(p.sim.Play.At()) + ". " + first
	}
	return ""
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page { return &Page{scene: &scene{}, tab: tab} }

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/simulate", "/load", "/heat"},
		Path:    "/simulator", Name: "Simulator",
		Title: "Simulator: your keys under load · Keyrange",
		Description: "Send a load to a partitioned table and see the heat map of its key ranges: what splits, moves and " +
			"merges, and what is throttled. All in the browser.",
		Instant: true, Listed: true,
		Replay: runs.Replay,
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

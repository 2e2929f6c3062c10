package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// Simulator is the page that runs a load on a table and shows what its ranges
// and servers make of it.
type Simulator struct {
	app.Compo
	gestures
	tab *Tab

	sim *store.Simulator
	ui  simSurface
}

// simSurface is what belongs to the page and not to the run.
type simSurface struct {
	plots    [2]plot
	charts   [3]chart
	look     view.HeatLook
	rows     int // wanted rows of the heat maps
	running  bool
	waited   int64 // microseconds since the readings were last drawn
	shown    int   // which design is drawn alone, 0 or 1
	table    bool  // the series are shown as a table
	cell     cell  // under the crosshair
	pinned   *store.Why
	asking   *store.Asking
	zoom     zoom
	met      *store.SimRun // the first run when the page was drawn last
	cuts     int
	found    []store.Why // the patterns that were named
	quiz     bool        // their names are not shown
	sound    bool
	mapTable bool
	bare     bool   // only the maps are drawn
	hid      bool   // time stopped because the tab was hidden
	refusal  string // why the last command was refused
	group    int    // whose load is shown
	filed    string // what became of a file
	there    []int  // what a moment shows of the map, until the run is there

	rangeNumber uint32 // the range that was chosen
	stops       []func()
	said        string // to a screen reader
	saidAt      time.Time
}

func init() { store.Rest = browser.Rest }

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
func (p *Simulator) OnInit() {
	p.ui.look.Lines = true
	p.ui.rows = 128
	if app.IsServer {
		p.sim = store.NewSimulator(store.FirstPreset)
		return
	}
	p.sim = p.kept()
}

// simulatorName is the name under which a tab keeps the simulator that a reader
// leaves and finds again.
const simulatorName = "simulator"

func (p *Simulator) kept() *store.Simulator {
	return Kept(p.tab, simulatorName, func() (s *store.Simulator) {
		browser.Unhurried(func() { s = store.NewSimulator(store.FirstPreset) })
		return s
	})
}

// OnMount begins to follow the size of the plot and the keys.
func (p *Simulator) OnMount(ctx app.Context) {
	p.ctx, p.after, p.save, p.tab.here = ctx, func(app.Context) { p.follow() }, p.tab.save, p
	p.ui.stops = []func(){
		browser.WatchWidth(plotID(0), func(int) { p.fit() }),
		browser.WatchHidden(func() {
			ctx.Dispatch(func(app.Context) {
				p.ui.hid = p.ui.hid || p.sim.Playing()
				p.sim.Pause()
			})
		}),
	}
	p.tab.keepScreen(ctx, simulatorName, func() store.Screen { return p.kept() }, func(why string) {
		p.sim = p.kept()
		if why != "" {
			p.ui.filed = why
		}
		p.follow()
	})
	p.follow()
}

// OnDismount lets go of everything and stops the passing of time.
func (p *Simulator) OnDismount() {
	for _, stop := range p.ui.stops {
		stop()
	}
	p.ui.stops = nil
	for i := range p.ui.plots {
		p.ui.plots[i].close()
	}
	for i := range p.ui.charts {
		if c := &p.ui.charts[i]; c.series != nil {
			c.series.Close()
			*c = chart{}
		}
	}
	p.sim.Pause()
}

// gesture does something from outside an event of the page.
func (p *Simulator) gesture(do func()) {
	p.guard(func() { browser.Unhurried(do) })
	p.follow()
	p.tab.save()
}

// follow lets time pass if it should, and draws the maps once the page stands.
// A fault stops time: what follows it might only repeat it.
func (p *Simulator) follow() {
	if app.IsServer || p.ui.stops == nil {
		return
	}
	if p.crash != "" {
		p.sim.Pause()
	}
	p.ctx.Defer(func(app.Context) {
		p.guard(p.settle)
		p.start()
	})
}

// start asks for frames while there is something to do.
func (p *Simulator) start() {
	if p.ui.running || !p.sim.Busy() {
		return
	}
	p.ui.running = true
	calm := browser.CalmMotion()
	browser.Frames(func(elapsed int64) bool {
		p.guard(func() { p.frame(elapsed, calm) })
		p.ui.running = p.sim.Busy() && p.ui.stops != nil && p.crash == ""
		if !p.ui.running {
			p.refresh()
		}
		return p.ui.running
	})
}

// frame lets time pass and draws what is new.
func (p *Simulator) frame(elapsed int64, calm bool) {
	timer, budget := browser.Timer(), int64(playBudget)
	if _, seeking := p.sim.Seeking(); seeking {
		budget = seekBudget
	}
	p.sim.Advance(elapsed, func() bool { return timer() < budget })
	p.ui.waited += elapsed
	every := int64(readingEvery)
	if calm {
		every = stepEvery
	}
	due := p.ui.waited >= every
	if due || !calm {
		p.paint()
	}
	if due {
		p.refresh()
	}
}

// refresh draws the numbers and lists.
func (p *Simulator) refresh() {
	p.ui.waited = 0
	p.ctx.Dispatch(func(ctx app.Context) {
		ctx.Defer(func(app.Context) { p.guard(p.settle) })
	})
}

// settle brings what keeps a state of its own up to date with the run.
func (p *Simulator) settle() {
	for i, d := range p.sim.Designs() {
		if p.sim.Problem() == nil {
			browser.SetField(designID(i), d.Template)
		}
	}
	p.lookThere()
	p.fit()
	p.chartSeries()
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Simulator) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = shared(p.tab, "/simulator", crashed(faultText(fault)))
		}
	}()
	p.meet()
	return shared(p.tab, "/simulator", view.H("main#main.sim;tabindex=-1;translate=no",
		p.bar(),
		p.aside(),
		p.centre(),
		p.watch(),
		view.H("div.vh;aria-live=polite;aria-atomic=true", view.T("span", p.announcement())),
		view.El("div#cell-said.vh;aria-live=polite;aria-atomic=true"),
		&Transport{Timeline: p.timeline()},
	))
}

// announcement is what a screen reader is told, while time passes at most once a
// second.
func (p *Simulator) announcement() string {
	text, now := p.news(), time.Now()
	if text != p.ui.said && (!p.sim.Busy() || now.Sub(p.ui.saidAt) >= time.Second) {
		p.ui.said, p.ui.saidAt = text, now
	}
	return p.ui.said
}

// news says when time starts and stops, and what the manager does, in one
// sentence.
func (p *Simulator) news() string {
	if to, seeking := p.sim.Seeking(); seeking {
		return "Running to " + view.Clock(to) + "."
	}
	if p.sim.Playing() {
		if n := len(p.lastNotes(1)); n > 0 {
			return p.lastNotes(1)[0].text
		}
		return "Playing."
	}
	if p.sim.At() > 0 {
		first, _ := view.Verdict(p.run().Verdict())
		return "Paused at " + view.Clock(p.sim.At()) + ". " + first
	}
	return ""
}

// run is the run that lists and numbers are about.
func (p *Simulator) run() *store.SimRun {
	runs := p.sim.Runs()
	return runs[min(p.ui.shown, len(runs)-1)]
}

// NewSimulator returns the page of a tab.
func NewSimulator(tab *Tab) *Simulator { return &Simulator{tab: tab} }

package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// drawer holds every setting. It lies over the left of the map, which it never
// pushes aside.
func (p settings) drawer() app.UI {
	return view.H("div#settings.dw;role=dialog;aria-labelledby=settings-title;tabindex=-1", view.Flag("hidden", !p.ui.drawer),
		view.On("keydown", "settings", func(ctx app.Context, e app.Event) {
			if e.Get("key").String() != "Escape" {
				ctx.PreventUpdate()
				return
			}
			p.Do(p.closeDrawer)
		}),
		view.H("header.dw__h", view.T("h2#settings-title", "Settings"),
			view.H("button.btn.btn--sm.btn--quiet.btn--icon;type=button;aria-label=Close the settings", view.Icon("x"),
				p.Click("close-settings", p.closeDrawer))),
		view.T("p.sim__lesson", p.sim.Scenario().Lesson),
		p.designSection(),
		p.loadSection(),
		p.modelSection(),
		p.fileSection(),
		view.H("section", view.T("h2", "Run"),
			view.H("button#warm-up.btn.btn--sm;type=button;title=Run on until no range was split, moved or merged for 10 minutes",
				view.Flag("disabled", p.sim.Play.At() >= p.sim.Play.Span()),
				view.Icon("fast-forward"), view.Text("Warm up"), p.Click("warm-up", func() { p.sim.Play.WarmUp() }))),
	)
}

// openDrawer shows the settings with the keyboard at one of them, or takes them
// away if the same control showed them.
func (p settings) openDrawer(opener, field string) {
	if p.ui.drawer && p.ui.opener == opener {
		p.closeDrawer()
		return
	}
	p.ui.drawer, p.ui.opener = true, opener
	p.focusLater(field)
}

// moreSettings is how many settings are in the drawer and not in the rail.
func (p settings) moreSettings() int {
	n := 7 // seed, three switches, other tenants, targets and decisions
	groups := p.sim.Scenario().Groups
	if len(groups) == 0 {
		return n
	}
	if len(groups) > 1 {
		n++ // whose load is shown
	}
	switch l := p.sim.Load(min(p.ui.group, len(groups)-1), p.sim.Play.Place()); {
	case l.Paused:
		return n
	case l.Rate > 0:
		return n + 1 // reads
	}
	return n + 2 // reads and the size of a VM
}

// IDs of the slider of the load and of what it says.
const (
	loadID     = "load"
	loadSaysID = "load-says"
)

// loadRates are the rates that the slider offers. Those between them are set in the
// drawer.
var loadRates = [...]int64{1, 10, 25, 50, 100, 200, 300, 500, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 8000, 10_000, 20_000, 50_000}

// loadSlider changes how much the clients send from the playhead on: operations
// that arrive, or callers that wait for their answers.
func (p settings) loadSlider() app.UI {
	l, ok := p.shownLoad()
	at, most, text := loadPlace(&l)
	return view.H("label.fact.fact--load", view.Flag("hidden", !ok), view.T("small", "Load"),
		view.H("span",
			view.H("input;type=range;aria-label=Load", view.ID(loadID), view.Attr("max", strconv.Itoa(most)),
				view.Attr("value", strconv.Itoa(at)), view.Attr("aria-valuetext", text), view.Flag("disabled", app.IsServer),
				view.On("input", "", func(ctx app.Context, _ app.Event) {
					ctx.PreventUpdate()
					p.sayLoad(browser.Peek(loadID))
				}),
				p.On("change", loadID, func(app.Context, app.Event) { p.takeLoad() })),
			view.H("b.num", view.ID(loadSaysID), view.Text(text))))
}

// shownLoad is the load of the group that is shown. ok is false where nobody sends.
func (p settings) shownLoad() (l demand.Load, ok bool) {
	groups := p.sim.Scenario().Groups
	if len(groups) == 0 {
		return l, false
	}
	l = p.sim.Load(min(p.ui.group, len(groups)-1), p.sim.Play.Place())
	return l, !l.Paused
}

// loadPlace is where the slider stands, the last of its places, and what it says.
func loadPlace(l *demand.Load) (at, most int, text string) {
	if l.Rate == 0 {
		return max(l.VMs-1, 0), mostVMs - 1, view.Count(l.VMs*l.Threads, "caller", "callers")
	}
	for at = len(loadRates) - 1; at > 0 && loadRates[at] > l.Rate; at-- {
	}
	return at, len(loadRates) - 1, view.Number(int(l.Rate)) + "/s"
}

// loadAt changes a load to that of a place of the slider.
func loadAt(l *demand.Load, place string) bool {
	n, err := strconv.Atoi(place)
	switch {
	case err != nil:
		return false
	case l.Rate > 0:
		l.Rate = loadRates[min(max(n, 0), len(loadRates)-1)]
	default:
		l.VMs = min(max(n, 0), mostVMs-1) + 1
	}
	return true
}

// sayLoad tells the load of a place while the thumb moves.
func (p settings) sayLoad(place string) {
	if l, ok := p.shownLoad(); ok && loadAt(&l, place) {
		_, _, text := loadPlace(&l)
		browser.SetText(loadSaysID, text)
	}
}

func (p settings) takeLoad() {
	place := browser.Field(loadID)
	if l, ok := p.shownLoad(); ok && loadAt(&l, place) {
		p.done(p.sim.SetLoad(min(p.ui.group, len(p.sim.Scenario().Groups)-1), func(now *demand.Load) { loadAt(now, place) }))
	}
}

// refillLoad lets the slider follow a load that was changed elsewhere.
func (p settings) refillLoad() {
	if l, ok := p.shownLoad(); ok {
		at, _, text := loadPlace(&l)
		browser.Refill(loadID, strconv.Itoa(at))
		browser.SetText(loadSaysID, text)
	}
}

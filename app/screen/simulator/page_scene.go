package simulator

import (
	"strconv"
	"time"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// scene is what every part of the page draws from and changes: the runs, and what
// belongs to the page and not to them. A part finds the present runs in it, also
// when they were exchanged since it was drawn.
type scene struct {
	gestures
	sim *runs.State
	ui  surface
}

// surface is what belongs to the page and not to the runs.
type surface struct {
	plots    [2]plot
	charts   [3]chart
	look     runs.HeatLook
	rows     int // wanted rows of the heat maps
	running  bool
	waited   int64 // microseconds since the readings were last drawn
	shown    int   // which design is drawn alone, 0 or 1
	table    bool  // the series are shown as a table
	cell     cell  // under the crosshair
	pinned   *runs.Why
	asking   *runs.Asking
	zoom     zoom
	met      *runs.Run // the first run when the page was drawn last
	cuts     int
	found    []runs.Why // the patterns that were named
	quiz     bool       // their names are not shown
	sound    bool
	mapTable bool
	hid      bool   // time stopped because the tab was hidden
	refusal  string // why the last command was refused
	group    int    // whose load is shown
	filed    string // what became of a file
	drawer   bool   // the settings are open
	opener   string // ID of the control that opened them
	sheet    bool   // the inspector is open, on a narrow window
	there    []int  // what a moment shows of the map, until the run is there

	rangeNumber uint32 // the range that was chosen
	stops       []func()
	said        string // to a screen reader
	saidAt      time.Time
}

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// both is ui.shown when two designs stand side by side.
const both = 2

// run is the run that lists and numbers are about.
func (p *scene) run() *runs.Run {
	both := p.sim.Play.Runs()
	return both[min(p.ui.shown, len(both)-1)]
}

// drawn are the indexes of the runs that are drawn: one of them, or both.
func (p *scene) drawn() []int {
	switch n := len(p.sim.Play.Runs()); {
	case n == 0:
		return nil
	case n > 1 && p.ui.shown == both:
		return []int{0, 1}
	}
	return []int{min(p.ui.shown, len(p.sim.Play.Runs())-1)}
}

// pair are the runs whose series are drawn: the one that is shown, or both.
func (p *scene) pair() []*runs.Run {
	if both := p.sim.Play.Runs(); len(p.drawn()) > 1 {
		return both
	}
	return []*runs.Run{p.run()}
}

// whose says which of two designs lists and series are about.
func (p *scene) whose() string {
	if len(p.sim.Play.Runs()) < 2 {
		return ""
	}
	return " of " + p.run().Title
}

// command does something to the runs and keeps what is wrong with it.
func (p *scene) command(c sim.Command) { p.done(p.sim.Command(c)) }

func (p *scene) done(err error) {
	p.ui.refusal = ""
	if err == nil {
		return
	}
	p.ui.refusal = err.Error()
	if e, ok := err.(*sim.Error); ok {
		p.ui.refusal = e.Message
	}
}

func (p *scene) row(label string, control app.UI) app.UI {
	return view.H("div.ctl", view.T("span", label), control)
}

// choice is a native select over a few names.
func (p *scene) choice(id, label string, names []string, now int, chosen func(int)) app.UI {
	id = "choose-" + id
	options := make([]app.UI, len(names))
	for i, name := range names {
		options[i] = ui.Option(strconv.Itoa(i), name, i == now)
	}
	return p.Pick("select", id, options, func(v string) {
		if i, err := strconv.Atoi(v); err == nil && i < len(names) {
			chosen(i)
		}
	}, view.ID(id), view.Attr("aria-label", label))
}

// closeDrawer gives the keyboard back to the control that opened the drawer.
func (p *scene) closeDrawer() {
	p.ui.drawer = false
	p.focusLater(p.ui.opener)
}

// focusLater moves the keyboard once the page is drawn.
func (p *scene) focusLater(id string) {
	p.Ctx.Dispatch(func(ctx app.Context) { ctx.Defer(func(app.Context) { browser.Focus(id) }) })
}

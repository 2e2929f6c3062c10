package designer

import (
	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/console"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/screen/designer/incoming"
	"github.com/keyrange/keyrange/app/screen/designer/paper"
	"github.com/keyrange/keyrange/app/screen/designer/questions"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// base is the desk under a name of its own, so that go-app does not take it for a
// field that a parent sets.
type base = desk.Desk

// New returns the page of a tab. What a part needs of the page or of another part
// is set here, so that no part knows the page.
func New(tab *workspace.Tab) *Page {
	d := base{Gestures: &ui.Gestures{}, Tab: tab}
	p := &Page{base: d}
	ready := func() bool { return p.ui.cards >= cardCount }
	behind := func(place int) func() bool { return func() bool { return p.ui.deck.behind(place) } }
	p.guide.Desk, p.program.Desk, p.findings.Desk = d, d, d
	p.templates = templates{Desk: d, run: func() { p.request.run() }, focused: func(part draft.Part) { p.findings.which = int(part) }}
	p.request = request{Desk: d, templates: &p.templates, ready: ready}
	p.loader = incoming.Part{Desk: d, Forgive: p.request.forgive}
	p.columns = columns{Desk: d, templates: &p.templates, more: func(more bool) { p.ui.deck.due[asidePanel] = more }}
	p.presets = presets{Desk: d, loader: &p.loader, focus: func(id string) { p.score.Focus = id }}
	p.score = questions.Part{Desk: d, Box: p.templates.box, Asked: func() { p.request.badTop, p.ui.sheet = "", true }}
	p.answer = answer{Desk: d, ready: ready, behind: behind(resultPanel), began: p.watchPlan}
	p.ledger = ledger{Desk: d, behind: behind(ledgerPanel), shown: func() bool { return ready() && p.ui.below[ledgerPanel] }}
	p.console = console.Part{Desk: d, Open: func() bool { return p.ui.below[workbenchPanel] }}
	p.review = paper.Part{Desk: d}
	p.desks = []*base{&p.base, &p.guide.Desk, &p.program.Desk, &p.findings.Desk, &p.templates.Desk, &p.request.Desk, &p.loader.Desk,
		&p.columns.Desk, &p.presets.Desk, &p.score.Desk, &p.answer.Desk, &p.ledger.Desk, &p.console.Desk,
		&p.review.Desk}
	return p
}

// show gives all parts the playground that they work on.
func (p *Page) show(store *design.Playground) {
	for _, d := range p.desks {
		d.Store = store
	}
}

// watchPlan follows the width that there is for the plan.
func (p *Page) watchPlan(ctx app.Context) {
	p.ui.stops = append(p.ui.stops, browser.WatchWidth(planID, func(w int) {
		ctx.Dispatch(func(app.Context) { p.request.planWidth = w })
	}))
}

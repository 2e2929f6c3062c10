package designer

import (
	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// base is the desk under a name of its own, so that go-app does not take it for a
// field that a parent sets.
type base = Desk

// New returns the page of a tab. What a part needs of the page or of another part
// is set here, so that no part knows the page.
func New(tab *workspace.Tab) *Page {
	p := &Page{base: base{tab: tab}}
	d := &p.base
	ready := func() bool { return p.ui.cards >= cardCount }
	behind := func(place int) func() bool { return func() bool { return p.ui.deck.behind(place) } }
	p.guide.Desk, p.program.Desk, p.findings.Desk = d, d, d
	p.templates = templates{Desk: d, run: func() { p.request.run() }, focused: func(part draft.Part) { p.findings.which = int(part) }}
	p.request = request{Desk: d, templates: &p.templates, ready: ready}
	p.loader = loader{Desk: d, forgive: p.request.forgive}
	p.columns = columns{Desk: d, templates: &p.templates, more: func(more bool) { p.ui.deck.due[asidePanel] = more }}
	p.presets = presets{Desk: d, loader: &p.loader, focus: func(id string) { p.score.focus = id }}
	p.score = scorecard{Desk: d, box: p.templates.box, asked: func() { p.request.badTop = "" }}
	p.answer = answer{Desk: d, ready: ready, behind: behind(resultPanel), began: p.watchPlan}
	p.ledger = ledger{Desk: d, behind: behind(ledgerPanel), shown: func() bool { return ready() && p.ui.below[ledgerPanel] }}
	p.console = console{Desk: d, open: func() bool { return p.ui.below[workbenchPanel] }}
	return p
}

// watchPlan follows the width that there is for the plan.
func (p *Page) watchPlan(ctx app.Context) {
	p.ui.stops = append(p.ui.stops, browser.WatchWidth(planID, func(w int) {
		ctx.Dispatch(func(app.Context) { p.request.planWidth = w })
	}))
}

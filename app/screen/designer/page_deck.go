package designer

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// Places of the panels of the playground. The cards are the last of them. A shared
// moment names the card that was seen by its place, so places never change.
const (
	toolPanel = iota
	asidePanel
	wizardPanel
	keysPanel
	anatomyPanel
	previewsPanel
	reportPanel
	questionsPanel
	transactionsPanel
	planPanel
	resultPanel
	codePanel
	ledgerPanel
	workbenchPanel
	reviewPanel
	panelCount

	firstCard = keysPanel
	cardCount = panelCount - firstCard
)

// The cards in the order in which they stand: those about the keys alone, and what
// is asked of them.
var (
	keyCards = []int{keysPanel, previewsPanel, anatomyPanel, reportPanel}
	askCards = []int{questionsPanel, planPanel, resultPanel, transactionsPanel}
	// belowCards are there once they are opened.
	belowCards = []int{ledgerPanel, workbenchPanel, codePanel, reviewPanel}
)

// belowCaptions are what the buttons say that open the panels below the cards; empty
// for every other place.
var belowCaptions = [panelCount]struct{ title, icon string }{
	ledgerPanel:    {"Ledger", "table-2"},
	workbenchPanel: {"Console and HTTP", "arrow-left-right"},
	codePanel:      {"Copy as", "copy"},
	reviewPanel:    {"Design review", "file-text"},
}

// isBelow reports whether there is such a panel, and only once it is opened. A link
// may name any place.
func isBelow(place int) bool {
	return place >= 0 && place < panelCount && belowCaptions[place].title != ""
}

// panel draws what is at a place.
func (p *Page) panel(place int) app.UI {
	return [panelCount]func() app.UI{
		p.top, p.columns.aside, p.guide.Draw, p.templates.keyEditors, p.findings.anatomy, p.findings.previews, p.report, p.score.Draw,
		p.score.DrawTransactions, p.request.planCard, p.answer.resultCard, p.program.codeCard, p.ledger.card, p.console.Draw,
		p.review.Draw,
	}[place]()
}

// drawTime is for how long parts are drawn in one turn of the page.
const drawTime = 12 * time.Millisecond

// deck tells when each part of the playground is drawn. All of them at once
// would hold the page up. So a gesture draws the part in which it was made and
// as many others as there is time for, and the rest follow turn by turn, those
// that are seen first.
//
// What always holds: a part that was drawn before something changed is drawn
// again on a later turn.
type deck struct {
	due    [panelCount]bool // it may show something else than it should
	turns  [panelCount]int  // in how many it was chosen to be drawn with the page
	took   [panelCount]time.Duration
	panels [panelCount]*panel // nil where none is mounted
	away   [panelCount]bool   // it is outside the window
	open   int                // the part being drawn, from 1
	since  time.Time
	coming bool // a turn for what is left is on its way
	tick   bool // the page is drawn for progress alone, unless it was touched
	touch  int
	met    int  // touch when the page was drawn last
	calm   bool // the thumb of the scrubber moves: only what is seen follows it
}

// panel is one of the parts. It is drawn when Turn changes, or by itself.
type panel struct {
	app.Compo
	Page  *Page
	Place int
	Turn  int

	ctx  app.Context
	stop func()
}

// at returns the element of a panel.
func (p *Page) at(place int) app.UI {
	return &panel{Page: p, Place: place, Turn: p.ui.deck.turns[place]}
}

// panelIDs begins the ID of every panel that scrolls with the page.
const panelIDs = "panel-"

func panelID(place int) string { return panelIDs + strconv.Itoa(place) }

// OnMount begins to watch whether the part is seen.
func (x *panel) OnMount(ctx app.Context) {
	ctx.PreventUpdate() // nothing has changed
	x.ctx = ctx
	d := &x.Page.ui.deck
	d.panels[x.Place], d.away[x.Place] = x, false
	if x.Place < firstCard {
		return
	}
	x.stop = browser.WatchSeen(panelID(x.Place), func(seen bool) {
		d.away[x.Place] = !seen
		if seen && d.calm {
			x.Page.drawRest()
		}
	})
}

// OnDismount lets go of it.
func (x *panel) OnDismount() {
	if x.stop != nil {
		x.stop()
	}
	if d := &x.Page.ui.deck; d.panels[x.Place] == x {
		d.panels[x.Place] = nil
	}
}

// Render draws the part, or says that it cannot be drawn.
func (x *panel) Render() (drawn app.UI) {
	p, d := x.Page, &x.Page.ui.deck
	d.due[x.Place], x.Turn = false, d.turns[x.Place]
	d.time(x.Place + 1)
	if !app.IsServer {
		p.Ctx.Defer(func(app.Context) { d.time(0) })
	}
	defer func() {
		if fault := recover(); fault != nil {
			drawn = view.T("p.errbox;role=alert", "This part cannot be shown: "+ui.FaultText(fault))
		}
	}()
	return p.panel(x.Place)
}

// time ends the drawing of one part and begins that of another, 0 for none.
func (d *deck) time(open int) {
	now := time.Now()
	if d.open > 0 {
		d.took[d.open-1] = now.Sub(d.since)
	}
	d.open, d.since = open, now
}

// begin is called when the page is drawn, and lets some parts be drawn with it.
func (p *Page) begin() {
	d := &p.ui.deck
	switch {
	case !d.tick || d.touch != d.met:
		for place := range d.due {
			d.due[place] = true
		}
	case p.Store.Phase() == design.Ready: // the scorecard and long answers grow
		for _, place := range [...]int{questionsPanel, transactionsPanel, resultPanel, ledgerPanel, reviewPanel} {
			d.due[place] = true
		}
	}
	d.tick, d.met = false, d.touch
	d.next(false, func(place int) { d.turns[place]++ })
	if !app.IsServer {
		p.Ctx.Defer(func(app.Context) { p.drawRest() })
		browser.Drawing(!d.whole())
	}
}

// next takes the parts that come next, as many as there is time for; force
// takes one in any case.
func (d *deck) next(force bool, take func(place int)) {
	left := drawTime
	for _, away := range [...]bool{false, true} {
		for place, x := range d.panels {
			if x == nil || !d.due[place] || d.away[place] != away || away && d.calm {
				continue
			}
			if left -= d.took[place]; left < 0 && !force {
				return
			}
			force = false
			take(place)
		}
	}
}

// whole reports whether every part shows what there is, or may wait.
func (d *deck) whole() bool {
	left := 0
	d.next(true, func(int) { left++ })
	return left == 0
}

// behind reports whether a part does not show yet what there is.
func (d *deck) behind(place int) bool { return d.due[place] }

// drawRest draws more parts on the next turn, if some are behind. The page
// around them stays.
func (p *Page) drawRest() {
	d := &p.ui.deck
	if d.coming || p.work.stopped || app.IsServer {
		return
	}
	if d.whole() {
		browser.Drawing(false)
		return
	}
	d.coming = true
	browser.Soon(func() {
		p.Ctx.Dispatch(func(ctx app.Context) {
			ctx.PreventUpdate()
			d.coming = false
			d.next(true, func(place int) {
				d.panels[place].ctx.Dispatch(func(app.Context) { p.Ctx.PreventUpdate() })
			})
			ctx.Defer(func(ctx app.Context) {
				p.drawRest()
				if !d.coming {
					p.Guard(func() { p.settle(ctx) })
				}
			})
		})
	})
}

// follow says whether the thumb of the scrubber moves. While it does, nothing is
// built and only what is seen is drawn.
func (p *Page) follow(moves bool) {
	p.ui.deck.calm = moves
	if !moves {
		p.Ctx.Dispatch(p.after)
	}
}

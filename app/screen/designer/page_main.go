package designer

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/console"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/screen/designer/incoming"
	"github.com/keyrange/keyrange/app/screen/designer/paper"
	"github.com/keyrange/keyrange/app/screen/designer/questions"
	"github.com/keyrange/keyrange/app/screen/designer/wizard"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// IDs of elements that the page reaches for.
const (
	filterID   = "filter"
	topID      = "top"
	planID     = "plan"
	gridID     = "grid"
	gridBodyID = "grid-body"
	renameID   = "rename"
	chooseID   = "import"

	columnsOpenID = "columns-open"
)

// Page is the page on which keys are defined over data and queried.
type Page struct {
	app.Compo
	base
	desks []*base // its own and those of its parts
	ui    surface
	work  work

	loader    incoming.Part
	columns   columns
	presets   presets
	guide     wizard.Part
	templates templates
	findings  findings
	score     questions.Part
	request   request
	answer    answer
	program   program
	ledger    ledger
	console   console.Part
	review    paper.Part
}

// surface is what belongs to the page and not to the design: what is open, and
// how far it is drawn.
type surface struct {
	below     [panelCount]bool // the panels that are open below the cards
	drawer    bool             // the drawer of the columns is open
	sheet     bool             // the sheet of the query is open, on a narrow window
	deciding  bool             // the question about bad rows has had the focus
	deck      deck
	cards     int    // how many of the cards are there
	unfolding bool   // one more is on its way
	said      string // the last thing told to screen readers
	stops     []func()
}

// OnInit finds or makes the state before the first drawing.
func (p *Page) OnInit() {
	p.columns.close()
	p.request.planWidth = desk.PlanWidth
	if app.IsServer {
		p.show(design.New(0))
		return
	}
	p.show(p.Tab.Table())
}

// OnMount begins to take files, pasted text and keys.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.After, p.Save, p.Tab.Here = ctx, p.after, p.Tab.Save, p
	p.ui.stops = []func(){
		browser.WatchDrops(
			func(on bool) { ctx.Dispatch(func(app.Context) { p.loader.Dropping = on }) },
			func(f browser.File) {
				ctx.Dispatch(func(ctx app.Context) { p.Tab.WhenOpen(func() { p.loader.Open(ctx, f) }) })
			},
		),
		browser.WatchPastes(func(text string) {
			ctx.Dispatch(func(ctx app.Context) {
				p.Tab.WhenOpen(func() { p.Gesture(ctx, func() { p.loader.TakePaste(ctx, text) }) })
			})
		}),
		browser.WatchKeys(func(k browser.Key) bool { return p.shortcut(ctx, k) }),
	}
	p.Tab.KeepFor(ctx, func() {
		if !p.Tab.Reloaded || p.Store.Edit.Journal().Len() == 0 {
			p.arrive(ctx)
		}
		p.after(ctx)
	})
	if !p.Tab.Opening {
		p.arrive(ctx)
		p.after(ctx)
	}
}

// OnNav follows a link to a sample or to the import.
func (p *Page) OnNav(ctx app.Context) {
	if !p.Tab.Opening {
		p.arrive(ctx)
	}
}

// OnDismount lets go of everything that was watched.
func (p *Page) OnDismount() {
	for _, stop := range p.ui.stops {
		stop()
	}
	p.ui.stops = nil
	p.request.dropEditor()
	p.answer.stop()
	p.ledger.stop()
	p.work.stopped = true
	p.loader.CancelReading()
	browser.Drawing(false)
}

// arrive does what the fragment of the address asks for, once.
func (p *Page) arrive(ctx app.Context) {
	if app.IsServer {
		return
	}
	fragment := ctx.Page().URL().Fragment
	if s, ok := draft.SampleByID(fragment); ok && p.Store.Edit.Work().Set.Sample != s.ID {
		p.loader.Fetch(ctx, s)
	}
	if fragment == chooseID {
		ctx.Defer(func(app.Context) { browser.Focus(chooseID) })
	}
}

// shortcut opens the drawer, steps over a placeholder or mends a trap. It reports whether it took the key; those of the
// transport bar are its own.
func (p *Page) shortcut(ctx app.Context, k browser.Key) bool {
	if !k.InField && !k.Command && k.Name == "h" && p.Store.Rows.HasData() {
		ctx.Dispatch(func(ctx app.Context) { p.Gesture(ctx, func() { showExchange(p) }) })
		return true
	}
	if !k.InField && k.Name == "escape" && (isAnyOpen(p) || browser.FoldSheets()) {
		ctx.Dispatch(func(ctx app.Context) { p.Gesture(ctx, func() { closeLast(p) }) })
		return true
	}
	if p.templates.slotKey(k) {
		return true
	}
	if k.Digit > 0 && p.Store.Rows.HasData() {
		return p.findings.fixByKey(ctx, k.Digit)
	}
	return false
}

// after starts pending work and, once the page is drawn, brings those elements
// up to date that keep a state of their own: fields and the grid.
func (p *Page) after(ctx app.Context) {
	if app.IsServer {
		return
	}
	p.ui.deck.touch++
	p.holdTrials(ctx)
	p.advance(ctx)
	ctx.Defer(func(ctx app.Context) { p.Guard(func() { p.settle(ctx) }) })
}

func (p *Page) settle(ctx app.Context) {
	for part, id := range desk.EditorIDs[:desk.SelectPart] {
		browser.Refill(id, p.Store.Keys.Template(draft.Part(part)).Text)
	}
	browser.Refill(desk.SelectID, p.Store.Hints.Select())
	browser.Refill(ownKeysID, p.Store.Keys.OwnKeys())
	p.request.showEditor(ctx)
	if p.request.badTop == "" {
		browser.Refill(topID, desk.TopText(p.Store.Request.Top()))
	}
	p.console.Settle(ctx)
	p.review.Settle()
	if !p.ui.deck.calm {
		p.loader.FetchWanted(ctx)
		p.Tab.Save()
	}
	p.score.Settle()
	deciding := p.Store.Phase() == design.Deciding
	if deciding && !p.ui.deciding {
		browser.Focus(incoming.DecisionID)
	}
	p.ui.deciding = deciding
	p.answer.show(ctx)
	p.ledger.show(ctx)
	p.unfold(ctx)
	if p.Tab.Landing != "" && p.Store.Phase() == design.Ready && p.ui.cards == cardCount && p.ui.deck.whole() {
		at := panelIDs + p.Tab.Landing
		p.ui.sheet = p.ui.sheet || slices.Contains(sheetPlaces[:], p.Tab.Landing)
		if place, err := strconv.Atoi(p.Tab.Landing); err == nil && isBelow(place) && !p.ui.below[place] {
			p.ui.below[place] = true
			ctx.Dispatch(func(ctx app.Context) { p.after(ctx) })
			return
		}
		p.Tab.Landing = ""
		browser.Frame(func() { browser.RevealTop(at) })
	}
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Page) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = share.Frame(p.Tab, "/playground", ui.Crashed(ui.FaultText(fault)))
		}
	}()
	return share.Frame(p.Tab, "/playground", p.main())
}

func (p *Page) main() app.UI {
	p.begin()
	classes := []string{"pg"}
	if !p.Store.Rows.HasData() {
		classes = append(classes, "pg--empty")
	} else if p.ui.drawer {
		classes = append(classes, "pg--columns")
	}
	return view.El("main#main;tabindex=-1").Class(classes...).Attr("translate", "no").Body(
		ui.SkipToPlay(p.Store.Edit.Journal().Len() > 0),
		p.at(toolPanel),
		p.at(asidePanel),
		view.H("div.pg__main",
			view.H("div", p.loader.Notices()...),
			view.H("div.panel.rises", app.If(p.presets.open, p.presets.panel)),
			view.H("div.panel.rises", app.If(p.Store.Rows.HasData() && p.Store.Guide.Wizard().Open, func() app.UI { return p.at(wizardPanel) })),
			p.body(),
		),
		app.If(p.Store.Edit.Journal().Len() > 0, p.transport),
		view.H("div.vh;aria-live=polite;aria-atomic=true", view.T("span", p.announcement())),
		app.If(p.loader.Dropping, func() app.UI {
			return view.T("div.over;aria-hidden=true", "Drop the file to import it")
		}),
	)
}

func (p *Page) body() app.UI {
	if !p.Store.Rows.HasData() {
		return p.loader.Start()
	}
	return view.H("div.pg__cards",
		view.Around("div.pg__keys", cards(p, keyCards, 0)),
		view.H("div.pg__asks", slices.Concat(asked(p), []app.UI{belowBar(p)},
			cards(p, belowCards, len(keyCards)+len(askCards)))...),
	)
}

// asked are the questions and, in a sheet on a narrow window, the query and its result.
func asked(p *Page) []app.UI {
	all := cards(p, askCards, len(keyCards))
	first, last := slices.Index(askCards, planPanel), slices.Index(askCards, resultPanel)+1
	sheet := view.Around("div", append([]app.UI{queryPeek(p)}, all[first:last]...), ui.Sheet(p.ui.sheet))
	return append(append(all[:first:first], sheet), all[last:]...)
}

// cards are those of a list that are there yet; before tells how many cards stand
// before them.
func cards(p *Page, places []int, before int) []app.UI {
	drawn := make([]app.UI, len(places))
	for i, place := range places {
		there := before+i < p.ui.cards && (!isBelow(place) || p.ui.below[place])
		drawn[i] = view.H("div", view.ID(panelID(place)), app.If(there, func() app.UI { return p.at(place) }),
			app.If(there, func() app.UI { return p.sampleNote(place) }))
	}
	return drawn
}

// unfold draws one more card on each turn of the page until all are there. The
// elements of all cards at once would hold the page up for too long, so while
// the first table is being built only the key editors are drawn.
func (p *Page) unfold(ctx app.Context) {
	if p.Store.Phase() == design.Building && p.Store.Table.Analysis() == nil && p.ui.cards > 0 {
		return
	}
	if !p.Store.Rows.HasData() || p.ui.cards >= cardCount || p.ui.unfolding || p.work.stopped {
		return
	}
	p.ui.unfolding = true
	browser.Soon(func() {
		ctx.Dispatch(func(ctx app.Context) {
			p.ui.unfolding = false
			p.ui.cards++
			p.ui.deck.tick = true
			ctx.Defer(func(ctx app.Context) { p.Guard(func() { p.settle(ctx) }) })
		})
	})
}

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/designer", "/design", "/keys"},
		Path:    "/playground", Name: "Keys and queries", Bench: true,
		Title: "Playground: define keys and query them · Keyrange",
		Description: "Load a CSV or JSON file, write key templates, look at partition sizes and sort order, and run a " +
			"$filter against the result. Nothing leaves the page.",
		Instant: true, Listed: true,
		Replay: Replay,
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

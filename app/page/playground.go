package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// IDs of elements that the page reaches for.
const (
	filterID   = "filter"
	topID      = "top"
	planID     = "plan"
	gridID     = "grid"
	gridBodyID = "grid-body"
	pasteID    = "paste-text"
	renameID   = "rename"
	chooseID   = "import"
	decisionID = "decision"
)

// Playground is the page on which keys are defined over data and queried.
type Playground struct {
	app.Compo

	// ctx is that of the page. An event's own context ends with the element
	// that it came from, and a button may be gone before its work is done.
	ctx app.Context

	store *store.Playground
	ui    surface
	work  work
	crash string // what went wrong in a handler or a drawing, empty if nothing did
}

// surface is what belongs to the page and not to the design: what is open,
// what is typed and not yet done, and how wide a drawing may be.
type surface struct {
	openColumn int    // the column whose settings are open, -1 for none
	badName    string // why a new column name is refused
	badTop     string // why the $top as typed is refused
	editing    int    // the key editor that had the focus last
	list       completion
	bench      bench
	pasting    bool
	deciding   bool // the question about bad rows has had the focus
	dropping   bool
	cards      int  // how many of the cards are drawn
	unfolding  bool // one more is on its way
	planWidth  int
	plan       store.PlanView // the last plan of a filter without an error
	planned    bool
	said       string // the last thing told to screen readers
	grid       *browser.Grid
	gridRev    int
	rows       *view.Rows
	stops      []func()
}

// kept is the playground that a reader leaves when going to another page of
// the site and finds again on coming back.
var kept *store.Playground

// OnInit finds or makes the state before the first drawing.
func (p *Playground) OnInit() {
	p.ui.openColumn = -1
	p.ui.planWidth = defaultPlanWidth
	if app.IsServer {
		p.store = store.New(0)
		return
	}
	if kept == nil {
		kept = store.New(table.TicksOf(time.Now()))
	}
	p.store = kept
}

// OnMount begins to take files, pasted text and keys.
func (p *Playground) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.ui.stops = []func(){
		browser.WatchDrops(
			func(on bool) { ctx.Dispatch(func(app.Context) { p.ui.dropping = on }) },
			func(f browser.File) { ctx.Dispatch(func(ctx app.Context) { p.open(ctx, f) }) },
		),
		browser.WatchPastes(func(text string) {
			ctx.Dispatch(func(ctx app.Context) {
				p.guard(func() { p.takePaste(ctx, text) })
				p.after(ctx)
			})
		}),
		browser.WatchKeys(func(k browser.Key) bool { return p.shortcut(ctx, k) }),
	}
	p.arrive(ctx)
	p.after(ctx)
}

// OnNav follows a link to a sample or to the import.
func (p *Playground) OnNav(ctx app.Context) { p.arrive(ctx) }

// OnDismount lets go of everything that was watched.
func (p *Playground) OnDismount() {
	for _, stop := range p.ui.stops {
		stop()
	}
	p.ui.stops = nil
	if p.ui.grid != nil {
		p.ui.grid.Stop()
		p.ui.grid = nil
	}
	p.work.stop()
}

// arrive does what the fragment of the address asks for, once.
func (p *Playground) arrive(ctx app.Context) {
	if app.IsServer {
		return
	}
	fragment := ctx.Page().URL().Fragment
	if s, ok := store.SampleByID(fragment); ok && p.store.Source().SampleID != s.ID {
		p.fetch(ctx, s)
	}
	if fragment == chooseID {
		ctx.Defer(func(app.Context) { browser.Focus(chooseID) })
	}
}

// shortcut undoes and redoes. It reports whether it took the key.
func (p *Playground) shortcut(ctx app.Context, k browser.Key) bool {
	if !k.InField && !k.Command && k.Name == "h" && p.store.HasData() {
		ctx.Dispatch(func(ctx app.Context) { p.gesture(ctx, p.toggleDrawer) })
		return true
	}
	if k.InField || !k.Command {
		return false
	}
	switch {
	case k.Name == "z" && !k.Shift && p.store.CanUndo():
		ctx.Dispatch(func(ctx app.Context) { p.gesture(ctx, p.store.Undo) })
	case (k.Name == "y" || k.Name == "z" && k.Shift) && p.store.CanRedo():
		ctx.Dispatch(func(ctx app.Context) { p.gesture(ctx, p.store.Redo) })
	default:
		return false
	}
	return true
}

// gesture does something to the store and then what follows from it.
func (p *Playground) gesture(ctx app.Context, do func()) {
	p.guard(do)
	p.after(ctx)
}

// after starts pending work and, once the page is drawn, brings those elements
// up to date that keep a state of their own: fields and the grid.
func (p *Playground) after(ctx app.Context) {
	if app.IsServer {
		return
	}
	p.advance(ctx)
	ctx.Defer(func(ctx app.Context) { p.guard(func() { p.settle(ctx) }) })
}

func (p *Playground) settle(ctx app.Context) {
	for part, id := range editorIDs {
		browser.SetField(id, p.store.Template(store.Part(part)).Text)
	}
	text, _ := p.store.Filter()
	browser.SetField(filterID, text)
	if p.ui.badTop == "" {
		browser.SetField(topID, topText(p.store.Top()))
	}
	p.settleBench(ctx)
	deciding := p.store.Phase() == store.Deciding
	if deciding && !p.ui.deciding {
		browser.Focus(decisionID)
	}
	p.ui.deciding = deciding
	p.showGrid(ctx)
	p.unfold(ctx)
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Playground) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = shell("/playground", false, crashed(faultText(fault)))
		}
	}()
	return shell("/playground", false, p.main())
}

func (p *Playground) main() app.UI {
	classes := []string{"pg"}
	if !p.store.HasData() {
		classes = append(classes, "pg--empty")
	}
	return view.El("main#main;tabindex=-1").Class(classes...).Attr("translate", "no").Body(
		p.toolbar(),
		app.If(p.store.HasData(), p.aside),
		view.El("div.pg__main").Body(
			view.El("div").Body(p.notices()...),
			p.body(),
		),
		app.If(p.store.HasData(), p.history),
		view.El("div.vh;aria-live=polite;aria-atomic=true").Body(view.El("span").Text(p.announcement())),
		app.If(p.ui.dropping, func() app.UI {
			return view.El("div.over;aria-hidden=true").Text("Drop the file to import it")
		}),
	)
}

func (p *Playground) body() app.UI {
	if !p.store.HasData() {
		return p.start()
	}
	cards := []func() app.UI{p.keyEditors, p.previews, p.report, p.questions, p.planCard, p.resultCard, p.workbench}
	drawn := make([]app.UI, len(cards))
	for i, card := range cards {
		drawn[i] = view.El("div").Body(app.If(i < p.ui.cards, card))
	}
	return view.El("div.pg__cards").Body(drawn...)
}

// cardCount is how many cards the page has.
const cardCount = 7

// unfold draws one more card on each turn of the page until all are there. The
// elements of all cards at once would hold the page up for too long, so while
// the first table is being built only the key editors are drawn.
func (p *Playground) unfold(ctx app.Context) {
	if p.store.Phase() == store.Building && p.store.Analysis() == nil && p.ui.cards > 0 {
		return
	}
	if !p.store.HasData() || p.ui.cards >= cardCount || p.ui.unfolding || p.work.stopped {
		return
	}
	p.ui.unfolding = true
	browser.Soon(func() {
		ctx.Dispatch(func(ctx app.Context) {
			p.ui.unfolding = false
			p.ui.cards++
			ctx.Defer(func(ctx app.Context) { p.guard(func() { p.settle(ctx) }) })
		})
	})
}

package workshop

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// Page is the page of one workshop.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab
	ID  string // of the workshop, or of the one from a file

	state  *State
	shown  string // the ID that state belongs to
	failed string // why the workshop cannot be shown, empty if it can
	wrong  string // what is wrong with the number that was typed
	now    int64  // ms: the time that the timer shows
	said   string // what became of a gesture
	tell   func(text string)
	stops  []func()
	mount  bool
	ticks  bool // the timer moves
}

// New returns the page of a workshop.
func New(tab *workspace.Tab, id string) *Page { return &Page{tab: tab, ID: id} }

// OnInit finds the workshop before the first drawing, where it is at hand.
func (p *Page) OnInit() {
	if w := shelfOf(p.tab).at(p.ID); w != nil {
		p.shown, p.failed, p.state = p.ID, "", NewState(w)
	}
}

// OnMount begins to hear the window that presents.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.mount, p.gestures.After = ctx, true, func(app.Context) { p.keep() }
	var stop func()
	p.tell, stop = browser.OpenChannel(func(text string) { ctx.Dispatch(func(app.Context) { p.hear(text) }) })
	p.stops = []func(){stop}
	p.arrive(ctx)
}

// OnNav follows the number in the address.
func (p *Page) OnNav(app.Context) { p.follow() }

// OnUpdate follows a link from one workshop to another.
func (p *Page) OnUpdate(ctx app.Context) { p.arrive(ctx) }

// OnDismount lets go of what was heard.
func (p *Page) OnDismount() {
	p.mount = false
	for _, stop := range p.stops {
		stop()
	}
}

// arrive loads the workshop unless it is the one that is shown, and goes back to
// where the class was.
func (p *Page) arrive(ctx app.Context) {
	if app.IsServer || p.shown == p.ID && p.now != 0 {
		return
	}
	if p.shown != p.ID {
		p.OnInit()
	}
	if p.shown == p.ID && p.ID != fileID {
		p.enter(ctx)
		return
	}
	id := p.ID
	shelfOf(p.tab).load(id, func(problem string) {
		ctx.Dispatch(func(ctx app.Context) {
			if id != p.ID {
				return
			}
			if p.failed = problem; problem == "" {
				p.OnInit()
				p.enter(ctx)
			}
		})
	})
}

// leadPlace stands behind the # of the address of the second window of who presents.
const leadPlace = "lead"

// enter begins with what was kept, and with the number in the address.
func (p *Page) enter(ctx app.Context) {
	p.now = browser.Now()
	p.state.Restore(browser.Remembered(p.keptName()))
	browser.Remember(lastName, p.ID)
	if p.follow(); browser.Fragment() == leadPlace {
		p.state.Leads = true
	}
	p.tell("ask")
	p.start(ctx)
}

// follow goes to the item whose number is in the address.
func (p *Page) follow() {
	if p.state == nil || app.IsServer {
		return
	}
	if _, n := Place(browser.Fragment()); n > 0 && n != p.state.At {
		p.state.Show(n)
	}
}

func (p *Page) keptName() string { return lastName + ".at." + p.ID }

// keep keeps where the class is.
func (p *Page) keep() {
	if p.state != nil {
		browser.Remember(p.keptName(), p.state.Text())
	}
}

// start lets the timer move, once.
func (p *Page) start(ctx app.Context) {
	if !p.ticks {
		p.ticks = true
		p.tick(ctx)
	}
}

// tick moves the timer while it is seen.
func (p *Page) tick(ctx app.Context) {
	if p.ticks = p.mount && p.state.Leads; !p.ticks {
		return
	}
	p.now = browser.Now()
	ctx.After(time.Second, p.tick)
}

// hear takes in what the window that presents says: shows, a path and a title,
// between tabs.
func (p *Page) hear(text string) {
	parts := strings.SplitN(text, "\t", 3)
	if p.state == nil || !p.state.Leads || len(parts) != 3 || parts[0] != "shows" {
		return
	}
	if n := p.state.Hears(parts[1], parts[2]); n > 0 && n != p.state.At {
		p.begin(n)
	}
	p.keep()
}

// begin begins an item now.
func (p *Page) begin(n int) {
	p.now = browser.Now()
	p.state.Begin(n, p.now)
	browser.RevealTop(itemID(n))
}

func itemID(n int) string { return strconv.Itoa(n) }

// lead shows what the one who leads sees, or ends that.
func (p *Page) lead(on bool) {
	p.state.Leads = on
	if on {
		p.tell("ask")
		p.start(p.Ctx)
		return
	}
	p.state.Stop()
}

// Render draws the workshop.
func (p *Page) Render() app.UI {
	here := Path + "/" + p.ID
	switch {
	case p.failed != "":
		return ui.Shell(here, true, lost("The workshop cannot be shown", p.failed))
	case p.state == nil || p.shown != p.ID:
		return ui.Shell(here, false, lost("A workshop", "The workshop is on its way. One from a file opens as soon as the page runs."))
	}
	return ui.Shell(here, true, view.H("main#main;tabindex=-1", view.Around("div.wrap.ws", p.parts())))
}

func lost(title, text string) app.UI {
	return view.H("main#main;tabindex=-1", view.H("div.wrap", view.H("div.lost",
		view.T("h1", title), view.T("p;role=status", text),
		view.H("p", view.H("a.btn", view.Attr("href", ui.Address(Path)), view.Text("All workshops"))),
	)))
}

// parts are what the page has, from the top down.
func (p *Page) parts() []app.UI {
	w := p.state.Plan
	list := []app.UI{
		view.H("nav.crumb;aria-label=Breadcrumb", view.H("a", view.Attr("href", ui.Address(Path)), view.Text("Workshops")),
			view.T("span;aria-hidden=true", "/"), view.T("span.num", strconv.Itoa(w.Minutes)+" minutes")),
		view.T("h1", w.Title),
		view.H("div.ws__lede.prose", p.prose().Blocks(w.Lede)...),
		view.H("dl.ws__for", view.T("dt", "For"), view.T("dd", w.For), view.T("dt", "Bring"), view.T("dd", w.Bring)),
		view.H("div", app.If(p.Crash != "", p.CrashNotice)),
	}
	if p.state.Leads {
		list = append(list, p.desk())
	} else {
		list = append(list, p.where())
	}
	starts, items := w.Starts(), make([]app.UI, len(w.Items))
	for i := range w.Items {
		items[i] = p.item(i+1, starts[i])
	}
	return append(list, view.H("h2.ws__h", view.Text("Agenda")), view.H("ol.ws__l;aria-label=Agenda", items...), p.roles())
}

// prose draws text whose links belong to the site.
func (p *Page) prose() view.Prose { return view.Prose{Link: link} }

func link(s lessons.Span) app.UI {
	to := map[lessons.SpanKind]string{lessons.LessonLink: "/lessons/", lessons.TermLink: "/glossary#", lessons.SiteLink: ""}
	if before, own := to[s.Kind]; own {
		return view.H("a", view.Attr("href", ui.Address(before+s.Target)), view.Text(s.Text))
	}
	return view.H("a;target=_blank;rel=noopener noreferrer", view.Attr("href", s.Target), view.Text(s.Text))
}

// lessonOf is what the catalogue says of a lesson.
func lessonOf(id string) (content.Entry, bool) {
	for _, e := range content.Catalogue() {
		if e.ID == id {
			return e, true
		}
	}
	return content.Entry{}, false
}

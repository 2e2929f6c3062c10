package lesson

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/runner"
)

// IDs of elements of a lesson.
const (
	commandID = "lesson-command"
	guideID   = "guide"
	stageID   = "stage"
	benchID   = "bench"
)

// Page is the page of one lesson: the guide, the stage and the workbench.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab
	ID  string // of the lesson, or of a pack's lesson that was opened

	store  *State
	shown  string // the ID that store belongs to
	failed string // why the lesson cannot be shown, empty if it can
	open   map[string]int
	picked map[string][]int // places of the values that are chosen for a task's control
	asked  string           // ID of the task whose solution is asked for
	on     performance      // on the stage
	saved  int              // Rev of the store that is kept
	told   string           // what the page around knows of the progress
	full   bool             // nothing can be kept on this device
	met    bool             // the reader knows how a lesson works

	rehearsal *simulated.Rehearsal // what runs before something is done, nil for nothing

	outcomes []runner.Outcome // of the step on the stage, as drawn now
	plays    int              // counts what was played, so that an old timer stops
	stops    []func()
}

// OnInit finds the lesson before the first drawing, where it is at hand.
func (p *Page) OnInit() { p.take() }

// take opens the lesson if its file is at hand. It reports whether it is.
func (p *Page) take() bool {
	l := shelfOf(p.tab).lessonFile(p.ID)
	if l == nil {
		return false
	}
	runs, saved := &simulated.Runs{}, shelfOf(p.tab).book()[p.ID]
	r := runs.Rehearse(openingCommands(l, saved))
	if r != nil && !app.IsServer && p.stops == nil {
		return false // it takes too long before the page stands
	}
	p.shown, p.failed, p.asked = p.ID, "", ""
	p.open, p.picked, p.store = map[string]int{}, map[string][]int{}, nil
	p.ready(r, func() {
		p.store = newLessonSharing(l, saved, runs)
		p.store.Foreign = shelfOf(p.tab).foreign[p.ID] != nil
		p.saved = p.store.Rev
	})
	if !app.IsServer && p.ID != packID {
		browser.Remember(lastName, p.ID)
	}
	return true
}

// OnMount begins to take keys.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.gestures.After = ctx, p.after
	p.on.mount(ctx)
	p.met = browser.Remembered(coachName) != ""
	p.stops = []func(){browser.WatchKeys(p.shortcut)}
	p.arrive(ctx)
	report(p)
}

// OnUpdate follows a link from one lesson to another.
func (p *Page) OnUpdate(ctx app.Context) { p.arrive(ctx) }

// OnDismount lets go of what was watched.
func (p *Page) OnDismount() {
	for _, stop := range p.stops {
		stop()
	}
	p.plays++
	p.on.leave()
}

// arrive loads the lesson unless it is the one that is shown.
func (p *Page) arrive(ctx app.Context) {
	if app.IsServer || p.shown == p.ID || p.take() {
		return
	}
	id := p.ID
	shelfOf(p.tab).load(id, func(problem string) {
		ctx.Dispatch(func(app.Context) {
			if id != p.ID {
				return
			}
			if p.failed = problem; problem == "" {
				p.take()
			}
		})
	})
}

// after keeps what was reached.
func (p *Page) after(app.Context) {
	if p.store == nil {
		return
	}
	p.Guard(p.refer)
	if p.saved == p.store.Rev {
		return
	}
	p.saved = p.store.Rev
	book := shelfOf(p.tab).book()
	book[p.ID] = p.store.Progress()
	text := book.Text()
	browser.Remember(bookName, text)
	p.full = browser.Remembered(bookName) != text
	report(p)
}

// report tells the page around, if this is a part of one, what was reached.
func report(p *Page) {
	if p.store == nil || !browser.Embedded() {
		return
	}
	if text := reportText(p.store); text != p.told {
		p.told = text
		browser.Report(text)
	}
}

// shortcut goes round the regions with F6. It reports whether it took the key.
func (p *Page) shortcut(k browser.Key) bool {
	if k.Name != "F6" {
		return false
	}
	regions := []string{guideID, stageID, benchID}
	next := 0
	if p.store != nil && screenOf(p.store.session()) != nil {
		regions = regions[:2]
	}
	for i, id := range regions {
		if k.Target == id || id == benchID && k.Target == commandID {
			next = i + 1
		}
	}
	to := regions[next%len(regions)]
	if to == guideID {
		browser.Press(guideTab)
	} else {
		browser.Press(tryTab)
	}
	browser.Focus(to)
	return true
}

// key tells the handlers of lessons apart.
func (p *Page) key(s string) string { return p.shown + "/" + s }

// playEvery is the time between two commands of what plays.
const playEvery = 900 * time.Millisecond

// play begins to show something, a command at a time.
func (p *Page) play(ctx app.Context, begin func()) {
	begin()
	browser.Press(tryTab)
	p.plays++
	p.playOn(ctx, p.plays)
}

func (p *Page) playOn(ctx app.Context, plays int) {
	if plays != p.plays {
		return
	}
	p.ready(p.store.rehearse(p.store.nextCommands()), func() {
		if plays == p.plays && p.store.playNext() {
			ctx.After(playEvery, func(ctx app.Context) { p.playOn(ctx, plays) })
		}
	})
}

// Render draws the lesson.
func (p *Page) Render() app.UI {
	here := "/lessons/" + p.ID
	switch {
	case p.failed != "":
		return ui.Shell(here, true, lost("The lesson cannot be shown", p.failed))
	case p.store == nil || p.shown != p.ID:
		return ui.Shell(here, false, view.H("main#main;tabindex=-1", view.H("div.wrap", view.H("div.lost",
			view.T("h1", "A lesson"), view.T("p;role=status", "The lesson is on its way. One from a pack opens as soon as the page runs."),
			view.H("p", view.H("a.btn", view.Attr("href", ui.Address("/lessons")), view.Text("All lessons"))),
		))))
	}
	return ui.Shell(here, false, p.frame())
}

func lost(title, text string) app.UI {
	return view.H("main#main;tabindex=-1", view.H("div.wrap", view.H("div.lost",
		view.T("h1", title), view.T("p", text),
		view.H("p", view.H("a.btn", view.Attr("href", ui.Address("/lessons")), view.Text("All lessons"))),
	)))
}

// crumb says where the lesson stands among the others.
func crumb(l *lessons.Lesson) app.UI {
	track, place, of := trackTitle(l.Track), 0, 0
	for _, e := range content.Catalogue() {
		if e.Track == l.Track {
			if of++; e.Number <= l.Number {
				place++
			}
		}
	}
	return view.H("nav.crumb;aria-label=Breadcrumb",
		view.H("a", view.Attr("href", ui.Address("/lessons")), view.Text("Lessons")),
		view.T("span;aria-hidden=true", "/"),
		view.H("a", view.Attr("href", ui.Address("/lessons#"+l.Track)), view.Text(track)),
		view.T("span;aria-hidden=true", "/"),
		view.T("span.num", strconv.Itoa(place)+" of "+strconv.Itoa(of)+", "+strconv.Itoa(l.Minutes)+" minutes"),
	)
}

// prose draws text whose chips and links belong to this lesson.
func (p *Page) prose() view.Prose { return view.Prose{Link: p.link} }

func (p *Page) link(s lessons.Span) app.UI {
	switch s.Kind {
	case lessons.DemoLink:
		return view.H("button.chip;type=button", view.Icon("play", "ic--12"), view.Text(s.Text),
			p.On("click", p.key("demo/"+s.Target), func(app.Context, app.Event) {
				p.play(p.Ctx, func() { p.store.playDemo(s.Target, s.Text) })
			}),
		)
	case lessons.TermLink:
		a := view.El("a.term").Attr("href", ui.Address("/glossary#"+s.Target)).Text(s.Text)
		for _, t := range content.Glossary() {
			if t.ID == s.Target && t.Colour != "" {
				a = a.Class("t", "t--"+t.Colour)
			}
		}
		return a
	case lessons.LessonLink:
		return view.H("a", view.Attr("href", ui.Address("/lessons/"+s.Target)), view.Text(s.Text))
	case lessons.SiteLink:
		return view.H("a", view.Attr("href", ui.Address(s.Target)), view.Text(s.Text))
	}
	return view.H("a;target=_blank;rel=noopener noreferrer", view.Attr("href", s.Target), view.Text(s.Text))
}

// timeline is the log of the step on the stage.
func (p *Page) timeline() ui.Timeline {
	at, length := p.store.Place(), p.store.Len()
	text := "at the start"
	if length > 0 {
		text = strconv.Itoa(at) + " of " + strconv.Itoa(length)
	}
	return ui.Timeline{
		Name: "Commands", Length: length, Place: at, Text: text,
		Seek: func(n int) {
			p.Guard(func() { p.store.seek(whole(p.store, n)) })
			p.after(p.Ctx)
		},
	}
}

// New returns the page of a lesson.
func New(tab *workspace.Tab, id string) *Page { return &Page{tab: tab, ID: id} }

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

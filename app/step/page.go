package step

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/table"
)

// State is the state of a screen that goes step by step: a log with
// branches, which can be written as a text and read back.
type State interface {
	moment.Screen
	ui.Stepped
	Refuse(why string)
}

// Page is what the pages with a log of steps share: it finds the state that
// the reader left, saves it after each gesture, opens moments beside it and
// draws the frame. A page embeds it and calls Begin from OnInit.
//
// What always holds: Store is the state that the tab keeps under name, except
// outside a browser, where each page has its own.
type Page[S State] struct {
	gestures
	Tab *workspace.Tab

	name    string // of the screen: its path without the slash
	Store   S
	fresh   func() S
	follow  func(app.Context) // what follows each gesture
	Renewed func()            // before the page shows another state; nil for nothing
}

// Begin finds or makes the state before the first drawing.
func (p *Page[S]) Begin(name string, fresh func() S, follow func(app.Context)) {
	p.name, p.fresh, p.follow, p.Save = name, fresh, follow, p.Tab.Save
	p.Store = p.kept()
}

// kept is the state that a reader leaves when going to another page of the site
// and finds again on coming back.
func (p *Page[S]) kept() S {
	if app.IsServer {
		return p.fresh()
	}
	return workspace.Kept(p.Tab, p.name, p.fresh)
}

// OnMount begins to take gestures.
func (p *Page[S]) OnMount(ctx app.Context) {
	p.Ctx, p.After, p.Tab.Here = ctx, p.follow, p
	p.Tab.KeepScreen(ctx, p.name, func() moment.Screen { return p.kept() }, func(why string) {
		if why != "" {
			p.Store.Refuse(why)
		}
		p.follow(p.Ctx)
	})
}

// Draw puts the frame of the site around a page, or around what is left to show
// when drawing fails.
func (p *Page[S]) Draw(main func() app.UI) (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = share.Frame(p.Tab, p.Path(), ui.Crashed(ui.FaultText(fault)))
		}
	}()
	return share.Frame(p.Tab, p.Path(), main())
}

// Path is that of the page.
func (p *Page[S]) Path() string { return "/" + p.name }

// Extras are none; see screen.
func (p *Page[S]) Extras() workspace.Extras { return workspace.Extras{} }

// Moment is a short text where there is little room, otherwise one with every
// branch.
func (p *Page[S]) Moment(_ bool, room int) string { return MomentOf(p.Store, room) }

// MomentOf writes a state as a text of at most room characters, or gives an empty
// one.
func MomentOf(s moment.Screen, room int) string {
	if room > moment.MaxLink {
		return s.Saved()
	}
	text := s.Moment(browser.Rest)
	if len(text) > room {
		return ""
	}
	return text
}

// Receive opens a moment in a fresh state, which takes the place of the kept one
// on exchange.
func (p *Page[S]) Receive(data []byte) (*workspace.Guest, error) {
	fresh := p.fresh()
	none := fresh.Saved()
	if err := fresh.OpenMoment(string(data), browser.Rest); err != nil {
		return nil, err
	}
	return &workspace.Guest{
		Path: p.Path(), Title: p.Tab.ScreenName(p.Path()), About: LogSize(data),
		Own: p.kept().Saved() != none, Exchange: func() { fresh = workspace.Exchange(p.Tab, p.name, fresh) },
	}, nil
}

// LogSize says how much a moment holds.
func LogSize(data []byte) string {
	return "A log of " + view.Count(len(data), "character", "characters") + ". It carries no rows of a file."
}

// Renew shows the state that is kept now, after another one was.
func (p *Page[S]) Renew(ctx app.Context) {
	if p.Renewed != nil {
		p.Renewed()
	}
	p.Store = p.kept()
	p.follow(ctx)
}

// Lab is the frame of a screen with an explanation beside the stage and a
// timeline at the foot.
func (p *Page[S]) Lab(name string, side app.UI, line ui.Timeline, stage ...app.UI) app.UI {
	body := append([]app.UI{view.H("div", app.If(p.Crash != "", p.CrashNotice))}, stage...)
	return view.H("main#main.lab;tabindex=-1;translate=no",
		ui.SkipToPlay(true),
		view.H("section.lab__m", view.Attr("aria-label", name), view.H("div.lab__in", body...)),
		side,
		&ui.Transport{Timeline: line},
	)
}

// LabHead is the title of such a screen, its list of beginnings and a sentence
// on the one that is taken.
func LabHead(title, about string, pick app.UI) app.UI {
	return view.H("div.lab__h", view.T("h1", title), pick, view.T("p.lab__a", about))
}

// StateText is an entity in a cell.
func StateText(e *table.Entity) string {
	if e == nil {
		return "no entity"
	}
	return view.Shorten(PropertiesText(e.Properties), 48)
}

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

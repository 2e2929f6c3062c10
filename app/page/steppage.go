package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// stepState is the state of a screen that goes step by step: a log with
// branches, which can be written as a text and read back.
type stepState interface {
	store.Screen
	stepped
	Refuse(why string)
}

// stepPage is what the pages with a log of steps share: it finds the state that
// the reader left, saves it after each gesture, opens moments beside it and
// draws the frame. A page embeds it and calls begin from OnInit.
//
// What always holds: store is the state that the tab keeps under name, except
// outside a browser, where each page has its own.
type stepPage[S stepState] struct {
	gestures
	tab *Tab

	name    string // of the screen: its path without the slash
	store   S
	fresh   func() S
	follow  func(app.Context) // what follows each gesture
	renewed func()            // before the page shows another state; nil for nothing
}

// begin finds or makes the state before the first drawing.
func (p *stepPage[S]) begin(name string, fresh func() S, follow func(app.Context)) {
	p.name, p.fresh, p.follow, p.save = name, fresh, follow, p.tab.save
	p.store = p.kept()
}

// kept is the state that a reader leaves when going to another page of the site
// and finds again on coming back.
func (p *stepPage[S]) kept() S {
	if app.IsServer {
		return p.fresh()
	}
	return Kept(p.tab, p.name, p.fresh)
}

// OnMount begins to take gestures.
func (p *stepPage[S]) OnMount(ctx app.Context) {
	p.ctx, p.after, p.tab.here = ctx, p.follow, p
	p.tab.keepScreen(ctx, p.name, func() store.Screen { return p.kept() }, func(why string) {
		if why != "" {
			p.store.Refuse(why)
		}
		p.follow(p.ctx)
	})
}

// draw puts the frame of the site around a page, or around what is left to show
// when drawing fails.
func (p *stepPage[S]) draw(main func() app.UI) (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = shared(p.tab, p.path(), crashed(faultText(fault)))
		}
	}()
	return shared(p.tab, p.path(), main())
}

// path is that of the page.
func (p *stepPage[S]) path() string { return "/" + p.name }

// extras are none; see screen.
func (p *stepPage[S]) extras() extras { return extras{} }

// moment is a short text where there is little room, otherwise one with every
// branch.
func (p *stepPage[S]) moment(_ bool, room int) string { return momentOf(p.store, room) }

// momentOf writes a state as a text of at most room characters, or gives an empty
// one.
func momentOf(s store.Screen, room int) string {
	if room > store.MaxLink {
		return s.Saved()
	}
	text := s.Moment()
	if len(text) > room {
		return ""
	}
	return text
}

// receive opens a moment in a fresh state, which takes the place of the kept one
// on exchange.
func (p *stepPage[S]) receive(data []byte) (*guest, error) {
	fresh := p.fresh()
	none := fresh.Moment()
	if err := fresh.OpenMoment(string(data)); err != nil {
		return nil, err
	}
	return &guest{
		path: p.path(), title: screenTitle(p.path()), about: logSize(data),
		own: p.kept().Moment() != none, exchange: func() { fresh = Exchange(p.tab, p.name, fresh) },
	}, nil
}

// logSize says how much a moment holds.
func logSize(data []byte) string {
	return "A log of " + view.Count(len(data), "character", "characters") + ". It carries no rows of a file."
}

// renew shows the state that is kept now, after another one was.
func (p *stepPage[S]) renew(ctx app.Context) {
	if p.renewed != nil {
		p.renewed()
	}
	p.store = p.kept()
	p.follow(ctx)
}

// lab is the frame of a screen with an explanation beside the stage and a
// timeline at the foot.
func (p *stepPage[S]) lab(name string, side app.UI, line Timeline, stage ...app.UI) app.UI {
	body := append([]app.UI{view.H("div", app.If(p.crash != "", p.crashNotice))}, stage...)
	return view.H("main#main.lab;tabindex=-1;translate=no",
		view.H("section.lab__m", view.Attr("aria-label", name), view.H("div.lab__in", body...)),
		side,
		&Transport{Timeline: line},
	)
}

// labHead is the title of such a screen, its list of beginnings and a sentence
// on the one that is taken.
func labHead(title, about string, pick app.UI) app.UI {
	return view.H("div.lab__h", view.T("h1", title), pick, view.T("p.lab__a", about))
}

// stateText is an entity in a cell.
func stateText(e *table.Entity) string {
	if e == nil {
		return "no entity"
	}
	return view.Shorten(store.PropertiesText(e.Properties), 48)
}

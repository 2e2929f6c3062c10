package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// performance is the screen on the stage of a page. The zero performance is
// none.
//
// What always holds: the screen was made for a session, and it has taken up the
// log of that where mark says.
type performance struct {
	page   *Page
	of     *runner.Session
	screen workspace.Performer
	mark   logMark
}

// draw draws the screen that the step of a page has as its stage.
func (a *performance) draw(p *Page, s *lessons.Screen) app.UI {
	now := p.store.session()
	if a.of != now {
		a.leave()
		*a = performance{page: p, of: now, mark: markOf(now)}
		a.screen = workspace.Perform(p.tab, string(s.Kind), a.stand(s))
		a.mount(p.Ctx)
	}
	if a.screen == nil {
		return view.El("div;hidden=true")
	}
	if mark := markOf(now); mark != a.mark {
		a.screen.Follow()
		a.mark = mark
	}
	return a.screen.Perform()
}

// mount gives the screen the context of the page, which is there once that is
// mounted.
func (a *performance) mount(ctx app.Context) {
	if a.screen != nil {
		a.screen.Mount(ctx)
	}
}

// stand is what the screen gets: the World of the step, and gestures that end
// what plays before they do anything of their own.
func (a *performance) stand(s *lessons.Screen) workspace.Stand {
	on := workspace.Stand{World: a.of.World(), Begin: a.of.Start(), Table: s.Table, Key: s.Key, Changes: s.Changes,
		Story: s.Story, Ways: s.Ways}
	for i, name := range lessons.Clients {
		on.Turns[i] = s.Program(name)
	}
	_, number := a.of.Step()
	on.Gestures = ui.Gestures{Scope: a.page.key("stage/" + strconv.Itoa(number) + "/"), May: a.own, After: a.acted}
	return on
}

// own brings the learner's own work back if something else plays, and reports
// whether it was there already.
func (a *performance) own() bool {
	if a.page.store.playing == nil {
		return true
	}
	a.page.plays++
	a.page.store.Stop()
	a.screen.Follow()
	a.mark = markOf(a.of)
	return false
}

// acted takes in what a gesture on the stage did.
func (a *performance) acted(ctx app.Context) {
	p := a.page
	if now := p.store.session(); now == a.of && markOf(now) != a.mark {
		p.Guard(func() { catchUp(p.store) })
		a.mark = markOf(now)
	}
	p.after(ctx)
}

// leave ends the work of the screen.
func (a *performance) leave() {
	if a.screen != nil {
		a.screen.Leave()
	}
	*a = performance{}
}

package site

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/workspace"
)

// document shows one page and keeps what lies outside its component in step
// with it: the title and description in the head, the scroll position and the
// focus after a move to another page. Every route has a document at its root,
// so go-app keeps it and swaps the page inside it.
type document struct {
	app.Compo

	// Page is set by the route.
	Page Page

	tab     *workspace.Tab
	content app.Composer // draws the page at path made
	made    string
	shown   string // path of the page that was navigated to last
	popped  bool   // the move came from the browser's history
	history app.Func
}

// OnMount notes moves through the browser's history, whose scroll position the
// browser restores by itself.
func (d *document) OnMount(app.Context) {
	d.history = app.FuncOf(func(app.Value, []app.Value) any {
		d.popped = true
		return nil
	})
	app.Window().Call("addEventListener", "popstate", d.history)
}

// OnDismount takes the listener away.
func (d *document) OnDismount() {
	app.Window().Call("removeEventListener", "popstate", d.history)
	d.history.Release()
}

// OnNav brings the head up to date. When the reader has moved to another page
// it also goes to the top and puts the focus on the new content, as a browser
// does when it loads a page.
func (d *document) OnNav(ctx app.Context) {
	ctx.Page().SetTitle("%s", d.Page.Title)
	ctx.Page().SetDescription("%s", d.Page.Description)
	moved := d.shown != "" && d.shown != d.Page.Path
	d.shown = d.Page.Path
	popped := d.popped
	d.popped = false
	if app.IsServer || !moved || ctx.Page().URL().Fragment != "" {
		return
	}
	ctx.Defer(func(app.Context) { enter(popped) })
}

// enter focuses the main content and, unless the browser restores the scroll
// position, goes to the top.
func enter(restored bool) {
	if main := app.Window().GetElementByID("main"); main.Truthy() {
		main.Call("focus", map[string]any{"preventScroll": true})
	}
	if !restored {
		app.Window().Call("scrollTo", 0, 0)
	}
}

// Render draws the page inside a wrapper, so that go-app has one element to
// put in the place of the page that was rendered ahead. The page's component is
// made once and given back unchanged after that: a dispatch anywhere in the
// page also renders its ancestors, and a new component each time would reset
// the exported fields of the one in place.
func (d *document) Render() app.UI {
	if d.content == nil || d.made != d.Page.Path {
		d.content, d.made = d.Page.New(d.tab), d.Page.Path
	}
	return app.Div().ID("app").Body(d.content)
}

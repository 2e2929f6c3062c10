package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// gestures makes the event handlers of a page. A fault in one becomes a message
// and the page lives on. A page embeds it and sets ctx when it is mounted.
type gestures struct {
	// ctx is that of the page. An event's own context ends with the element
	// that it came from, and a button may be gone before its work is done.
	ctx   app.Context
	crash string            // what went wrong in a handler or a drawing, empty if nothing did
	after func(app.Context) // what follows every gesture, nil for nothing
	save  func()            // keeps what it made, nil for nothing
}

// on is an event handler of a gesture, as a part of an element. key tells
// handlers apart: go-app compares only the code of a function, not what it
// closes over.
func (g *gestures) on(event, key string, do func(ctx app.Context, e app.Event)) app.UI {
	return view.On(event, key, g.handle(do))
}

// click is on for a click that needs nothing of the event.
func (g *gestures) click(key string, do func()) app.UI {
	return g.on("click", key, func(app.Context, app.Event) { do() })
}

// handler is on for the methods of an element.
func (g *gestures) handler(key string, do func(ctx app.Context, e app.Event)) (app.EventHandler, app.EventOption) {
	return g.handle(do), app.EventScope(key)
}

// clickHandler is click for the methods of an element.
func (g *gestures) clickHandler(key string, do func()) (app.EventHandler, app.EventOption) {
	return g.handler(key, func(app.Context, app.Event) { do() })
}

func (g *gestures) handle(do func(ctx app.Context, e app.Event)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		g.guard(func() { browser.Unhurried(func() { do(g.ctx, e) }) })
		g.settled()
	}
}

// settled does what follows a gesture.
func (g *gestures) settled() {
	if g.after != nil {
		g.after(g.ctx)
	}
	if g.save != nil {
		g.save()
	}
}

// guard runs something and keeps a fault in it as a message.
func (g *gestures) guard(do func()) {
	defer func() {
		if fault := recover(); fault != nil {
			g.crash = faultText(fault)
		}
	}()
	do()
}

// crashNotice is the message after a handler failed.
func (g *gestures) crashNotice() app.UI {
	return view.H("div.errbox;role=alert",
		view.Icon("circle-alert", "ic--20"),
		view.T("h2", "That did not work"),
		view.H("p", view.Text("The page met a fault of its own. What you made is still here. "), view.T("code.code", g.crash)),
		view.H("div.row",
			view.H("button.btn.btn--sm;type=button", view.Text("Carry on"), g.click("carry-on", func() { g.crash = "" })),
		),
	)
}

// choice draws a labelled native list.
func (g *gestures) choice(id, title, now string, pairs [][2]string, set func(string)) app.UI {
	options := make([]app.UI, len(pairs))
	for i, p := range pairs {
		options[i] = view.H("option", view.Attr("value", p[0]), view.Text(p[1]), view.Flag("selected", p[0] == now))
	}
	return view.H("label.fld",
		view.T("span", title),
		view.H("span.pick",
			view.Around("select", options, view.ID(id), g.on("change", id, func(app.Context, app.Event) { set(browser.Field(id)) })),
			view.Icon("chevron-down", "ic--14"),
		),
	)
}

// input draws a labelled field of one line.
func (g *gestures) input(id, title, now string, set func(string)) app.UI {
	return view.H("label.fld",
		view.T("span", title),
		view.H("input.field;autocomplete=off;spellcheck=false;maxlength=2000", view.ID(id), view.Attr("value", now),
			g.on("input", id, func(app.Context, app.Event) { set(browser.Field(id)) }),
		),
	)
}

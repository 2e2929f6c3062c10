package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// Gestures makes the event handlers of a page. A fault in one becomes a message
// and the page lives on. A page embeds it and sets ctx when it is mounted.
type Gestures struct {
	// Ctx is that of the page. An event's own context ends with the element
	// that it came from, and a button may be gone before its work is done.
	Ctx   app.Context
	Crash string            // what went wrong in a handler or a drawing, empty if nothing did
	Scope string            // begins the keys of all handlers, for gestures that take the place of others
	May   func() bool       // whether a gesture is done or only what follows it, nil for always
	After func(app.Context) // what follows every gesture, nil for nothing
	Save  func()            // keeps what it made, nil for nothing
}

// On is an event handler of a gesture, as a part of an element. key tells
// handlers apart: go-app compares only the code of a function, not what it
// closes over.
func (g *Gestures) On(event, key string, do func(ctx app.Context, e app.Event)) app.UI {
	return view.On(event, g.Scope+key, g.handle(do))
}

// Click is on for a click that needs nothing of the event.
func (g *Gestures) Click(key string, do func()) app.UI {
	return g.On("click", key, func(app.Context, app.Event) { do() })
}

// Handler is on for the methods of an element.
func (g *Gestures) Handler(key string, do func(ctx app.Context, e app.Event)) (app.EventHandler, app.EventOption) {
	return g.handle(do), app.EventScope(g.Scope + key)
}

// ClickHandler is click for the methods of an element.
func (g *Gestures) ClickHandler(key string, do func()) (app.EventHandler, app.EventOption) {
	return g.Handler(key, func(app.Context, app.Event) { do() })
}

func (g *Gestures) handle(do func(ctx app.Context, e app.Event)) app.EventHandler {
	return func(_ app.Context, e app.Event) { g.Do(func() { do(g.Ctx, e) }) }
}

// Do does a gesture that comes from outside an event of the page.
func (g *Gestures) Do(do func()) {
	g.Guard(func() {
		if g.May == nil || g.May() {
			browser.Unhurried(do)
		}
	})
	g.settled()
}

// settled does what follows a gesture.
func (g *Gestures) settled() {
	if g.After != nil {
		g.After(g.Ctx)
	}
	if g.Save != nil {
		g.Save()
	}
}

// Guard runs something and keeps a fault in it as a message.
func (g *Gestures) Guard(do func()) {
	defer func() {
		if fault := recover(); fault != nil {
			g.Crash = FaultText(fault)
		}
	}()
	do()
}

// CrashNotice is the message after a handler failed.
func (g *Gestures) CrashNotice() app.UI {
	return view.H("div.errbox;role=alert",
		view.Icon("circle-alert", "ic--20"),
		view.T("h2", "That did not work"),
		view.H("p", view.Text("The page met a fault of its own. What you made is still here. "), view.T("code.code", g.Crash)),
		view.H("div.row",
			view.H("button.btn.btn--sm;type=button", view.Text("Carry on"), g.Click("carry-on", func() { g.Crash = "" })),
		),
	)
}

// Choice draws a labelled native list.
func (g *Gestures) Choice(id, title, now string, pairs [][2]string, set func(string)) app.UI {
	return view.H("label.fld", view.T("span", title), g.Pick("select", id, Options(now, pairs), set, view.ID(id)))
}

// Pick draws a native list, whose element spec and parts describe. key is that of
// its handler, which gets the value that was chosen.
func (g *Gestures) Pick(spec, key string, options []app.UI, set func(value string), parts ...app.UI) app.UI {
	chosen := g.On("change", key, func(_ app.Context, e app.Event) {
		e.Get("target").Set(browser.Unread, false)
		set(e.Get("target").Get("value").String())
	})
	return view.H("span.pick", view.Around(spec, options, append(parts, chosen)...), view.Icon("chevron-down", "ic--14"))
}

// Options are the lines of a native list, values with their texts.
func Options(now string, pairs [][2]string) []app.UI {
	options := make([]app.UI, len(pairs))
	for i, p := range pairs {
		options[i] = Option(p[0], p[1], p[0] == now)
	}
	return options
}

// Option is one line of a native list.
func Option(value, text string, now bool) app.UI {
	return view.H("option", view.Attr("value", value), view.Text(text), view.Flag("selected", now))
}

// Input draws a labelled field of one line. In a browser its text comes with
// browser.Refill after each gesture: as an attribute, the text of a drawing would
// be written over the keys that were pressed since.
func (g *Gestures) Input(id, title, now string, set func(string)) app.UI {
	parts := []app.UI{view.ID(id), g.On("input", id, func(app.Context, app.Event) { set(browser.Field(id)) })}
	if app.IsServer {
		parts = append(parts, view.Attr("value", now))
	}
	return view.H("label.fld",
		view.T("span", title),
		view.H("input.field;autocomplete=off;spellcheck=false;maxlength=2000", parts...),
	)
}

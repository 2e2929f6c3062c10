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
}

// on makes an event handler of a gesture. key tells handlers apart: go-app
// compares only the code of a function, not what it closes over.
func (g *gestures) on(key string, do func(ctx app.Context, e app.Event)) (app.EventHandler, app.EventOption) {
	return func(_ app.Context, e app.Event) {
		g.guard(func() { browser.Unhurried(func() { do(g.ctx, e) }) })
		if g.after != nil {
			g.after(g.ctx)
		}
		keep.save()
	}, app.EventScope(key)
}

// click is on for gestures that need nothing of the event.
func (g *gestures) click(key string, do func()) (app.EventHandler, app.EventOption) {
	return g.on(key, func(app.Context, app.Event) { do() })
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
		view.H("p", app.Text("The page met a fault of its own. What you made is still here. "), view.T("code.code", g.crash)),
		view.H("div.row",
			view.T("button.btn.btn--sm;type=button", "Carry on").OnClick(g.click("carry-on", func() { g.crash = "" })),
		),
	)
}

// choice draws a labelled native list.
func (g *gestures) choice(id, title, now string, pairs [][2]string, set func(string)) app.UI {
	options := make([]app.UI, len(pairs))
	for i, p := range pairs {
		options[i] = view.El("option").Attr("value", p[0]).Text(p[1]).Attr("selected", p[0] == now)
	}
	return view.H("label.fld",
		view.T("span", title),
		view.H("span.pick",
			view.El("select").ID(id).Body(options...).OnChange(g.on(id, func(app.Context, app.Event) { set(browser.Field(id)) })),
			view.Icon("chevron-down", "ic--14"),
		),
	)
}

// input draws a labelled field of one line.
func (g *gestures) input(id, title, now string, set func(string)) app.UI {
	return view.H("label.fld",
		view.T("span", title),
		view.El("input.field;autocomplete=off;spellcheck=false;maxlength=2000").ID(id).Attr("value", now).
			OnInput(g.on(id, func(app.Context, app.Event) { set(browser.Field(id)) })),
	)
}

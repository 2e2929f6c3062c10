package page

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// on makes an event handler of a gesture. A fault in it becomes a message and
// the page lives on. key tells handlers apart: go-app compares only the code
// of a function, not what it closes over.
func (p *Playground) on(key string, do func(ctx app.Context, e app.Event)) (app.EventHandler, app.EventOption) {
	return func(_ app.Context, e app.Event) {
		p.guard(func() { do(p.ctx, e) })
		p.after(p.ctx)
	}, app.EventScope(key)
}

// click is on for gestures that need nothing of the event.
func (p *Playground) click(key string, do func()) (app.EventHandler, app.EventOption) {
	return p.on(key, func(app.Context, app.Event) { do() })
}

// guard runs something and keeps a fault in it as a message.
func (p *Playground) guard(do func()) {
	defer func() {
		if fault := recover(); fault != nil {
			p.crash = faultText(fault)
		}
	}()
	do()
}

func faultText(fault any) string {
	if err, ok := fault.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(fault)
}

// crashed is the page when it cannot be drawn.
func crashed(fault string) app.UI {
	return view.El("main#main;tabindex=-1").Body(view.El("div.wrap").Body(view.El("div.lost").Body(
		view.El("h1").Text("The playground cannot be shown"),
		view.El("p").Text("Something went wrong while drawing it. Your file is unchanged on your disk. Load the page again and choose it once more."),
		view.El("p").Body(view.El("code.code").Text(fault)),
	)))
}

// crashNotice is the message after a handler failed.
func (p *Playground) crashNotice() app.UI {
	return view.El("div.errbox;role=alert").Body(
		view.Icon("circle-alert", "ic--20"),
		view.El("h2").Text("That did not work"),
		view.El("p").Body(app.Text("The page met a fault of its own. Your data and your design are still here. "), view.El("code.code").Text(p.crash)),
		view.El("div.row").Body(
			view.El("button.btn.btn--sm;type=button").Text("Carry on").OnClick(p.click("carry-on", func() { p.crash = "" })),
		),
	)
}

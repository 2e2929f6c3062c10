package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// shareBox writes the log as a text and opens one.
func (p *Playground) shareBox(b *store.Workbench) app.UI {
	u := &p.ui.bench
	body := view.El("div")
	if u.sharing {
		look := "wb__n"
		role := "status"
		if u.failed {
			look, role = "wb__n bad", "alert"
		}
		body = body.Class("sh").Body(
			view.El("label").Attr("for", shareID).Text("Share string"),
			view.El("textarea").ID(shareID).Attr("rows", 3).Spellcheck(false).Attr("autocomplete", "off").Attr("placeholder", "Paste a share string here to open it"),
			view.El("div.row").Body(
				view.El("button#share.btn.btn--sm;type=button").Text("Copy this log").OnClick(p.on("share", p.share)),
				view.El("button#open-share.btn.btn--sm;type=button").Text("Open the string").OnClick(p.on("open-share", func(ctx app.Context, _ app.Event) { p.openShare(ctx, browser.Field(shareID)) })),
			),
			view.El("p").Class(look).Attr("role", role).Text(u.shared),
			view.El("p.wb__h").Text("It names the sample and the design, or holds your own data up to 98,304 bytes, and every command of every branch. Nothing leaves the page until you send it."),
		)
	}
	return view.El("details#sharing.http").Attr("open", u.sharing).Body(
		view.El("summary").Body(view.Icon("chevron-down", "chev"), view.El("span").Text("Share this log")).
			OnClick(p.on("sharing", func(_ app.Context, e app.Event) {
				e.PreventDefault()
				u := &p.ui.bench
				u.sharing, u.shared, u.failed = !u.sharing, "", false
			})),
		body,
	)
}

func (p *Playground) share(ctx app.Context, _ app.Event) {
	u := &p.ui.bench
	text, err := p.store.Workbench().Share()
	if err != nil {
		u.shared, u.failed = err.Error(), true
		return
	}
	browser.SetField(shareID, text)
	u.shared, u.failed = "The share string has "+view.Count(len(text), "character", "characters")+".", false
	browser.Copy(text, func(ok bool) {
		ctx.Dispatch(func(app.Context) {
			if ok {
				p.ui.bench.shared = "Copied " + view.Count(len(text), "character", "characters") + "."
			} else {
				p.ui.bench.shared += " Select it and copy it: the browser does not let the page do that."
			}
		})
	})
}

// openShare opens a share string from the field or from the clipboard.
func (p *Playground) openShare(ctx app.Context, text string) {
	u := &p.ui.bench
	need, err := p.store.OpenShare(text)
	if err != nil {
		if !p.store.HasData() {
			p.store.Refuse(err)
		}
		u.sharing, u.shared, u.failed = true, err.Error(), true
		return
	}
	u.sharing, u.shared, u.failed = false, "", false
	if s, ok := store.SampleByID(need); ok {
		p.fetch(ctx, s)
	}
}

// settleBench brings the fields of the workbench up to date, and goes on with a
// share string.
func (p *Playground) settleBench(ctx app.Context) {
	b := p.store.Workbench()
	if !p.ui.bench.known {
		p.ui.bench.known = true
		p.ui.bench.drawer = browser.Width() > widePage
		ctx.Dispatch(func(app.Context) {})
	}
	if b.Waiting() {
		if b.Settle() {
			p.after(ctx)
		}
		ctx.Dispatch(func(app.Context) {})
	}
	if p.ui.bench.drawer && b.Due() {
		browser.Soon(func() { ctx.Dispatch(func(app.Context) { p.guard(b.Listen) }) })
	}
	if b.Ready() {
		browser.SetField(scrubID, strconv.Itoa(b.Position()))
	}
}

// takePaste imports pasted text, or opens it when it is a share string.
func (p *Playground) takePaste(ctx app.Context, text string) {
	if store.IsShare(text) {
		p.openShare(ctx, text)
		return
	}
	p.store.Import("", []byte(text))
}

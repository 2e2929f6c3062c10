package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
)

// notices are the messages above the cards: a fault, a refusal, work under way
// and a decision to make. Each has its own place, so that none moves another.
func (p *Playground) notices() []app.UI {
	return []app.UI{
		app.Elem("div").Body(app.If(p.crash != "", p.crashNotice)),
		app.Elem("div").Body(app.If(p.store.Refusal() != nil, p.refusal)),
		app.Elem("div").Body(app.If(p.ui.pasting, p.pasteBox)),
		app.Elem("div").Body(p.progress()),
		app.Elem("div").Body(p.decision()),
	}
}

func (p *Playground) refusal() app.UI {
	return app.Elem("div").Class("errbox").Attr("role", "alert").Body(
		view.Icon("circle-alert", "ic--20"),
		app.Elem("h2").Text("The data cannot be imported"),
		app.Elem("p").Text(p.store.Refusal().Error()),
		app.Elem("div").Class("row").Body(
			app.Elem("button").Class("btn", "btn--sm").Attr("type", "button").Text("Choose another file").OnClick(p.on("choose-again", p.choose)),
			app.Elem("button").Class("btn", "btn--sm", "btn--quiet").Attr("type", "button").Text("Close").OnClick(p.click("close-refusal", func() { p.store.Refuse(nil) })),
		),
	)
}

// progress shows what is under way, with a way to give it up. Work that is
// done before a reader could see it shows nothing.
func (p *Playground) progress() app.UI {
	label, done, total, unit := p.work.label, p.work.done, p.work.total, "bytes"
	if p.work.cancel == nil {
		now, ok := p.store.Progress()
		if !ok {
			return app.Elem("span").Hidden(true)
		}
		label, done, total, unit = now.Label, now.Done, now.Total, now.Unit
	}
	percent := 0
	if total > 0 {
		percent = min(100, 100*done/total)
	}
	return app.Elem("div").Class("card", "busy").Body(
		app.Elem("div").Class("row").Body(
			app.Elem("span").Text(label), app.Elem("span").Class("muted", "num").Text(amount(done, total, unit)), app.Elem("span").Class("grow"),
			app.Elem("button").ID("cancel").Class("btn", "btn--sm").Attr("type", "button").Body(view.Icon("x"), app.Text("Cancel")).OnClick(p.click("cancel", p.cancel)),
		),
		app.Elem("div").Class("meter").Attr("role", "progressbar").Aria("label", label).Aria("valuemin", "0").Aria("valuemax", "100").Aria("valuenow", strconv.Itoa(percent)).
			Body(app.Elem("i").Style("width", strconv.Itoa(percent)+"%")),
	)
}

// amount says how much of a whole is done, bytes in MB.
func amount(done, total int, unit string) string {
	if unit != "bytes" {
		return view.Number(done) + " of " + view.Number(total) + " " + unit
	}
	if total == 0 {
		return megabytes(done) + " MB"
	}
	return megabytes(done) + " of " + megabytes(total) + " MB"
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

// decision asks whether an import goes on without the rows that were refused.
func (p *Playground) decision() app.UI {
	source, kept, ok := p.store.Pending()
	if !ok {
		return app.Elem("span").Hidden(true)
	}
	keep := app.Elem("button").ID("keep").Class("btn", "btn--sm", "btn--primary").Attr("type", "button").Text("Keep the other " + view.Count(kept, "row", "rows")).
		OnClick(p.click("keep", p.store.KeepRest))
	if kept == 0 {
		keep = keep.Attr("disabled", true)
	}
	return app.Elem("div").ID("decision").Class("errbox").Attr("role", "alert").Body(
		view.Icon("circle-alert", "ic--20"),
		app.Elem("h2").Text(view.Count(source.BadCount, "row of ", "rows of ")+source.Name+" cannot be read"),
		app.Elem("p").Text("Nothing has changed yet. Keep the rest, or cancel and mend the file."),
		app.Elem("div").Class("scroll").Style("grid-column", "2").Body(badRows(source.Bad)),
		app.Elem("div").Class("row").Body(keep,
			app.Elem("button").Class("btn", "btn--sm").Attr("type", "button").Text("Cancel the import").OnClick(p.click("cancel-import", p.cancel)),
		),
	)
}

// listedBadRows is how many bad rows a message lists.
const listedBadRows = 20

// badRows lists rows that could not be read, with their place and the reason.
func badRows(bad []dataset.BadRow) app.UI {
	rows := make([]app.UI, 0, min(len(bad), listedBadRows))
	for _, b := range bad[:min(len(bad), listedBadRows)] {
		rows = append(rows, app.Elem("tr").Body(
			app.Elem("td").Class("num").Text(view.Number(b.Line)),
			app.Elem("td").Text(b.Reason),
			app.Elem("td").Body(app.Elem("code").Title(b.Text).Text(view.Shorten(b.Text, 60))),
		))
	}
	return app.Elem("div").Class("rep").Body(app.Elem("table").Body(
		app.Elem("caption").Class("vh").Text("Rows that cannot be read"),
		app.Elem("thead").Body(app.Elem("tr").Body(headCell("Line"), headCell("Reason"), headCell("Text"))),
		app.Elem("tbody").Body(rows...),
	), app.If(len(bad) > listedBadRows, func() app.UI {
		return app.Elem("p").Class("muted").Text("The first " + strconv.Itoa(listedBadRows) + " are listed.")
	}))
}

func headCell(text string) app.UI { return app.Elem("th").Attr("scope", "col").Text(text) }

func (p *Playground) togglePaste(ctx app.Context, _ app.Event) {
	p.ui.pasting = !p.ui.pasting
	if p.ui.pasting {
		ctx.Defer(func(app.Context) { browser.Focus(pasteID) })
	}
}

// pasteBox takes rows from the clipboard for readers who paste into a field.
func (p *Playground) pasteBox() app.UI {
	return app.Elem("div").Class("card", "paste").Body(
		app.Elem("label").Attr("for", pasteID).Body(app.Elem("b").Text("Paste rows"), app.Elem("span").Class("muted").Text(" as CSV with a line of names, a JSON array or one JSON object per line")),
		app.Elem("textarea").ID(pasteID).Spellcheck(false),
		app.Elem("div").Class("row").Body(
			app.Elem("button").ID("paste-import").Class("btn", "btn--sm", "btn--primary").Attr("type", "button").Text("Import the pasted rows").OnClick(p.on("paste-import", func(app.Context, app.Event) {
				if text := browser.Field(pasteID); text != "" {
					p.ui.pasting = false
					p.store.Import("", []byte(text))
				}
			})),
			app.Elem("button").Class("btn", "btn--sm", "btn--quiet").Attr("type", "button").Text("Close").OnClick(p.click("paste-close", func() { p.ui.pasting = false })),
		),
	)
}

// announcement is what the live region says: one sentence on what the reader
// just caused.
func (p *Playground) announcement() string {
	switch p.store.Phase() {
	case store.Reading, store.Building:
		return p.ui.said
	case store.Deciding:
		p.ui.said = "Some rows cannot be read. Keep the rest or cancel."
	case store.Ready:
		p.ui.said = p.spoken()
	}
	return p.ui.said
}

func (p *Playground) spoken() string {
	r := p.store.Result()
	if r.Ran() {
		text := view.Count(r.Cost.Examined, "entity", "entities") + " examined, " + view.Number(r.Cost.Returned) + " returned in " + view.Count(r.Cost.Pages, "page", "pages") + "."
		if r.More() {
			text += " There is a token for the next page."
		}
		return text
	}
	return view.Count(p.store.Entities(), "entity", "entities") + " ready."
}

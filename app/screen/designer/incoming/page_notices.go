package incoming

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// IDs of elements that the page reaches for.
const (
	pasteID    = "paste-text"
	DecisionID = "decision"
)

// Notices are the messages above the cards: a fault, a refusal, work under way
// and a decision to make. Each has its own place, so that none moves another.
func (p *Part) Notices() []app.UI {
	return []app.UI{
		view.H("div", app.If(p.Crash != "", p.CrashNotice)),
		view.H("div", p.refusal()),
		view.H("div", p.keepNotice()),
		view.H("div", p.otherNotice()),
		view.H("div", app.If(p.Pasting, p.pasteBox)),
		view.H("div", p.progress()),
		view.H("div", p.decision()),
		view.H("div", p.readAs()),
	}
}

// otherNotice offers the work that another tab has open: two tabs do not write one
// piece of work.
func (p *Part) otherNotice() app.UI {
	other := p.Tab.Other
	if fault := p.otherFault; fault != "" {
		return view.H("div.card.busy;role=status", view.H("div.row", view.Icon("circle-alert"), view.T("span", fault),
			view.H("button#dismiss-other.btn.btn--sm.btn--quiet;type=button", view.Text("Dismiss"), p.Click("dismiss-other", func() {
				browser.Focus("main")
				p.otherFault = ""
			}))))
	}
	if other == nil {
		return view.El("span;hidden=true")
	}
	return view.H("div.card.busy;role=status", view.H("div.row",
		view.Icon("table-2"), view.T("span", other.Title+" is open in another tab."),
		view.H("button#copy-other.btn.btn--sm;type=button", view.Text("Work on a copy here"), p.Click("copy-other", func() {
			browser.Focus("main") // the button is about to go
			other.Copy(p.Tab, func(err error) {
				if err != nil {
					p.otherFault = err.Error()
				}
				p.Gesture(p.Ctx, func() {})
			})
		})),
		view.H("button#leave-other.btn.btn--sm.btn--quiet;type=button", view.Text("Dismiss"), p.Click("leave-other", func() {
			browser.Focus("main")
			p.Tab.Other = nil
		})),
	))
}

// keepNotice says when the work is about to be more than the journal holds.
func (p *Part) keepNotice() app.UI {
	text := p.Store.Edit.Journal().Note()
	if text == "" {
		return view.El("span;hidden=true")
	}
	return view.H("div.card.busy;role=status", view.H("div.row",
		view.Icon("circle-alert"), view.T("span", text),
		view.H("a", view.Attr("href", ui.Address("/settings")), view.Text("Settings")),
	))
}

// refusal says why data are not shown, and how to come by them.
func (p *Part) refusal() app.UI {
	refusal := p.Store.Incoming.Refusal()
	set, lacks := p.Store.Lacks()
	lacks = lacks && p.reading.cancel == nil
	if refusal == nil && !lacks {
		return view.El("span;hidden=true")
	}
	title, text := "The data cannot be imported", ""
	ways := []app.UI{
		view.H("button.btn.btn--sm;type=button", view.Text("Choose another file"), p.On("click", "choose-again", p.Choose)),
		view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Close"),
			p.Click("close-refusal", func() { p.Store.Incoming.Refuse(nil) })),
	}
	if refusal != nil {
		text = refusal.Error()
	}
	reasons := p.Store.Incoming.RefusedRows()
	if lacks {
		title, ways = p.lacking(set)
		if refusal != model.ErrOtherRows {
			text = ""
		}
		text = strings.TrimSpace(text + " The keys, the questions and the commands are here, and work again once the rows are. They stay in " +
			"this tab.")
	}
	return view.H("div.errbox;role=alert", view.Icon("circle-alert", "ic--20"), view.T("h2", title), view.T("p", text),
		app.If(len(reasons) > 0, func() app.UI { return view.H("div.scroll;style=grid-column:2", desk.BadRows(reasons)) }),
		view.H("div.row", ways...))
}

// lacking says which rows the work lacks, and lets the reader bring them.
func (p *Part) lacking(set draft.Set) (title string, ways []app.UI) {
	name, text, bring := set.Name, "Choose the file", p.bring
	if s, ok := draft.SampleByID(set.Sample); ok {
		name, text = s.Title, "Load "+s.Title
		bring = func(ctx app.Context, _ app.Event) {
			p.read(ctx, "Loading "+name, 0, p.Tab.Source(set), p.Store.Bring)
		}
	}
	if name == "" {
		name = "this work"
	}
	return "The rows of " + name + " are not here",
		[]app.UI{view.H("button.btn.btn--sm.btn--primary;type=button", view.Text(text), p.On("click", "bring", bring))}
}

// bring opens the file dialog for the rows that the work lacks.
func (p *Part) bring(ctx app.Context, _ app.Event) {
	browser.PickFile(accepted, func(f browser.File) {
		ctx.Dispatch(func(ctx app.Context) { p.read(ctx, "Copying "+f.Name+" into the page", f.Size, f.Read, p.Store.Bring) })
	})
}

// progress shows what is under way, with a way to give it up. Work that is
// done before a reader could see it shows nothing.
func (p *Part) progress() app.UI {
	label, done, total, unit := p.reading.label, p.reading.done, p.reading.total, "bytes"
	if p.reading.cancel == nil {
		now, ok := p.Store.Progress()
		if !ok {
			return view.El("span;hidden=true")
		}
		label, done, total, unit = now.Label, now.Done, now.Total, now.Unit
	}
	percent := 0
	if total > 0 {
		percent = min(100, 100*done/total)
	}
	return view.H("div.card.busy",
		view.H("div.row",
			view.T("span", label), view.T("span.muted.num", amount(done, total, unit)), view.El("span.grow"),
			view.H("button#cancel.btn.btn--sm;type=button", view.Icon("x"), view.Text("Cancel"), p.Click("cancel", p.cancel)),
		),
		view.H("div.meter;role=progressbar;aria-valuemin=0;aria-valuemax=100", view.Attr("aria-label", label),
			view.Attr("aria-valuenow", strconv.Itoa(percent)),
			view.H("i", view.Attr("style", "width:"+strconv.Itoa(percent)+"%")),
		),
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
func (p *Part) decision() app.UI {
	source, kept, ok := p.Store.Incoming.Pending()
	if !ok {
		return view.El("span;hidden=true")
	}
	keep := view.El("button#keep.btn.btn--sm.btn--primary;type=button").Text("Keep the other " + view.Count(kept, "row", "rows")).
		OnClick(p.ClickHandler("keep", func() {
			browser.Focus("main")
			p.Store.Incoming.KeepRest()
		}))
	if kept == 0 {
		keep = keep.Attr("disabled", true)
	}
	return view.H("div.errbox;role=alert;tabindex=-1", view.ID(DecisionID),
		view.Icon("circle-alert", "ic--20"),
		view.T("h2", view.Count(source.BadCount, "row of ", "rows of ")+source.Name+" cannot be read"),
		view.T("p", "Nothing has changed yet. Keep the rest, or cancel and correct the file."),
		view.H("div.scroll;style=grid-column:2", desk.BadRows(source.Bad)),
		view.H("div.row", keep,
			view.H("button.btn.btn--sm;type=button", view.Text("Cancel the import"), p.Click("cancel-import", p.cancel)),
		),
	)
}

// TogglePaste opens and closes the field into which rows are pasted.
func (p *Part) TogglePaste(ctx app.Context, _ app.Event) {
	p.Pasting = !p.Pasting
	if p.Pasting {
		ctx.Defer(func(app.Context) { browser.Focus(pasteID) })
	}
}

// closePaste gives the keyboard back to the button that opened the field.
func (p *Part) closePaste() {
	p.Pasting = false
	browser.Focus("paste")
}

// pasteBox takes rows from the clipboard for readers who paste into a field.
func (p *Part) pasteBox() app.UI {
	return view.H("div.card.paste",
		view.H("label", view.Attr("for", pasteID), view.T("b", "Paste rows"),
			view.T("span.muted", " as CSV with a line of names, a JSON array or one JSON object per line")),
		view.H("textarea;spellcheck=false", view.ID(pasteID), p.On("keydown", "paste-key", func(ctx app.Context, e app.Event) {
			if e.Get("key").String() == "Escape" {
				p.closePaste()
			} else {
				ctx.PreventUpdate()
			}
		})),
		view.H("div.row",
			view.H("button#paste-import.btn.btn--sm.btn--primary;type=button", view.Text("Import the pasted rows"), p.On("click", "paste-import",
				func(app.Context, app.Event) {
					if text := browser.Field(pasteID); text != "" {
						p.Pasting, p.importing.fresh = false, true
						browser.Focus("main")
						p.Store.Incoming.Import("", []byte(text))
					}
				})),
			view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Close"), p.Click("paste-close", p.closePaste)),
		),
	)
}

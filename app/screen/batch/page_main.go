package batch

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script/command"
)

// Page is the page on which an entity group transaction is put together,
// checked against each rule and sent.
type Page struct {
	app.Compo
	stepPage
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page {
	b := &Page{}
	b.Tab = tab
	return b
}

// OnInit finds or makes the state before the first drawing. The still picture
// of the page shows a batch that was refused.
func (b *Page) OnInit() {
	b.Begin("transactions", NewState, b.settle)
	if app.IsServer {
		p, _ := presetByID("exists")
		b.Store.Take(p)
		b.Store.Send()
	}
}

// settle lets the fields of the form follow it: what was typed in one stays
// until it is told otherwise.
func (b *Page) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		browser.Refill("preset", b.Store.Preset().ID)
		if !b.Store.Editing.Open {
			return
		}
		f := b.Store.Editing.Form
		for id, value := range map[string]string{"ch-kind": f.Kind, "ch-pk": f.PartitionKey, "ch-rk": f.RowKey, "ch-properties": f.Properties,
			"ch-if": f.Condition} {
			browser.Refill(id, value)
		}
	})
}

// Render draws the page, or what is left to show when drawing fails.
func (b *Page) Render() app.UI { return b.Draw(b.main) }

func (b *Page) main() app.UI {
	return b.Lab("Transaction", b.side(), b.Steps("Batches sent", b.Store),
		step.LabHead("Batch builder", b.Store.Preset().About, b.Choice("preset", "Begin with", b.Store.Preset().ID, presetNames(),
			func(id string) {
				if p, ok := presetByID(id); ok {
					b.Store.Take(p)
				}
			})),
		b.changes(),
		b.ledger(),
		b.http(),
	)
}

func presetNames() [][2]string {
	var list [][2]string
	for _, p := range Presets() {
		list = append(list, [2]string{p.ID, p.Title})
	}
	return list
}

// Of a long list the first and the last few changes are drawn.
const (
	firstChanges = 8
	lastChanges  = 4
)

// changes lists the changes, each with its buttons, and the form for one.
func (b *Page) changes() app.UI {
	list := b.Store.Changes()
	items := []app.UI{}
	for i, c := range list {
		switch {
		case i < firstChanges || i >= len(list)-lastChanges:
			items = append(items, b.change(i, c))
		case i == firstChanges:
			items = append(items, view.T("li.chg__m", "and "+strconv.Itoa(len(list)-firstChanges-lastChanges)+" more changes of the same kind"))
		}
	}
	send := view.El("button#send.btn.btn--primary;type=button").Text("Send the batch").OnClick(b.ClickHandler("send", b.Store.Send))
	if b.Store.Sent() || len(list) == 0 {
		send = send.Aria("disabled", "true")
	}
	return view.H("section.card;aria-label=Changes",
		view.H("div.card__h", view.T("h2", view.Count(len(list), "change", "changes")+", "+view.Number(
			len(b.Store.View().Request.Body))+" bytes"),
			view.H("span.end.row",
				view.H("button#add.btn.btn--sm;type=button", view.Flag("aria-expanded", b.Store.Editing.Open && b.Store.Editing.Place < 0),
					view.Text("Add a change"), b.Click("add", func() { b.ask(-1) })),
				send,
			)),
		view.H("ol.chg;aria-label=Changes of the batch", items...),
		app.If(b.Store.Editing.Open, b.fields),
		view.T("p.bad.chg__b;role=status", b.Store.Refusal()),
	)
}

func (b *Page) ask(place int) {
	e := &b.Store.Editing
	e.Open, e.Place = !e.Open || e.Place != place, place
	if e.Form = b.Store.blank(); place >= 0 {
		e.Form = formOf(b.Store.Changes()[place])
	}
}

func (b *Page) change(i int, c command.Command) app.UI {
	n, fate := strconv.Itoa(i+1), b.Store.View().Fate(i)
	item := view.El("li")
	if fate == refusedOne {
		item = item.Class("chg__x")
	}
	f := formOf(c)
	tools := []app.UI{}
	for _, t := range []struct {
		icon, label string
		off         bool
		do          func()
	}{
		{"pencil", "Edit change ", false, func() { b.ask(i) }},
		{"arrow-up", "Move up change ", i == 0, func() { b.Store.Move(i, -1) }},
		{"arrow-down", "Move down change ", i == len(b.Store.Changes())-1, func() { b.Store.Move(i, 1) }},
		{"x", "Remove change ", false, func() { b.Store.Editing.Open = false; b.Store.Remove(i) }},
	} {
		tools = append(tools, ui.IconButton("", t.icon, t.label+n, t.off, view.Attr("class", "btn--xs"), b.Click(t.label+n, t.do)))
	}
	return item.Body(
		view.T("span.num", n),
		view.H("span.chg__t", view.T("b", f.Kind+" "), view.PartitionKeyChip(f.PartitionKey), view.RowKeyChip(f.RowKey),
			view.T("span.mono", " "+view.Shorten(f.Properties, 60)), conditionMark(f.Condition)),
		view.H("span.row.chg__o", tools...),
	)
}

// conditionMark is what a change asks of the stored version.
func conditionMark(condition string) app.UI {
	switch condition {
	case "":
		return view.El("span;hidden=true")
	case "seen":
		return ui.Etag("ETag that was read")
	}
	return ui.Etag(condition)
}

// fields is the form for one change.
func (b *Page) fields() app.UI {
	e := &b.Store.Editing
	f := &e.Form
	kind := f.kindByTitle()
	var kinds [][2]string
	for _, k := range Kinds() {
		kinds = append(kinds, [2]string{k.Title, k.Title})
	}
	title, word := "New change", "Add it"
	if e.Place >= 0 {
		title, word = "Change "+strconv.Itoa(e.Place+1), "Put it there"
	}
	list := []app.UI{
		b.Choice("ch-kind", "Kind", f.Kind, kinds, func(v string) { f.Kind = v }),
		b.Input("ch-pk", "PartitionKey", f.PartitionKey, func(v string) { f.PartitionKey = v }),
		b.Input("ch-rk", "RowKey", f.RowKey, func(v string) { f.RowKey = v }),
	}
	if kind.Writes {
		list = append(list, b.Input("ch-properties", "Properties", f.Properties, func(v string) { f.Properties = v }))
	}
	if kind.Conditional {
		list = append(list, b.Choice("ch-if", "Only if the version is", f.Condition,
			[][2]string{{"*", "any (*)"}, {"seen", "the one that was read"}}, func(v string) { f.Condition = v }))
	}
	return view.Around("form.chg__f", append(list, view.T("button.btn;type=submit", word)), view.Attr("aria-label", title),
		b.On("submit", "put", func(_ app.Context, event app.Event) {
			event.PreventDefault()
			b.Store.Put(e.Place, *f)
			e.Open = b.Store.Refusal() != ""
			browser.Focus("add")
		}))
}

// fateWords say what becomes of a change: before it is sent, and after.
var fateWords = map[batchFate][2]string{
	applied: {"would be done", "done"}, rolledBack: {"would be rolled back", "rolled back"},
	refusedOne: {"would be refused", "refused"}, notReached: {"would not be done", "not done"},
}

// drawnRows bounds how many entities the ledger draws.
const drawnRows = 14

// ledger shows every entity before and after the batch.
func (b *Page) ledger() app.UI {
	v := b.Store.View()
	title, tense := "The table, if the batch was sent now", 0
	if b.Store.Sent() {
		title, tense = "The table, before and after the batch", 1
	}
	rows := []app.UI{}
	for i, r := range v.Rows {
		if i == drawnRows {
			rows = append(rows, view.H("tr", view.T("td;colspan=5", "and "+strconv.Itoa(len(v.Rows)-i)+" more entities")))
			break
		}
		rows = append(rows, batchRow(r, tense))
	}
	return view.H("section.card.bled", view.Attr("aria-label", title),
		view.H("div.card__h", view.T("h2", title), b.verdict()),
		view.H("div.scroll;tabindex=0;role=region;aria-label=Ledger", view.H("table",
			view.H("thead", view.H("tr", ui.Heading("PartitionKey"), ui.Heading("RowKey"), ui.Heading("Before"), ui.Heading("After"),
				ui.Heading("Change"))),
			view.H("tbody", rows...),
		)),
	)
}

func batchRow(r BatchRow, tense int) app.UI {
	fate := app.UI(view.T("span.muted", "none"))
	if r.Change >= 0 {
		look := "st st--plain"
		switch r.Fate {
		case applied:
			look = "st st--ok"
		case refusedOne:
			look = "st st--bad"
		}
		fate = view.H("span", view.Attr("class", look), view.Text(strconv.Itoa(r.Change+1)+", "+fateWords[r.Fate][tense]))
	}
	after := view.El("td.mono")
	if r.Before != nil && r.After != nil && r.Before.ETag() == r.After.ETag() {
		after = after.Class("muted").Text("as before")
	} else {
		after = after.Text(step.StateText(r.After))
	}
	return view.H("tr",
		view.H("td", view.PartitionKeyChip(r.Key.PartitionKey)), view.H("td", view.RowKeyChip(r.Key.RowKey)),
		view.T("td.mono", step.StateText(r.Before)), after, view.H("td", fate),
	)
}

func (b *Page) verdict() app.UI {
	switch v := b.Store.View(); {
	case v.Message == "":
		return view.T("span.st.st--ok.end", "All or nothing: all")
	case v.Code != "":
		return view.T("span.st.st--bad.end", "All or nothing: nothing")
	}
	return view.T("span.st.st--plain.end", "Not sent")
}

// stepPage is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type stepPage = step.Page[*State]

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/batch", "/batches", "/batch-builder"},
		Path:    "/transactions", Name: "Batch builder", Bench: true,
		Title: "Batch builder: entity group transactions · Keyrange",
		Description: "Put a transaction together change by change, break each of its rules, and read the $batch request, " +
			"the index that failed and what was rolled back.",
		Instant: true, Listed: true,
		Stage: "batch", OnStage: perform,
		Replay: step.Replays(NewState),
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

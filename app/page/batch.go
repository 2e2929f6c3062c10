package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script"
)

// Batch is the page on which an entity group transaction is put together,
// checked against each rule and sent.
type Batch struct {
	app.Compo
	stepPage[*store.Batch]
}

// NewBatch returns the page of a tab.
func NewBatch(tab *Tab) *Batch {
	b := &Batch{}
	b.tab = tab
	return b
}

// OnInit finds or makes the state before the first drawing. The still picture
// of the page shows a batch that was refused.
func (b *Batch) OnInit() {
	b.begin("transactions", store.NewBatch, b.settle)
	if app.IsServer {
		p, _ := store.BatchPresetByID("exists")
		b.store.Take(p)
		b.store.Send()
	}
}

// settle lets the fields of the form follow it: what was typed in one stays
// until it is told otherwise.
func (b *Batch) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) { browser.SetField("preset", b.store.Preset().ID) })
	if f := b.store.Editing.Form; b.store.Editing.Open {
		ctx.Defer(func(app.Context) {
			for id, value := range map[string]string{"ch-kind": f.Kind, "ch-pk": f.PartitionKey, "ch-rk": f.RowKey, "ch-properties": f.Properties, "ch-if": f.Condition} {
				browser.SetField(id, value)
			}
		})
	}
}

// Render draws the page, or what is left to show when drawing fails.
func (b *Batch) Render() app.UI { return b.draw(b.main) }

func (b *Batch) main() app.UI {
	return b.lab("Transaction", b.side(), b.steps("Batches sent", b.store),
		labHead("Batch builder", b.store.Preset().About, b.choice("preset", "Begin with", b.store.Preset().ID, presetNames(), func(id string) {
			if p, ok := store.BatchPresetByID(id); ok {
				b.store.Take(p)
			}
		})),
		b.changes(),
		b.ledger(),
		b.http(),
	)
}

func presetNames() [][2]string {
	var list [][2]string
	for _, p := range store.BatchPresets() {
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
func (b *Batch) changes() app.UI {
	list := b.store.Changes()
	items := []app.UI{}
	for i, c := range list {
		switch {
		case i < firstChanges || i >= len(list)-lastChanges:
			items = append(items, b.change(i, c))
		case i == firstChanges:
			items = append(items, view.T("li.chg__m", "and "+strconv.Itoa(len(list)-firstChanges-lastChanges)+" more changes of the same kind"))
		}
	}
	send := view.El("button#send.btn.btn--primary;type=button").Text("Send the batch").OnClick(b.clickHandler("send", b.store.Send))
	if b.store.Sent() || len(list) == 0 {
		send = send.Aria("disabled", "true")
	}
	return view.H("section.card;aria-label=Changes",
		view.H("div.card__h", view.T("h2", view.Count(len(list), "change", "changes")+", "+view.Number(len(b.store.View().Request.Body))+" bytes"),
			view.H("span.end.row",
				view.H("button#add.btn.btn--sm;type=button", view.Flag("aria-expanded", b.store.Editing.Open && b.store.Editing.Place < 0), view.Text("Add a change"), b.click("add", func() { b.ask(-1) })),
				send,
			)),
		view.H("ol.chg;aria-label=Changes of the batch", items...),
		app.If(b.store.Editing.Open, b.fields),
		view.T("p.bad.chg__b;role=status", b.store.Refusal()),
	)
}

func (b *Batch) ask(place int) {
	e := &b.store.Editing
	e.Open, e.Place = !e.Open || e.Place != place, place
	if e.Form = (store.ChangeForm{Kind: "insert", PartitionKey: "00042", Properties: "Due='9 Jan'", Condition: "*"}); place >= 0 {
		e.Form = store.FormOf(b.store.Changes()[place])
	}
}

func (b *Batch) change(i int, c script.Command) app.UI {
	n, fate := strconv.Itoa(i+1), b.store.View().Fate(i)
	item := view.El("li")
	if fate == store.RefusedOne {
		item = item.Class("chg__x")
	}
	f := store.FormOf(c)
	tools := []app.UI{}
	for _, t := range []struct {
		icon, label string
		off         bool
		do          func()
	}{
		{"pencil", "Edit change ", false, func() { b.ask(i) }},
		{"arrow-up", "Move up change ", i == 0, func() { b.store.Move(i, -1) }},
		{"arrow-down", "Move down change ", i == len(b.store.Changes())-1, func() { b.store.Move(i, 1) }},
		{"x", "Remove change ", false, func() { b.store.Editing.Open = false; b.store.Remove(i) }},
	} {
		tools = append(tools, iconButton("", t.icon, t.label+n, t.off, view.Attr("class", "btn--xs"), b.click(t.label+n, t.do)))
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
		return etag("ETag that was read")
	}
	return etag(condition)
}

// fields is the form for one change.
func (b *Batch) fields() app.UI {
	e := &b.store.Editing
	f := &e.Form
	kind := f.KindByTitle()
	var kinds [][2]string
	for _, k := range store.BatchKinds() {
		kinds = append(kinds, [2]string{k.Title, k.Title})
	}
	title, word := "New change", "Add it"
	if e.Place >= 0 {
		title, word = "Change "+strconv.Itoa(e.Place+1), "Put it there"
	}
	list := []app.UI{
		b.choice("ch-kind", "Kind", f.Kind, kinds, func(v string) { f.Kind = v }),
		b.input("ch-pk", "PartitionKey", f.PartitionKey, func(v string) { f.PartitionKey = v }),
		b.input("ch-rk", "RowKey", f.RowKey, func(v string) { f.RowKey = v }),
	}
	if kind.Writes {
		list = append(list, b.input("ch-properties", "Properties", f.Properties, func(v string) { f.Properties = v }))
	}
	if kind.Conditional {
		list = append(list, b.choice("ch-if", "Only if the version is", f.Condition, [][2]string{{"*", "any (*)"}, {"seen", "the one that was read"}}, func(v string) { f.Condition = v }))
	}
	return view.Around("form.chg__f", append(list, view.T("button.btn;type=submit", word)), view.Attr("aria-label", title), b.on("submit", "put", func(_ app.Context, event app.Event) {
		event.PreventDefault()
		b.store.Put(e.Place, *f)
		e.Open = b.store.Refusal() != ""
		browser.Focus("add")
	}))
}

// fateWords say what becomes of a change: before it is sent, and after.
var fateWords = map[store.BatchFate][2]string{
	store.Applied: {"would be done", "done"}, store.RolledBack: {"would be rolled back", "rolled back"},
	store.RefusedOne: {"would be refused", "refused"}, store.NotReached: {"would not be done", "not done"},
}

// drawnRows bounds how many entities the ledger draws.
const drawnRows = 14

// ledger shows every entity before and after the batch.
func (b *Batch) ledger() app.UI {
	v := b.store.View()
	title, tense := "The table, if the batch was sent now", 0
	if b.store.Sent() {
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
			view.H("thead", view.H("tr", heading("PartitionKey"), heading("RowKey"), heading("Before"), heading("After"), heading("Change"))),
			view.H("tbody", rows...),
		)),
	)
}

func batchRow(r store.BatchRow, tense int) app.UI {
	fate := app.UI(view.T("span.muted", "none"))
	if r.Change >= 0 {
		look := "st st--plain"
		switch r.Fate {
		case store.Applied:
			look = "st st--ok"
		case store.RefusedOne:
			look = "st st--bad"
		}
		fate = view.H("span", view.Attr("class", look), view.Text(strconv.Itoa(r.Change+1)+", "+fateWords[r.Fate][tense]))
	}
	after := view.El("td.mono")
	if r.Before != nil && r.After != nil && r.Before.ETag() == r.After.ETag() {
		after = after.Class("muted").Text("as before")
	} else {
		after = after.Text(stateText(r.After))
	}
	return view.H("tr",
		view.H("td", view.PartitionKeyChip(r.Key.PartitionKey)), view.H("td", view.RowKeyChip(r.Key.RowKey)),
		view.T("td.mono", stateText(r.Before)), after, view.H("td", fate),
	)
}

func (b *Batch) verdict() app.UI {
	switch v := b.store.View(); {
	case v.Message == "":
		return view.T("span.st.st--ok.end", "All or nothing: all")
	case v.Code != "":
		return view.T("span.st.st--bad.end", "All or nothing: nothing")
	}
	return view.T("span.st.st--plain.end", "Not sent")
}

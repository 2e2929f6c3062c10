package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// entity shows the open entity: every property with its type and size, and the
// ETag that a change has to meet.
func (p *Playground) entity(o *store.Opened) app.UI {
	l := p.store.Ledger()
	rows := []app.UI{
		entityRow("PartitionKey", table.StringValue(o.Entity.PartitionKey), ""),
		entityRow("RowKey", table.StringValue(o.Entity.RowKey), ""),
		entityRow("Timestamp", table.DateTimeValue(o.Entity.Timestamp), ""),
	}
	for _, x := range o.Entity.Properties {
		rows = append(rows, p.property(o, x))
	}
	return view.El("section.lg__e;aria-labelledby=entity").Body(
		view.El("div.lg__eh").Body(
			view.El("h3#entity;tabindex=-1").Text("Entity"),
			view.El("span.muted.num").Text(view.Number(o.Bytes)+" bytes"),
			view.El("button#entity-close.btn.btn--sm.btn--icon.btn--quiet.end;type=button;aria-label=Close the entity").Body(view.Icon("x")).
				OnClick(p.click("entity-close", func() { l.Close(); browser.Focus(ledgerID) })),
		),
		view.El("div.row").Body(view.PartitionKeyChip(o.Entity.PartitionKey), view.RowKeyChip(o.Entity.RowKey)),
		view.El("p.lg__t").Body(app.Text("Read as version "), view.El("span.k.k--et").Title(string(o.ETag)).Text(view.Shorten(string(o.ETag), 44))),
		view.El("div").Body(p.entityState(o)),
		view.El("div.scroll;tabindex=0;role=region;aria-label=Properties").Body(view.El("table.lg__p").Body(
			view.El("thead").Body(view.El("tr").Body(entityHead("Property"), entityHead("Type"), entityHead("Value"), entityHead("Bytes"), entityHead("Change"))),
			view.El("tbody").Body(rows...),
		)),
		view.El("div").Body(p.newProperty(o)),
		view.El("div.row").Body(
			view.El("button#entity-add.btn.btn--sm;type=button").Text("Add a property").Hidden(p.ui.ledger.adding || o.Gone).OnClick(p.click("entity-add", func() { p.edit("", true) })),
			view.El("button#entity-delete.btn.btn--sm;type=button").Body(view.Icon("trash-2"), app.Text("Delete the entity")).Hidden(o.Gone).OnClick(p.click("entity-delete", l.Delete)),
			view.El("a.btn.btn--sm.btn--quiet").Attr("href", address("/btree")).Text("Find it in the index").OnClick(p.click("entity-index/"+o.Entity.PartitionKey+"/"+o.Entity.RowKey, func() { p.store.Index().Find(o.Entity.Key) })),
		),
	)
}

func entityHead(text string) app.UI { return view.El("th;scope=col").Text(text) }

func entityRow(name string, v table.Value, bytes string) app.UI {
	return view.El("tr").Body(
		view.El("th;scope=row").Text(name), view.El("td").Text(v.Type().String()),
		view.El("td.v").Title(v.String()).Text(view.Shorten(v.String(), longValue)), view.El("td.n").Text(bytes), view.El("td"),
	)
}

// longValue is how many characters of a value are shown.
const longValue = 160

// entityState says what came of the last change, and whether the entity is
// still the one that was read.
func (p *Playground) entityState(o *store.Opened) app.UI {
	again := view.El("button#entity-again.btn.btn--sm;type=button").Text("Read it again").OnClick(p.click("entity-again", p.store.Ledger().Reread))
	undo := view.El("button#entity-undo.btn.btn--sm;type=button").Body(view.Icon("undo-2"), app.Text("Undo")).Hidden(!p.store.Ledger().CanUndo()).OnClick(p.click("entity-undo", func() { p.store.Undo(); p.store.Ledger().Reread() }))
	switch {
	case o.Fault != "":
		return view.El("div.errbox;role=alert").Body(
			view.Icon("circle-alert", "ic--20"), view.El("h2").Text("Refused"),
			view.El("p").Text(o.Fault), view.El("p").Text("Nothing was changed. The entity is shown as it was read."), view.El("div.row").Body(again),
		)
	case o.Gone:
		return view.El("div.lg__note;role=status").Body(view.El("span").Text("The entity is not in the table now."), undo)
	case o.Stale:
		return view.El("div.lg__note;role=status").Body(view.El("span").Text("The entity has another version by now. A change would meet 412."), again)
	case o.Done != "":
		return view.El("div.lg__note;role=status").Body(view.El("span").Body(app.Text("Done as a command: "), view.El("code").Text(view.Shorten(o.Done, longValue))), undo)
	}
	return view.El("div;hidden=true")
}

// property is one line of the table: read, or with the fields to change it.
func (p *Playground) property(o *store.Opened, x table.Property) app.UI {
	if p.ui.ledger.editing == x.Name && !p.ui.ledger.adding {
		return view.El("tr.ed").Body(
			view.El("th;scope=row").Text(x.Name),
			view.El("td;colspan=4").Body(p.valueFields(x.Name, x.Value)),
		)
	}
	key := o.Entity.PartitionKey + "/" + o.Entity.RowKey + "/" + x.Name
	return view.El("tr").Body(
		view.El("th;scope=row").Text(x.Name),
		view.El("td").Text(x.Value.Type().String()),
		view.El("td.v").Title(view.Shorten(x.Value.String(), 1024)).Text(view.Shorten(x.Value.String(), longValue)),
		view.El("td.n").Text(view.Number(store.PropertyBytes(x))),
		view.El("td.c").Body(
			view.El("button.btn.btn--sm.btn--icon.btn--quiet;type=button").Aria("label", "Edit "+x.Name).Body(view.Icon("pencil")).OnClick(p.click("edit/"+key, func() { p.edit(x.Name, false) })),
			view.El("button.btn.btn--sm.btn--icon.btn--quiet;type=button").Aria("label", "Remove "+x.Name).Body(view.Icon("trash-2")).OnClick(p.click("remove/"+key, func() { p.store.Ledger().RemoveProperty(x.Name) })),
		),
	)
}

// edit opens the fields of a property, or of a new one.
func (p *Playground) edit(name string, adding bool) {
	u := &p.ui.ledger
	u.editing, u.adding, u.bad = name, adding, ""
	first := valueID
	text := ""
	if adding {
		first = nameID
	} else if o := p.store.Ledger().Opened(); o != nil {
		text = propertyText(o, name)
	}
	p.ctx.Defer(func(app.Context) { browser.SetField(valueID, text); browser.Focus(first) })
}

func propertyText(o *store.Opened, name string) string {
	for _, x := range o.Entity.Properties {
		if x.Name == name {
			return x.Value.String()
		}
	}
	return ""
}

func (p *Playground) newProperty(o *store.Opened) app.UI {
	if !p.ui.ledger.adding || o.Gone {
		return view.El("div;hidden=true")
	}
	return p.valueFields("", table.StringValue(""))
}

// valueFields are the fields for a value, and for the name of a new property.
func (p *Playground) valueFields(name string, now table.Value) app.UI {
	var options []app.UI
	for _, t := range table.EdmTypes() {
		options = append(options, view.El("option").Attr("value", t.String()).Text(t.String()).Attr("selected", t == now.Type()))
	}
	onKey, scope := p.on("entity-keys", func(_ app.Context, e app.Event) {
		switch e.Get("key").String() {
		case "Enter":
			p.saveValue()
		case "Escape":
			p.ui.ledger.editing, p.ui.ledger.adding = "", false
		}
	})
	fields := []app.UI{
		view.El("span.pick").Body(view.El("select").ID(typeID).Aria("label", "Type of the value").Body(options...), view.Icon("chevron-down", "ic--14")),
		view.El("input.field.mono").ID(valueID).Attr("type", "text").Spellcheck(false).Attr("autocomplete", "off").Aria("label", "Value").Aria("describedby", "entity-bad").Aria("invalid", truth(p.ui.ledger.bad != "")).OnKeyDown(onKey, scope),
		view.El("button#entity-save.btn.btn--sm.btn--primary;type=button").Text("Save").OnClick(p.click("entity-save", p.saveValue)),
		view.El("button#entity-cancel.btn.btn--sm;type=button").Text("Cancel").OnClick(p.click("entity-cancel", func() { p.ui.ledger.editing, p.ui.ledger.adding = "", false })),
	}
	if name == "" {
		fields = append([]app.UI{view.El("input.field.mono").ID(nameID).Attr("type", "text").Spellcheck(false).Attr("autocomplete", "off").Aria("label", "Name of the property").Attr("placeholder", "Name")}, fields...)
	}
	bad := view.El("p#entity-bad.ed__err").Hidden(p.ui.ledger.bad == "").Text(p.ui.ledger.bad)
	return view.El("div.lg__f").Body(append(fields, bad)...)
}

// saveValue makes a merge of what the fields say.
func (p *Playground) saveValue() {
	u := &p.ui.ledger
	name := u.editing
	if u.adding {
		name = browser.Field(nameID)
	}
	kind, _ := table.ParseEdmType(browser.Field(typeID))
	if name == "" {
		u.bad = "A property needs a name."
		return
	}
	if u.bad = p.store.Ledger().SetProperty(name, kind, browser.Field(valueID)); u.bad == "" {
		u.editing, u.adding = "", false
		p.ctx.Defer(func(app.Context) { browser.Focus(entityID) })
	}
}

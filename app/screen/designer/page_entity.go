package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// entity shows the open entity: every property with its type and size, and the
// ETag that a change has to meet.
func (p *ledger) entity(o *design.Opened) app.UI {
	l := p.Store.Ledger()
	rows := []app.UI{
		entityRow("PartitionKey", table.StringValue(o.Entity.PartitionKey), ""),
		entityRow("RowKey", table.StringValue(o.Entity.RowKey), ""),
		entityRow("Timestamp", table.DateTimeValue(o.Entity.Timestamp), ""),
	}
	for _, x := range o.Entity.Properties {
		rows = append(rows, p.property(o, x))
	}
	return view.H("section.lg__e;aria-labelledby=entity",
		view.H("div.lg__eh",
			view.T("h3#entity;tabindex=-1", "Entity"),
			view.T("span.muted.num", view.Number(o.Bytes)+" bytes"),
			view.H("button#entity-close.btn.btn--sm.btn--icon.btn--quiet.end;type=button;aria-label=Close the entity", view.Icon("x"),
				p.Click("entity-close", func() { l.Close(); browser.Focus(ledgerID) }),
			),
		),
		view.H("div.row", view.PartitionKeyChip(o.Entity.PartitionKey), view.RowKeyChip(o.Entity.RowKey)),
		view.H("p.lg__t", view.Text("Read as version "), view.H("span.k.k--et", view.Attr("title", string(o.ETag)),
			view.Text(view.Shorten(string(o.ETag), 44)))),
		view.H("div", p.entityState(o)),
		view.H("div.scroll;tabindex=0;role=region;aria-label=Properties", view.H("table.lg__p",
			view.H("thead", view.H("tr", entityHead("Property"), entityHead("Type"), entityHead("Value"), entityHead("Bytes"),
				entityHead("Change"))),
			view.H("tbody", rows...),
		)),
		view.H("div", p.newProperty(o)),
		view.H("div.row",
			view.H("button#entity-add.btn.btn--sm;type=button", view.Text("Add a property"), view.Flag("hidden", p.adding || o.Gone),
				p.Click("entity-add", func() { p.edit("", true) })),
			view.H("button#entity-delete.btn.btn--sm;type=button", view.Icon("trash-2"), view.Text("Delete the entity"), view.Flag("hidden", o.Gone),
				p.Click("entity-delete", l.Delete)),
			view.H("a.btn.btn--sm.btn--quiet", view.Attr("href", ui.Address("/btree")), view.Text("Find it in the index"),
				p.Click("entity-index/"+o.Entity.PartitionKey+"/"+o.Entity.RowKey, func() { p.Store.Index().Find(o.Entity.Key) })),
		),
	)
}

func entityHead(text string) app.UI { return view.T("th;scope=col", text) }

func entityRow(name string, v table.Value, bytes string) app.UI {
	return view.H("tr",
		view.T("th;scope=row", name), view.T("td", v.Type().String()),
		view.H("td.v", view.Attr("title", v.String()), view.Text(view.Shorten(v.String(), longValue))), view.T("td.n", bytes), view.El("td"),
	)
}

// longValue is how many characters of a value are shown.
const longValue = 160

// entityState says what came of the last change, and whether the entity is
// still the one that was read.
func (p *ledger) entityState(o *design.Opened) app.UI {
	again := view.H("button#entity-again.btn.btn--sm;type=button", view.Text("Read it again"),
		p.Click("entity-again", p.Store.Ledger().Reread))
	undo := view.H("button#entity-undo.btn.btn--sm;type=button", view.Icon("undo-2"), view.Text("Undo"),
		view.Flag("hidden", !p.Store.Ledger().CanUndo()), p.Click("entity-undo", func() { p.Store.Edit.Undo(); p.Store.Ledger().Reread() }))
	switch {
	case o.Fault != "":
		return view.H("div.errbox;role=alert",
			view.Icon("circle-alert", "ic--20"), view.T("h2", "Refused"),
			view.T("p", o.Fault), view.T("p", "Nothing was changed. The entity is shown as it was read."), view.H("div.row", again),
		)
	case o.Gone:
		return view.H("div.lg__note;role=status", view.T("span", "The entity is not in the table now."), undo)
	case o.Stale:
		return view.H("div.lg__note;role=status", view.T("span", "The entity has another version by now. A change would meet 412."), again)
	case o.Done != "":
		return view.H("div.lg__note;role=status", view.H("span", view.Text("Done as a command: "),
			view.T("code", view.Shorten(o.Done, longValue))), undo)
	}
	return view.El("div;hidden=true")
}

// property is one line of the table: read, or with the fields to change it.
func (p *ledger) property(o *design.Opened, x table.Property) app.UI {
	if p.editing == x.Name && !p.adding {
		return view.H("tr.ed",
			view.T("th;scope=row", x.Name),
			view.H("td;colspan=4", p.valueFields(x.Name, x.Value)),
		)
	}
	key := o.Entity.PartitionKey + "/" + o.Entity.RowKey + "/" + x.Name
	return view.H("tr",
		view.T("th;scope=row", x.Name),
		view.T("td", x.Value.Type().String()),
		view.H("td.v", view.Attr("title", view.Shorten(x.Value.String(), 1024)), view.Text(view.Shorten(x.Value.String(), longValue))),
		view.T("td.n", view.Number(design.PropertyBytes(x))),
		view.H("td.c",
			view.H("button.btn.btn--sm.btn--icon.btn--quiet;type=button", view.Attr("aria-label", "Edit "+x.Name), view.Icon("pencil"),
				p.Click("edit/"+key, func() { p.edit(x.Name, false) })),
			view.H("button.btn.btn--sm.btn--icon.btn--quiet;type=button", view.Attr("aria-label", "Remove "+x.Name), view.Icon("trash-2"),
				p.Click("remove/"+key, func() { p.Store.Ledger().RemoveProperty(x.Name) })),
		),
	)
}

// edit opens the fields of a property, or of a new one.
func (p *ledger) edit(name string, adding bool) {
	u := p
	u.editing, u.adding, u.bad = name, adding, ""
	first := valueID
	text := ""
	if adding {
		first = nameID
	} else if o := p.Store.Ledger().Opened(); o != nil {
		text = propertyText(o, name)
	}
	p.Ctx.Defer(func(app.Context) { browser.SetField(valueID, text); browser.Focus(first) })
}

func propertyText(o *design.Opened, name string) string {
	for _, x := range o.Entity.Properties {
		if x.Name == name {
			return x.Value.String()
		}
	}
	return ""
}

func (p *ledger) newProperty(o *design.Opened) app.UI {
	if !p.adding || o.Gone {
		return view.El("div;hidden=true")
	}
	return p.valueFields("", table.StringValue(""))
}

// valueFields are the fields for a value, and for the name of a new property.
func (p *ledger) valueFields(name string, now table.Value) app.UI {
	var options []app.UI
	for _, t := range table.EdmTypes() {
		options = append(options, ui.Option(t.String(), t.String(), t == now.Type()))
	}
	onKey := p.On("keydown", "entity-keys", func(_ app.Context, e app.Event) {
		switch e.Get("key").String() {
		case "Enter":
			p.saveValue()
		case "Escape":
			p.editing, p.adding = "", false
		}
	})
	fields := []app.UI{
		view.H("span.pick", view.Around("select;aria-label=Type of the value", options, view.ID(typeID)), view.Icon("chevron-down", "ic--14")),
		view.H("input.field.mono;type=text;spellcheck=false;autocomplete=off;aria-label=Value;aria-describedby=entity-bad", view.ID(valueID),
			view.Attr("maxlength", strconv.Itoa(2*table.MaxStringLength)),
			view.Flag("aria-invalid", p.bad != ""), onKey),
		view.H("button#entity-save.btn.btn--sm.btn--primary;type=button", view.Text("Save"), p.Click("entity-save", p.saveValue)),
		view.H("button#entity-cancel.btn.btn--sm;type=button", view.Text("Cancel"), p.Click("entity-cancel",
			func() { p.editing, p.adding = "", false })),
	}
	if name == "" {
		fields = append([]app.UI{view.H("input.field.mono;type=text;spellcheck=false;autocomplete=off;aria-label=Name of the "+
			"property;placeholder=Name", view.ID(nameID), view.Attr("maxlength", strconv.Itoa(table.MaxNameLength+1)))}, fields...)
	}
	bad := view.H("p#entity-bad.ed__err", view.Flag("hidden", p.bad == ""), view.Text(p.bad))
	return view.H("div.lg__f", append(fields, bad)...)
}

// saveValue makes a merge of what the fields say.
func (p *ledger) saveValue() {
	u := p
	name := u.editing
	if u.adding {
		name = browser.Field(nameID)
	}
	kind, _ := table.ParseEdmType(browser.Field(typeID))
	if name == "" {
		u.bad = "A property needs a name."
		return
	}
	if u.bad = p.Store.Ledger().SetProperty(name, kind, browser.Field(valueID)); u.bad == "" {
		u.editing, u.adding = "", false
		p.Ctx.Defer(func(app.Context) { browser.Focus(entityID) })
	}
}

package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/view"
)

// selectPart stands beside the keys for the field of $select, which shares
// their list of completions.
const selectPart = draft.RowKey + 1

// rivalPart is the PartitionKey of the second design, and the next its RowKey.
const rivalPart = selectPart + 1

// selectField is the $select of the request.
func (p *Page) selectField() app.UI {
	open := p.ui.list.open && p.ui.list.part == selectPart
	field := view.El("input").ID(selectID).Attr("type", "text").Attr("placeholder", "every property").Spellcheck(false).Attr("autocomplete",
		"off").Attr("autocapitalize", "off").Attr("autocorrect", "off").Attr("maxlength", strconv.Itoa(draft.MaxSelect)).
		Aria("autocomplete", "list").Aria("haspopup", "listbox").
		OnInput(p.Handler("select/input", func(app.Context, app.Event) {
			p.store.Hints.SetSelect(browser.Field(selectID))
			p.suggest(selectPart)
			if l := &p.ui.list; l.open && l.choices[0].Offset == browser.Caret(selectID) {
				l.open = false // no letter of a name is typed
			}
		})).
		OnKeyDown(p.Handler("select/key", func(ctx app.Context, e app.Event) { p.templateKey(ctx, selectPart, e) })).
		OnBlur(p.Handler("select/blur", func(app.Context, app.Event) { p.ui.list.open = false }))
	if open {
		field = field.Aria("controls", "completions").Aria("activedescendant", completionID(p.ui.list.at))
	}
	return view.H("div.ask__s",
		view.H("div.ed", view.H("label.ed__lbl", view.Attr("for", selectID), view.Text("$select=")), field),
		app.If(open, p.completionList),
	)
}

// selectSays tells what $select changes and what it does not.
func (p *Page) selectSays() string {
	names := p.store.Hints.Selected()
	if names == nil {
		return ""
	}
	return " $select returns " + view.Count(len(names), "property", "properties") + " of each entity. As many entities are read."
}

// strays tells of a name that no entity has, in the filter or else in $select,
// or of a value of another type than its column, and returns what mends it: a label, "" for none, and the gesture.
func (p *Page) strays(text string) (about app.UI, label string, mend func()) {
	_, fault := p.store.Request.Filter()
	if repair, ok := p.store.Hints.Repair(text, fault); ok {
		label, mend = repair.Label, p.mend
	}
	if about := p.strayIn(text); fault == nil && about != nil {
		return about, label, mend
	}
	name, nearest := p.store.Hints.StraySelect()
	if label != "" || name == "" {
		return view.El("span;hidden=true"), label, mend
	}
	if nearest != "" {
		label, mend = "Write "+nearest, p.store.Hints.MendSelect
	}
	return strayName(name, " in $select is the name of no column. The service returns null for it."), label, mend
}

// strayIn tells of a name in a filter that no entity has, or of a value of
// another type than its column, or returns nil.
func (p *Page) strayIn(text string) app.UI {
	stray, _ := p.store.Hints.Stray(text)
	if stray.End == stray.Start {
		if about := p.store.Rows.Mismatched(text); about != "" {
			return view.T("span.mismatch", about)
		}
		return nil
	}
	return strayName(text[stray.Start:stray.End], " is the name of no column. A comparison with a property that an entity lacks is false.")
}

func strayName(name, about string) app.UI {
	return view.H("span", view.T("code", name), view.Text(about))
}

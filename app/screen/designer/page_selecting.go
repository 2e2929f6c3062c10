package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/view"
)

// selectField is the $select of the request.
func (p *templates) selectField() app.UI {
	open := p.list.open && p.list.part == selectPart
	field := view.El("input").ID(selectID).Attr("type", "text").Attr("placeholder", "every property").Spellcheck(false).Attr("autocomplete",
		"off").Attr("autocapitalize", "off").Attr("autocorrect", "off").Attr("maxlength", strconv.Itoa(draft.MaxSelect)).
		Aria("autocomplete", "list").Aria("haspopup", "listbox").
		OnInput(p.Handler("select/input", func(app.Context, app.Event) {
			p.store.Hints.SetSelect(browser.Field(selectID))
			p.suggest(selectPart)
			if l := &p.list; l.open && l.choices[0].Offset == browser.Caret(selectID) {
				l.open = false // no letter of a name is typed
			}
		})).
		OnKeyDown(p.Handler("select/key", func(ctx app.Context, e app.Event) { p.templateKey(ctx, selectPart, e) })).
		OnBlur(p.Handler("select/blur", func(app.Context, app.Event) { p.list.open = false }))
	if open {
		field = field.Aria("controls", "completions").Aria("activedescendant", completionID(p.list.at))
	}
	return view.H("div.ask__s",
		view.H("div.ed", view.H("label.ed__lbl", view.Attr("for", selectID), view.Text("$select=")), field),
		app.If(open, p.completionList),
	)
}

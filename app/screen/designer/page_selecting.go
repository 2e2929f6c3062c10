package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// selectField is the $select of the request.
func (p *templates) selectField() app.UI {
	open := p.list.open && p.list.part == desk.SelectPart
	field := view.El("input").ID(desk.SelectID).Attr("type", "text").Attr("placeholder", "every property").Spellcheck(false).
		Attr("autocomplete", "off").Attr("autocapitalize", "off").Attr("autocorrect", "off").Attr("maxlength", strconv.Itoa(draft.MaxSelect)).
		Aria("autocomplete", "list").Aria("haspopup", "listbox").
		OnInput(p.Handler("select/input", func(app.Context, app.Event) {
			p.Store.Hints.SetSelect(browser.Field(desk.SelectID))
			p.suggest(desk.SelectPart)
			if l := &p.list; l.open && l.choices[0].Offset == browser.Caret(desk.SelectID) {
				l.open = false // no letter of a name is typed
			}
		})).
		OnKeyDown(p.Handler("select/key", func(ctx app.Context, e app.Event) { p.templateKey(ctx, desk.SelectPart, e) })).
		OnBlur(p.Handler("select/blur", func(app.Context, app.Event) { p.list.open = false }))
	if open {
		field = field.Aria("controls", "completions").Aria("activedescendant", completionID(p.list.at))
	}
	return view.H("div.ask__s",
		view.H("div.ed", view.H("label.ed__lbl", view.Attr("for", desk.SelectID), view.Text("$select=")), field),
		app.If(open, p.completionList),
	)
}

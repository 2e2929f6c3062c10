package designer

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
)

// completion is the list under a template field.
type completion struct {
	open    bool
	part    draft.Part
	choices []keys.Suggestion
	at      int // the chosen one
}

// templates is the editors of key templates, with what helps to type one. It also
// serves $select and the templates of the second design.
type templates struct {
	desk.Desk
	list    completion
	menu    slotMenu
	editing int                   // the key editor that had the focus last
	focused func(part draft.Part) // what follows when a key editor gets the focus
	run     func()                // runs the request
}

// shownCompletions bounds the list: more would only be scrolled past.
const shownCompletions = 40

func (p *templates) keyEditors() app.UI {
	return view.H("section#keys.keys;aria-label=Key templates",
		p.keyEditor(draft.PartitionKey), p.keyEditor(draft.RowKey),
	)
}

// keyEditor is one template: its field, what it gives and what is wrong.
func (p *templates) keyEditor(part draft.Part) app.UI {
	preview := p.Store.Keys.Template(part)
	id := desk.EditorIDs[part]
	term, slot, chip := view.PartitionKeyTerm(), "slot--pk", view.PartitionKeyChip
	if part == draft.RowKey {
		term, slot, chip = view.RowKeyTerm(), "slot--rk", view.RowKeyChip
	}
	var example app.UI = view.T("span.muted", "no key")
	if len(preview.Keys) > 0 {
		example = chip(preview.Keys[0])
	}
	return view.H("div.ked",
		view.H("label", view.Attr("for", id), term),
		view.H("div.ked__f",
			view.H("div.ked__b",
				p.box(part, preview, slot)...,
			),
			p.chips(part),
			view.H("div", view.ID(id+"-err"), p.templateError(preview)),
		),
		view.H("div.ked__o", view.ID(id+"-out"),
			view.H("div", example),
			view.T("small", preview.Means),
		),
	)
}

// box is the field of a template in its colours, with the list below it.
func (p *templates) box(part draft.Part, preview model.Preview, slot string) []app.UI {
	wrong := view.NoWrong
	if preview.Err != nil {
		wrong = view.Wrong{From: preview.Err.Offset, To: preview.Err.End}
	}
	return []app.UI{
		view.H("div.ed",
			view.H("pre.ed__ink;aria-hidden=true", view.Inked(view.TemplateInk(preview.Text, slot, wrong))...),
			p.templateField(part, preview),
		),
		view.H("div", app.If(p.list.open && p.list.part == part, p.completionList)),
	}
}

func (p *templates) templateField(part draft.Part, preview model.Preview) app.UI {
	id := desk.EditorIDs[part]
	key := id + "/"
	open := p.list.open && p.list.part == part
	described := id + "-out"
	if preview.Err != nil {
		described = id + "-err"
	}
	field := view.El("textarea").ID(id).Attr("rows", 1).Spellcheck(false).Attr("autocomplete", "off").Attr("autocapitalize", "off").Attr(
		"autocorrect", "off").
		Attr("maxlength", strconv.Itoa(keys.MaxTemplate)).
		Aria("autocomplete", "list").Aria("haspopup", "listbox").
		Aria("invalid", ui.Truth(preview.Err != nil)).Aria("describedby", described).
		OnInput(p.Handler(key+"input", func(ctx app.Context, _ app.Event) { p.typed(part) })).
		OnKeyDown(p.Handler(key+"key", func(ctx app.Context, e app.Event) { p.templateKey(ctx, part, e) })).
		OnFocus(p.Handler(key+"focus", func(app.Context, app.Event) {
			if part < desk.SelectPart {
				p.editing = int(part)
				p.focused(part)
			}
		})).
		OnBlur(p.Handler(key+"blur", func(app.Context, app.Event) { p.list.open = false }))
	if open {
		field = field.Aria("controls", "completions").Aria("activedescendant", completionID(p.list.at))
	}
	return field
}

func (p *templates) templateError(preview model.Preview) app.UI {
	if preview.Err == nil {
		return view.El("span;hidden=true")
	}
	place := utf8.RuneCountInString(preview.Text[:min(preview.Err.Offset, len(preview.Text))]) + 1
	return view.H("div.ed__err;role=alert",
		view.Icon("circle-alert"),
		view.T("span", "Character "+strconv.Itoa(place)+": "+preview.Err.Message+" The figures below still show the last design."),
	)
}

// typed takes the text of a field as it now is.
func (p *templates) typed(part draft.Part) {
	p.takeField(part, browser.Field(desk.EditorIDs[part]))
	p.suggest(part)
}

// takeField gives the text of a field to what it is about.
func (p *templates) takeField(part draft.Part, text string) {
	switch {
	case part == desk.SelectPart:
		p.Store.Hints.SetSelect(text)
	case part >= desk.RivalPart:
		p.Store.Rival.SetRivalTemplate(part-desk.RivalPart, text)
	default:
		p.Store.Keys.SetTemplate(part, text)
	}
}

// suggest opens the list when something can be completed at the caret.
func (p *templates) suggest(part draft.Part) {
	text := browser.Field(desk.EditorIDs[part])
	caret := browser.Caret(desk.EditorIDs[part])
	var choices []keys.Suggestion
	if part == desk.SelectPart {
		choices = p.Store.Hints.CompleteSelect(text, caret)
	} else {
		choices = keys.Complete(text, caret, p.Store.Rows.Columns())
	}
	if len(choices) > shownCompletions {
		choices = choices[:shownCompletions]
	}
	p.list = completion{open: len(choices) > 0, part: part, choices: choices}
}

// templateKey moves through the list and keeps a template on one line.
func (p *templates) templateKey(ctx app.Context, part draft.Part, e app.Event) {
	key := e.Get("key").String()
	list := &p.list
	if !list.open {
		switch {
		case key == "Enter":
			e.PreventDefault()
			if part == desk.SelectPart {
				p.run()
			} else if part < desk.SelectPart {
				p.openSelected(part)
			}
		case key == " " && e.Get("ctrlKey").Truthy(), key == "ArrowDown" && e.Get("altKey").Truthy():
			e.PreventDefault()
			p.suggest(part)
		default:
			ctx.PreventUpdate()
		}
		return
	}
	n := len(list.choices)
	switch key {
	case "ArrowDown":
		list.at = (list.at + 1) % n
	case "ArrowUp":
		list.at = (list.at + n - 1) % n
	case "Enter", "Tab":
		if key == "Tab" && e.Get("shiftKey").Truthy() {
			list.open = false
			return
		}
		p.complete(ctx, list.at)
	case "Escape":
		list.open = false
	default:
		return
	}
	e.PreventDefault()
	ctx.Defer(func(app.Context) { browser.Reveal(completionID(p.list.at)) })
}

// complete writes a choice into the field.
func (p *templates) complete(ctx app.Context, at int) {
	list := p.list
	p.list.open = false
	if at >= len(list.choices) {
		return
	}
	c := list.choices[at]
	id := desk.EditorIDs[list.part]
	text := browser.Field(id)
	if c.End > len(text) {
		return
	}
	p.put(ctx, list.part, text[:c.Offset]+c.Text+text[c.End:], c.Cursor)
}

// put replaces the text of a template and places the caret, in bytes.
func (p *templates) put(ctx app.Context, part draft.Part, text string, caret int) {
	id := desk.EditorIDs[part]
	p.takeField(part, text)
	browser.SetField(id, text)
	browser.Focus(id)
	browser.SetCaret(id, caret)
	if part != desk.SelectPart {
		p.suggest(part)
	}
}

// insert adds a text to the template that had the focus last, at its caret.
func (p *templates) insert(ctx app.Context, text string, caret int) {
	id := desk.EditorIDs[p.editing]
	now := browser.Field(id)
	at := min(browser.Caret(id), len(now))
	p.put(ctx, draft.Part(p.editing), now[:at]+text+now[at:], at+caret)
}

func completionID(i int) string { return "completion-" + strconv.Itoa(i) }

func (p *templates) completionList() app.UI {
	items := make([]app.UI, len(p.list.choices))
	for i, c := range p.list.choices {
		// A press must not take the focus from the field, which would close the list.
		items[i] = view.H("li;role=option;tabindex=-1", view.ID(completionID(i)), view.Flag("aria-selected", i == p.list.at),
			view.T("code", c.Label), view.T("span", c.Detail), p.On("mousedown", "complete/"+strconv.Itoa(i)+c.Label,
				func(ctx app.Context, e app.Event) {
					e.PreventDefault()
					p.complete(ctx, i)
				}))
	}
	return view.H("ul#completions.comp;role=listbox;aria-label=Ways to go on", items...)
}

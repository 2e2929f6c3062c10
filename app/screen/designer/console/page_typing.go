package console

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// do does the command in the field.
func (p *Part) do() {
	text := strings.TrimSpace(browser.Field(commandID))
	p.choices, p.recorded = nil, ""
	if text == "" {
		return
	}
	if p.Store.Workbench().Do(text) {
		browser.SetField(commandID, "")
	}
	browser.Focus(commandID)
}

// commandTyped offers what the text may go on with.
func (p *Part) commandTyped() {
	p.Store.Workbench().Forgive()
	p.choices = nil
	if strings.TrimSpace(browser.Field(commandID)) != "" {
		p.offer()
	}
}

// offer opens the list of what may follow, if anything may.
func (p *Part) offer() {
	p.at = -1
	p.choices = p.Store.Workbench().Complete(browser.Field(commandID))
	if len(p.choices) == 0 {
		p.choices = nil
	}
}

// commandKey does the command, completes it or recalls an earlier one.
func (p *Part) commandKey(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	if key == "Enter" && p.at < 0 {
		e.PreventDefault()
		p.do()
		return
	}
	if p.choices != nil && p.listKey(ctx, key, e) {
		return
	}
	switch {
	case key == "ArrowDown" && e.Get("altKey").Truthy(), key == " " && e.Get("ctrlKey").Truthy():
		e.PreventDefault()
		p.offer()
	case key == "ArrowUp", key == "ArrowDown":
		e.PreventDefault()
		p.recall(key == "ArrowUp")
	default:
		ctx.PreventUpdate()
	}
}

// listKey moves in the open list. It reports whether it took the key.
func (p *Part) listKey(ctx app.Context, key string, e app.Event) bool {
	u := p
	switch {
	case key == "ArrowDown":
		u.at = (u.at + 1) % len(u.choices)
	case key == "ArrowUp" && u.at >= 0:
		u.at--
	case key == "Enter" || key == "Tab" && !e.Get("shiftKey").Truthy():
		p.take(max(u.at, 0))
	case key == "Escape":
		u.choices, u.at = nil, -1
	default:
		return false
	}
	e.PreventDefault()
	ctx.Defer(func(app.Context) { browser.Reveal(choiceID(p.at)) })
	return true
}

// take writes a choice into the field.
func (p *Part) take(i int) {
	if i >= len(p.choices) {
		return
	}
	c := p.choices[i]
	text := browser.Field(commandID)
	if c.End > len(text) {
		return
	}
	p.write(text[:c.Start] + c.Text)
	p.offer()
}

// write puts a text into the field, with the caret at its end.
func (p *Part) write(text string) {
	browser.SetField(commandID, text)
	browser.Focus(commandID)
	browser.SetCaret(commandID, len(text))
	p.choices, p.at = nil, -1
	p.Store.Workbench().Forgive()
}

func (p *Part) recall(back bool) {
	steps := 1
	if back {
		steps = -1
	}
	if text, ok := p.Store.Workbench().Recall(steps); ok {
		p.write(text)
	}
}

func choiceID(i int) string { return "command-choice-" + strconv.Itoa(i) }

func (p *Part) choiceList() app.UI {
	items := make([]app.UI, len(p.choices))
	for i, c := range p.choices {
		items[i] = view.H("li;role=option;tabindex=-1", view.ID(choiceID(i)), view.Flag("aria-selected", i == p.at),
			view.T("code", c.Text), p.On("mousedown", "choice/"+strconv.Itoa(i)+c.Text, func(_ app.Context, e app.Event) {
				e.PreventDefault() // a press must not take the focus from the field
				p.take(i)
			}))
	}
	return view.H("ul#commands.comp;role=listbox;aria-label=What can follow", items...)
}

package console

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/command"
)

// IDs of the elements of the console.
const (
	commandID = "command"
	callID    = "call"
)

// bench is what belongs to the page of the workbench and not to its log.
type bench struct {
	choices  []command.Completion // the list under the field, nil when it is closed
	at       int                  // the chosen one, -1 for none
	known    bool                 // the drawer was opened or closed for the width there is
	Drawer   bool
	Atom     bool
	recorded string // what became of the lesson that was saved, a sentence
}

// Part is where commands are typed, with their log and what goes over the wire.
type Part struct {
	desk.Desk
	bench
	Open func() bool // whether its panel is
}

// shownCommands is how many commands of a long log are drawn.
const shownCommands = 12

// Draw draws the console over the table, with its log, the calls as HTTP and
// the log as a text.
func (p *Part) Draw() app.UI {
	b := p.Store.Workbench()
	if !b.Ready() {
		return view.El("div;hidden=true")
	}
	return view.H("section.card.wb;aria-labelledby=wb-title",
		view.H("div.card__h",
			view.T("h2#wb-title", "Console"),
			view.T("span.muted.num;style=font-size:var(--fs-13)", tableState(b)),
		),
		view.H("div.card__b",
			view.T("p.wb__n;role=status", p.benchNote(b)),
			view.T("p.vh;role=status", lastLine(b)),
			p.commandField(b),
			p.log(b),
			p.exchange(b),
			view.H("button#record.btn.btn--sm;type=button", view.Text("Save as a lesson"), p.Click("record", p.record)),
		),
	)
}

func tableState(b *design.Workbench) string {
	n, ok := b.Entities()
	if !ok {
		return "The table " + model.TableName + " is gone here."
	}
	return "Table " + model.TableName + ", " + view.Count(n, "entity", "entities") + " here. The cards above keep the table as it was built."
}

// lastLine tells a screen reader where the log stands and what came of it.
func lastLine(b *design.Workbench) string {
	if b.Position() == 0 {
		return ""
	}
	lines := b.Outcome(b.Position() - 1).Lines
	return strconv.Itoa(b.Position()) + " of " + strconv.Itoa(b.Len()) + ": " + lines[len(lines)-1]
}

// commandField is where commands are typed.
func (p *Part) commandField(b *design.Workbench) app.UI {
	f := b.Fault()
	wrong := view.NoWrong
	if f.Sentence != "" && f.From >= 0 {
		wrong = view.Wrong{From: f.From, To: f.To}
	}
	field := view.El("textarea").ID(commandID).Attr("rows", 1).Spellcheck(false).Attr("autocomplete", "off").Attr("autocapitalize",
		"off").Attr("autocorrect", "off").
		Attr("placeholder", "query playground top 5").Attr("maxlength", strconv.Itoa(command.MaxCommand)).
		Aria("label", "Command").Aria("autocomplete", "list").Aria("haspopup", "listbox").
		Aria("invalid", ui.Truth(f.Sentence != "")).Aria("describedby", "command-err command-hint").
		OnInput(p.Handler("command/input", func(app.Context, app.Event) { p.commandTyped() })).
		OnKeyDown(p.Handler("command/key", p.commandKey)).
		OnBlur(p.Handler("command/blur", func(app.Context, app.Event) { p.choices = nil }))
	if p.choices != nil {
		field = field.Aria("controls", "commands")
		if p.at >= 0 {
			field = field.Aria("activedescendant", choiceID(p.at))
		}
	}
	return view.H("div.cmd",
		view.H("div.ked__b",
			view.H("div.ed.ed--cmd",
				view.T("span.ed__lbl;aria-hidden=true", ">"),
				field,
			),
			view.H("div", app.If(p.choices != nil, p.choiceList)),
		),
		view.H("button#do.btn.btn--primary;type=button", view.Icon("play"), view.Text("Do"), p.Click("do", p.do)),
		commandFault(f, wrong),
		view.H("p#command-hint.wb__h",
			view.T("kbd", "Enter"), view.Text(" does it, "), view.T("kbd", "Tab"), view.Text(" completes, "), view.T("kbd", "↑"),
			view.T("kbd", "↓"),
			view.Text(" recall. "), view.T("kbd", "Esc"), view.Text(" then "), view.T("kbd", "Tab"), view.Text(" leaves. "),
			view.T("kbd", "Alt"), view.T("kbd", "↓"), view.Text(" lists what can follow."),
		),
	)
}

// commandFault says what is wrong with the last command and where, with a
// caret under the place and a command that works.
func commandFault(f model.Fault, wrong view.Wrong) app.UI {
	box := view.El("div#command-err.ed__err")
	if f.Sentence == "" {
		return box.Hidden(true)
	}
	body := []app.UI{view.Icon("circle-alert")}
	if wrong.From < 0 {
		return box.Attr("role", "alert").Body(append(body, view.T("span", f.Sentence))...)
	}
	place := utf8.RuneCountInString(f.Text[:min(f.From, len(f.Text))]) + 1
	sentence := " " + f.Sentence
	if f.Example != "" {
		sentence += " For example: " + f.Example
	}
	return box.Attr("role", "alert").Body(append(body,
		view.H("span", view.T("b", "Character "+strconv.Itoa(place)+":"), view.Text(sentence)),
		view.T("pre.mono;aria-hidden=true", view.Caret(f.Text, f.From)),
	)...)
}

// log lists the commands around the place where the log stands, newest first.
func (p *Part) log(b *design.Workbench) app.UI {
	at, last := b.Position(), b.Len()
	from := max(0, min(at+3, last)-shownCommands)
	to := min(last, from+shownCommands)
	var items []app.UI
	for n := to - 1; n >= from; n-- {
		items = append(items, p.logItem(b, n, n >= at, n == at-1))
	}
	if from > 0 {
		items = append(items, view.T("li.muted.num", view.Count(from, "command", "commands")+" before these"))
	}
	list := view.El("ol.log;aria-label=Log, newest first").Body(items...)
	if last == 0 {
		return view.H("div", list.Hidden(true))
	}
	return view.H("div", list)
}

func (p *Part) logItem(b *design.Workbench, n int, undone, now bool) app.UI {
	o := b.Outcome(n)
	li := view.El("li")
	state := ""
	switch {
	case undone:
		li, state = li.Class("redo"), "undone"
	case now:
		li, state = li.Class("cur").Aria("current", "step"), "here"
	}
	lines := make([]app.UI, len(o.Lines))
	for i, l := range o.Lines {
		look := ""
		switch {
		case len(l) > 6 && l[:6] == "cost: ":
			look = "cost"
		case !o.OK && i == len(o.Lines)-1:
			look = "bad"
		}
		lines[i] = view.H("span", view.Attr("class", look), view.Text(l))
	}
	shown := b.Shown().Command == n
	return li.Body(
		view.H("div.log__c",
			view.T("span.num", strconv.Itoa(n+1)),
			view.H("code", view.Attr("title", o.Command), view.Text(view.Shorten(o.Command, 400))),
			view.T("small", state),
			view.H("button.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-pressed", shown),
				view.Attr("aria-label", "Show command "+strconv.Itoa(n+1)+" as HTTP"), view.Text("HTTP"),
				p.Click("http/"+strconv.Itoa(n), func() { b := p.Store.Workbench(); b.ShowCommand(n); p.Drawer = true }),
			),
		),
		view.H("div.log__o", lines...),
	)
}

// benchNote says what became of a lesson that was saved, or why the log is a new
// one.
func (p *Part) benchNote(b *design.Workbench) string {
	if p.recorded != "" {
		return p.recorded
	}
	return b.Note()
}

// record saves what was done as a lesson, for its author to put into words.
func (p *Part) record() {
	u := p
	file, err := p.Store.Workbench().Record()
	if err != nil {
		u.recorded = err.Error()
		return
	}
	browser.Save("99-my-lesson.md", "text/markdown", file)
	u.recorded = "99-my-lesson.md is saved. Put it into your words, and try it with Open lesson pack on the page of lessons."
}

// Settle brings the drawer of the console up to date.
func (p *Part) Settle(ctx app.Context) {
	b := p.Store.Workbench()
	if !p.known {
		p.known = true
		p.Drawer = browser.Width() > widePage
		ctx.Dispatch(func(app.Context) {})
	}
	if p.Open() && p.Drawer && b.Due() {
		browser.Soon(func() { ctx.Dispatch(func(app.Context) { p.Guard(b.Listen) }) })
	}
}

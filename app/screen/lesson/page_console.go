package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// console is the field for commands and the log of the step.
func (p *Page) console() app.UI {
	if app.IsServer {
		return view.H("section.bench;tabindex=-1;aria-label=Workbench", view.ID(benchID),
			view.T("p.muted", "Here you type commands as soon as the engine has started. Until then the lesson can be read."),
		)
	}
	f := p.store.Fault()
	fault := view.El("p#lesson-fault.err;role=alert")
	if f.Sentence != "" {
		text := f.Sentence
		if f.Example != "" {
			text += " For example: " + f.Example
		}
		fault = fault.Text(text)
	}
	return view.H("section.bench;tabindex=-1;aria-label=Workbench", view.ID(benchID),
		view.H("form.bench__f",
			view.H("label.vh", view.Attr("for", commandID), view.Text("Command")),
			view.H("input;type=text;list=lesson-words;autocomplete=off;autocapitalize=off;spellcheck=false;placeholder=Type a command, or "+
				"help;maxlength=4000;aria-describedby=lesson-fault lesson-keys", view.ID(commandID), view.Flag("aria-invalid", f.Sentence != ""),
				p.On("input", p.key("type"), func(app.Context, app.Event) { p.store.forgive() }),
				p.On("keydown", p.key("recall"), p.recall),
			),
			p.words(),
			view.T("button.btn.btn--primary;type=submit", "Do it"), p.On("submit", p.key("do"), func(_ app.Context, e app.Event) {
				e.PreventDefault()
				p.do()
			})),
		fault,
		p.keyStrip(),
		p.helpList(),
		p.logList(),
	)
}

func (p *Page) do() {
	text := strings.TrimSpace(browser.Field(commandID))
	if text == "" {
		return
	}
	send(p, text)
	browser.Focus(commandID)
}

// recall brings earlier commands back.
func (p *Page) recall(_ app.Context, e app.Event) {
	steps := map[string]int{"ArrowUp": -1, "ArrowDown": 1}[e.Get("key").String()]
	if steps == 0 || browser.Field(commandID) != "" && !e.Get("altKey").Bool() {
		return
	}
	if text, ok := p.store.Recall(steps); ok {
		e.PreventDefault()
		browser.TypeField(commandID, text)
	}
}

// words offers what a command may go on with.
func (p *Page) words() app.UI {
	var options []app.UI
	if !app.IsServer {
		for _, text := range p.store.complete(browser.Field(commandID)) {
			options = append(options, view.H("option", view.Attr("value", text)))
		}
	}
	return view.H("datalist#lesson-words", options...)
}

// stripKeys are the signs that are far away on a phone.
var stripKeys = []string{"'", "/", "=", "(", ")", "{", "}", "_", " eq ", " ge ", " lt ", " and "}

func (p *Page) keyStrip() app.UI {
	items := make([]app.UI, len(stripKeys))
	for i, k := range stripKeys {
		items[i] = view.H("button.btn.btn--sm;type=button", view.Text(strings.TrimSpace(k)), p.Click("strip/"+k, func() {
			browser.TypeField(commandID, browser.Field(commandID)+k)
			browser.Focus(commandID)
		}))
	}
	return view.H("div#lesson-keys.bench__k.only-sm;role=group;aria-label=Signs", items...)
}

// shownLog is how many commands of the log are drawn.
const shownLog = 12

// logList is what was done in this step, the latest first.
func (p *Page) logList() app.UI {
	if _, _, _, playing := p.store.Playing(); playing || p.store.Len() == 0 {
		return view.El("div")
	}
	at, length := p.store.Place(), p.store.Len()
	var items []app.UI
	for n := length - 1; n >= max(0, length-shownLog); n-- {
		command, said := p.store.line(n)
		li := view.El("li")
		if n >= at {
			li = li.Class("undone")
		}
		items = append(items, li.Body(
			view.T("code", view.Shorten(command, 160)),
			view.T("span", view.Shorten(said, 160)),
		))
	}
	return view.H("div.bench__l",
		view.H("button.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-disabled", at == 0), view.Icon("rotate-ccw"), view.Text("Start over"),
			p.Click(p.key("over"), func() { p.store.seek(0) }),
		),
		app.If(at < length, func() app.UI {
			return view.T("span.muted", view.Count(length-at, "command is", "commands are")+" undone. The bar below brings them back.")
		}),
		view.Around("ol;reversed=true;aria-label=Log, the latest first", items, view.Attr("start", strconv.Itoa(length))),
	)
}

// helpList is what the prompt knows, while the last text asked for it. The
// region is always there, so that screen readers hear what comes into it.
func (p *Page) helpList() app.UI {
	var rows []app.UI
	for _, l := range p.store.Help() {
		rows = append(rows, view.H("li", view.T("code", l.Example), view.T("span", l.Does)))
	}
	if len(rows) == 0 {
		return view.El("div#lesson-help;role=status")
	}
	return view.H("div#lesson-help.bench__l;role=status",
		view.T("p", "What you can type here, each with an example. Write help all for every command, or help and a word, such as help query."),
		view.H("ul", rows...),
	)
}

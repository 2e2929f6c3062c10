package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
)

// stage is the pictures of the step and what they show.
func (p *Page) stage() []app.UI {
	if s := screenOf(p.store.session()); s != nil {
		return []app.UI{app.If(p.store.playing != nil, p.saying), p.on.draw(p, s)}
	}
	step, _ := p.store.session().Step()
	list := []app.UI{p.saying()}
	for _, picture := range step.Pictures {
		list = append(list, pictures{p.store.shown(), p.store}.draw(picture))
	}
	return list
}

// saying tells what the stage shows: what plays, or what the last command did.
func (p *Page) saying() app.UI {
	if title, done, all, ok := p.store.Playing(); ok {
		command := ""
		if r := p.store.Result(); r != nil && done > 0 {
			command = r.Command.String()
		}
		return view.H("div.say.say--play",
			view.Icon("play"),
			view.H("span",
				view.H("span;role=status", view.T("b", "Shown beside your work. "),
					view.Text(title+": "+strconv.Itoa(done)+" of "+view.Count(all, "command", "commands"))),
				view.T("code.say__c", command),
			),
			view.H("button#back-to-yours.btn.btn--sm;type=button", view.Icon("undo-2"), view.Text("Back to yours"), p.Click(p.key("stop"), func() {
				p.plays++
				p.store.Stop()
				browser.Press(guideTab)
			})),
		)
	}
	text := "The step is set up. Nothing was done yet."
	if p.rehearsal != nil {
		text = "The load is running."
	} else if r := p.store.Result(); r != nil {
		text = inLine(r.Command.String(), r.Lines())
	}
	return view.H("p.say", view.Icon("info"), view.T("span", text))
}

// inLine is what a command did in one line: its last, but of a run the first,
// which has the sums. A run that was not done has none.
func inLine(command string, lines []string) string {
	if strings.HasPrefix(command, "simulate") && !strings.HasPrefix(lines[len(lines)-1], "not done: ") {
		return lines[0]
	}
	return lines[len(lines)-1]
}

// pictures draws what is shown on the stage.
type pictures struct {
	shown
	store *State
}

func (p pictures) draw(picture lessons.Picture) app.UI {
	caption := picture.Text
	if caption == "" {
		caption = picture.Table
	}
	switch picture.Kind {
	case lessons.Tree:
		return p.tree(picture.Table, caption)
	case lessons.Ruler:
		return keyList(p.ruler(picture.Table), caption)
	case lessons.Plan:
		return p.query(picture.Table, caption)
	case lessons.Heat:
		return p.heat(caption)
	case lessons.HTTP:
		return p.http(caption)
	case lessons.Result:
		return p.result(caption)
	}
	return ledgerTable(p.table(picture.Table), caption)
}

// query is the last query over the key space, and the table below it.
func (p pictures) query(table, caption string) app.UI {
	v, ok := p.plan()
	if !ok {
		return view.H("div.led--plan", ledgerTable(p.table(table), caption))
	}
	return view.H("div.led--plan",
		view.H("div.card.led__plan",
			view.H("p", view.Class(v.Kind), view.Text(" "+v.Explain)),
			view.H("div.hide-sm", view.Plan(v, planWidthOfLesson)), view.H("div.only-sm", view.Plan(v, view.PhoneWidth)),
		),
		ledgerTable(p.table(table), caption),
	)
}

// planWidthOfLesson is the width of a plan's drawing, which scales with the page.
const planWidthOfLesson = 640

func (p pictures) result(caption string) app.UI {
	text := "No command yet."
	if r := p.last; r != nil {
		text = strings.Join(r.Lines(), "\n")
	}
	return view.H("div.led", view.H("p.led__c", view.T("b", caption)), view.T("pre.led__o;tabindex=0", text))
}

func (p pictures) http(caption string) app.UI {
	var panes []app.UI
	for i, m := range p.traffic() {
		if i == 4 {
			break
		}
		request, response := "lesson-request-"+strconv.Itoa(i), "lesson-response-"+strconv.Itoa(i)
		inks := []view.Ink{{Text: "The request did not reach the service.", Class: "bad"}}
		if m.Reached {
			inks = view.ResponseInk(m.Response)
		}
		if m.Reached && !m.Heard {
			inks = append([]view.Ink{{Text: "The caller never got this response.\n\n", Class: "bad"}}, inks...)
		}
		panes = append(panes, view.H("div.http__b", ui.Pane("Request", request, view.RequestInk(m.Request)), ui.Pane("Response", response, inks)))
	}
	if len(panes) == 0 {
		panes = []app.UI{view.T("p.empty", "The last command sent nothing.")}
	}
	return view.H("div.led.http", view.H("p.led__c", view.T("b", caption)), view.H("div", panes...))
}

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
			view.H("input;type=text;list=lesson-words;autocomplete=off;autocapitalize=off;spellcheck=false;placeholder=Type a command, then "+
				"Enter;maxlength=4000;aria-describedby=lesson-fault lesson-keys", view.ID(commandID), view.Flag("aria-invalid", f.Sentence != ""),
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
		browser.SetField(commandID, text)
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
			browser.SetField(commandID, browser.Field(commandID)+k)
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
		o := p.store.line(n)
		li := view.El("li")
		if n >= at {
			li = li.Class("undone")
		}
		items = append(items, li.Body(
			view.T("code", view.Shorten(o.Command, 160)),
			view.T("span", view.Shorten(inLine(o.Command, o.Lines), 160)),
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

package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
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
	if !app.IsServer {
		for _, s := range dataOf(p.store) {
			list = append(list, dataTable(s))
		}
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
	text, tag := "The step is set up. Nothing was done yet.", ""
	if p.rehearsal != nil {
		text = "The load is running."
	} else if r := p.store.Result(); r != nil {
		text, tag = statusOf(p.store), string(r.ETag)
	}
	said := []app.UI{view.Text(text)}
	if short := shortTag(tag); short != "" {
		said = append(said, view.Text(" "), view.H("details.say__e", view.T("summary", "ETag "+short), view.T("code", tag)))
	}
	return view.H("div.say", view.Icon("info"), view.H("span", said...))
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

// tree is the index of a table, and as a list what was read of it.
func (p pictures) tree(name, caption string) app.UI {
	v, ok := p.shown.tree(name)
	if !ok {
		return ledgerTable(p.table(name), caption)
	}
	t := step.TreePicture(&v, "hit")
	t.Label = caption + ": " + view.Count(len(v.Shape.Levels), "level", "levels") + ", " + view.Count(v.Shape.Nodes(), "node", "nodes") +
		", " + view.Count(len(v.Keys), "entity", "entities")
	return view.H("div.led.lt",
		view.H("p.led__c", view.T("b", caption), view.T("span.num", view.Count(len(v.Keys), "entity", "entities")+", "+view.Count(
			len(v.Shape.Levels), "level", "levels"))),
		view.H("div.led__s;tabindex=0;role=region", view.Attr("aria-label", caption), view.H("div.lt__w", t.Draw(planWidthOfLesson)),
			view.H("div.lt__n", t.Draw(view.PhoneWidth))),
		view.H("details.disc",
			view.H("summary", view.Text("The tree as a list"), view.Icon("chevron-right", "chev")),
			view.H("div", t.List(v.Fanout)),
		),
	)
}

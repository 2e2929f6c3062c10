package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
)

// control is a command as a sentence: the reader chooses its values, sees the
// command that comes of them, and runs it. It is drawn for a task that has one.
func control(p *Page, t *lessons.Task, open bool) app.UI {
	c, picked := &t.Control, picks(p, t)
	sentence := []app.UI{view.Text(c.Words[0])}
	for i := range c.Choices {
		sentence = append(sentence, choice(p, t, i, picked[i], open), view.Text(c.Words[i+1]))
	}
	text := c.Command(picked)
	run := view.H("button.btn.btn--sm.btn--primary;type=button", view.Icon("play"), view.Text("Run it"), view.Flag("disabled", !open),
		p.Click(p.key("run/"+t.ID), func() { send(p, c.Command(picks(p, t))) }))
	return view.H("div.task__c", view.Around("p;role=group;aria-label=Settings", sentence),
		view.H("p", view.T("code.code", text), view.Text(" "), run))
}

// picks are the places of the values that are chosen for a task.
func picks(p *Page, t *lessons.Task) []int {
	if p.picked[t.ID] == nil {
		p.picked[t.ID] = make([]int, len(t.Control.Choices))
	}
	return p.picked[t.ID]
}

// choice is one value in the sentence: numbers on a slider, others in a list.
func choice(p *Page, t *lessons.Task, n, at int, open bool) app.UI {
	c := &t.Control.Choices[n]
	id := "pick-" + t.ID + "-" + c.Name
	pick := func(event string) app.UI {
		return p.On(event, p.key(id+event), func(app.Context, app.Event) {
			if v, err := strconv.Atoi(browser.Field(id)); err == nil && v >= 0 && v < len(c.Values) {
				picks(p, t)[n] = v
			}
		})
	}
	parts := []app.UI{view.ID(id), view.Attr("aria-label", c.Name), view.Flag("disabled", !open)}
	if c.Slides {
		slider := view.Around("input;type=range;min=0", parts, view.Attr("max", strconv.Itoa(len(c.Values)-1)),
			view.Attr("value", strconv.Itoa(at)), view.Attr("aria-valuetext", c.Values[at]), pick("input"))
		return view.H("span.dial", slider, view.H("output.num", view.Attr("for", id), view.Text(c.Values[at])))
	}
	for i, v := range c.Values {
		parts = append(parts, ui.Option(strconv.Itoa(i), v, i == at))
	}
	return view.H("span.pick", view.H("select", append(parts, pick("change"))...), view.Icon("chevron-down", "ic--14"))
}

// send does a command that was written, as if it had been typed.
func send(p *Page, text string) {
	p.plays++
	var commands []command.Command
	if c, err := command.Parse(text); err == nil {
		commands = []command.Command{c}
	}
	p.ready(p.store.rehearse(commands), func() {
		if p.store.Do(text) && strings.TrimSpace(browser.Field(commandID)) == text {
			browser.TypeField(commandID, "")
		}
	})
}

// controlInWords is the sentence of a control with what can be chosen in it: all
// values, or the ends of a slider.
func controlInWords(t *lessons.Task) string {
	var b strings.Builder
	for i, c := range t.Control.Choices {
		values := strings.Join(c.Values, " | ")
		if n := len(c.Values); c.Slides && n > 2 {
			values = c.Values[0] + " … " + c.Values[n-1]
		}
		b.WriteString(t.Control.Words[i] + "[" + values + "]")
	}
	return b.String() + t.Control.Words[len(t.Control.Choices)]
}

package clients

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/client"
)

// program is what a client does, with the button that does its next step.
func (c *Page) program(who int) app.UI {
	name, done := Names[who], c.Store.Done(who)
	turns := c.Store.Program(who)
	items, ends := make([]app.UI, len(turns)), ended(c.Store, who)
	for n, t := range turns {
		state, mark := "to do", app.UI(view.T("span.num", strconv.Itoa(n+1)))
		item := view.El("li")
		switch {
		case n < done && !ends[n]:
			state, mark = "failed", view.Icon("x", "ic--14")
			item = item.Class("done", "bad")
		case n < done:
			state, mark = "done", view.Icon("check", "ic--14")
			item = item.Class("done")
		case n == done:
			state = "next"
			item = item.Class("next").Aria("current", "step")
		}
		remove := app.UI(view.El("span;hidden=true"))
		if n >= done {
			remove = ui.IconButton("", "x", "Remove step "+strconv.Itoa(n+1)+" of "+name, false, view.Attr("class", "btn--xs"),
				c.Click("remove/"+name+strconv.Itoa(n), func() { c.Store.Remove(who, n) }))
		}
		tag := conditionText(t)
		items[n] = item.Body(mark, view.H("span", view.Text(turnText(t)+" "), ui.Etag(tag), view.T("span.vh", ", "+state)), remove)
	}
	step := view.El("button.btn.btn--primary;type=button").ID("step-" + name)
	if c.Store.CanStep(who) {
		step = step.Body(view.Text("Step " + name + ": " + turnText(turns[done]))).OnClick(c.ClickHandler("step/"+name,
			func() { c.Store.Step(who) }))
	} else {
		step = step.Aria("disabled", "true").Body(view.Text("Step " + name + ": no step left"))
	}
	add := "Add a step for " + name
	return view.H("div.prog",
		view.Around("ol", items, view.Attr("aria-label", "Steps of client "+name)),
		step,
		view.H("details", view.Flag("open", c.Store.View.Adding == who),
			view.H("summary", view.Text(add), c.On("click", "add/"+name, func(_ app.Context, e app.Event) {
				e.PreventDefault()
				if c.Store.View.Adding == who {
					c.Store.View.Adding = -1
					return
				}
				c.Store.View.Adding = who
			})),
			app.If(c.Store.View.Adding == who, func() app.UI { return c.turnForm(who) }),
		),
	)
}

// stepper has the next step of each client under the thumb of a phone, where their
// cards are above one another.
func (c *Page) stepper() app.UI {
	buttons := make([]app.UI, len(Names))
	for who, name := range Names {
		text, done := "no step left", c.Store.Done(who)
		can := c.Store.CanStep(who)
		if can {
			text = turnText(c.Store.Program(who)[done])
		}
		buttons[who] = view.H("button.btn;type=button", view.Flag("aria-disabled", !can), view.T("b", name), view.T("span", text),
			c.Click("stepper/"+name, func() { c.Store.Step(who) }))
	}
	return view.Around("div.stepper.only-sm;role=group;aria-label=Next step of each client", buttons)
}

// turnForm draws the fields of a step to add.
func (c *Page) turnForm(who int) app.UI {
	f, name := &c.Store.View.Form[who], Names[who]
	id := func(field string) string { return field + "-" + name }
	kind, _ := turnKindByID(f.Kind)
	fields := []app.UI{c.Choice(id("kind"), "Kind of step", f.Kind, TurnKindNames(), func(v string) { f.Kind = v })}
	if kind.Writes {
		fields = append(fields,
			c.Choice(id("property"), "Property", f.Property, c.Store.subject.fieldNames(), func(v string) { f.Property = v }),
			c.Input(id("value"), valueTitle(c.Store.subject.field(f.Property)), f.Value, func(v string) { f.Value = v }),
		)
	}
	if kind.Conditional {
		fields = append(fields, c.Choice(id("condition"), "Send with", f.Condition, [][2]string{{"", "the ETag that was read"},
			{"*", "* (do not care)"}}, func(v string) { f.Condition = v }))
	}
	if kind.Calls {
		fields = append(fields, c.Choice(id("network"), "Network", f.Network, NetworkNames(), func(v string) { f.Network = v }))
	}
	fields = append(fields,
		c.Choice(id("retry"), "Sends again", strconv.Itoa(int(c.Store.retry(who))), retryNames(), func(v string) {
			n, _ := strconv.Atoi(v)
			c.Store.SetRetry(who, client.Policy(n))
		}),
		view.H("button.btn;type=button", view.Text("Add it to "+name+"'s steps"), c.Click("put/"+name, func() {
			c.Store.AddTurn(who, *f)
		})),
	)
	return view.H("div.prog__f", fields...)
}

func valueTitle(f field) string {
	if f.number {
		return "Number, or +1 to add"
	}
	return "New text"
}

func retryNames() [][2]string {
	var list [][2]string
	for _, p := range client.Policies() {
		list = append(list, [2]string{strconv.Itoa(int(p)), retryText(p)})
	}
	return list
}

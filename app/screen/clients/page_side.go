package clients

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// side explains the last step, offers ways on, and runs every order.
func (c *Page) side() app.UI {
	return view.H("aside.lab__r;aria-label=Explanation",
		c.explanation(),
		c.options(),
		c.orders(),
		view.T("h3", "Merge, replace, upsert"),
		view.H("p",
			view.Text("Merge changes only the properties that you send. Replace stores exactly what you send and drops the rest. Insert or merge "+
				"and insert or replace ask for no version at all. "),
			view.T("span.code", "If-Match: *"), view.Text(" turns the check off: it does not mean any version that I know, it means I do not care."),
		),
	)
}

// explanation says what the last step came to.
func (c *Page) explanation() app.UI {
	title, text := c.Store.Explain()
	return view.H("div;aria-live=polite",
		view.T("h2", title),
		view.T("p", text),
		view.T("p.bad", c.Store.Refusal()),
	)
}

// options are the ways on after a refusal, each with what it comes to.
func (c *Page) options() app.UI {
	who, list := c.Store.Options()
	if len(list) == 0 {
		return view.El("div;hidden=true")
	}
	now, _ := c.Store.entity()
	items := make([]app.UI, len(list))
	for i, o := range list {
		items[i] = view.H("li", view.H("button.opt;type=button", c.Click("option/"+strconv.Itoa(i), func() { c.Store.Choose(who, o) }),
			view.H("span.row", view.T("b", o.Title), ui.Etag(o.Tag)),
			optionOutcome(o, now),
		))
	}
	return view.H("section;aria-labelledby=ways",
		view.T("h3#ways", "What should "+Names[who]+" do next?"),
		view.H("ul.opts", items...),
	)
}

func optionOutcome(o option, now table.Entity) app.UI {
	if !o.There {
		return view.T("span.opt__s", "The entity is gone.")
	}
	var parts []string
	for _, p := range o.Entity.Properties {
		parts = append(parts, p.Name+" = "+p.Value.String())
	}
	verdict := view.T("span.opt__s.ok", "Nothing is lost.")
	if len(o.Losses) > 0 {
		verdict = view.T("span.opt__s.bad", o.Losses[0].Of+"'s change of "+wordOr(o.Losses[0].Property,
			"the entity")+" is lost, and "+o.Losses[0].Of+" is never told.")
	}
	return view.H("span.opt__o", view.T("span.mono", strings.Join(parts, ", ")), verdict)
}

// shownOrders bounds the list of orders that is drawn.
const shownOrders = 24

// orders counts how every order of the steps that are left ends.
func (c *Page) orders() app.UI {
	list, count, ok := c.Store.Orders()
	body := []app.UI{
		view.T("h3", "Every order"),
		view.T("p", "How do the steps that are left end, whoever goes first? At most "+strconv.Itoa(schedule.MaxTurns)+
			" steps of each client are "+
			"tried."),
	}
	if c.Store.CanStep(0) || c.Store.CanStep(1) {
		body = append(body, view.H("button#try.btn;type=button", view.Text("Try every order"), c.Click("try", c.Store.TryOrders)))
	} else {
		body = append(body, view.T("p", "No step is left. Go back along the bar, or add a step."))
	}
	if ok {
		body = append(body,
			view.T("p.ords;role=status", view.Count(count.Run, "order", "orders")+" of "+view.Number(count.Of)+": "+strconv.Itoa(
				count.Fine)+" fine, "+strconv.Itoa(count.Refused)+" refused with 412, "+strconv.Itoa(count.Lost)+" lost an update."),
			c.choiceOfOrders(),
			c.orderList(list),
		)
	}
	return view.H("section;aria-label=Every order", body...)
}

func (c *Page) choiceOfOrders() app.UI {
	var pairs [][2]string
	for _, v := range []schedule.Verdict{schedule.Lost, schedule.Refused, schedule.Fine} {
		pairs = append(pairs, [2]string{strconv.Itoa(int(v)), verdictText(v)})
	}
	return c.Choice("orders", "Show orders that", strconv.Itoa(int(c.Store.View.Ending)), pairs, func(v string) {
		n, _ := strconv.Atoi(v)
		c.Store.View.Ending = schedule.Verdict(n)
	})
}

func verdictText(v schedule.Verdict) string {
	switch v {
	case schedule.Lost:
		return "lose an update"
	case schedule.Refused:
		return "are refused with 412"
	}
	return "go well"
}

func (c *Page) orderList(list []schedule.Order) app.UI {
	items := []app.UI{}
	total := 0
	for i, o := range list {
		if o.Verdict != c.Store.View.Ending {
			continue
		}
		if total++; total > shownOrders {
			continue
		}
		letters := make([]string, len(o.Second))
		for n, second := range o.Second {
			letters[n] = Names[0]
			if second {
				letters[n] = Names[1]
			}
		}
		word := strings.Join(letters, " ")
		items = append(items, view.H("li", view.H("button.btn.btn--sm.mono;type=button", view.Attr("aria-label", "Play the order "+word),
			view.Text(word),
			c.Click("order/"+strconv.Itoa(i), func() { c.Store.Replay(i) }),
		)))
	}
	switch {
	case total == 0:
		return view.T("p.muted", "None.")
	case total > shownOrders:
		items = append(items, view.T("li.muted", "and "+strconv.Itoa(total-shownOrders)+" more"))
	}
	return view.H("ul.ordl", items...)
}

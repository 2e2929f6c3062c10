package across

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/command"
)

// drawnEvents bounds how many of the last events are drawn.
const drawnEvents = 40

// happened is the log as a list, with the HTTP of the last call below it.
func (a *Page) happened() app.UI {
	list := a.Store.Events()
	first := max(0, len(list)-drawnEvents)
	items := []app.UI{}
	for i, e := range list[first:] {
		item := view.El("li").Attr("value", strconv.Itoa(first+i+1))
		if e.Bad {
			item = item.Class("chg__x")
		}
		items = append(items, item.Body(view.T("span.num", strconv.Itoa(first+i+1)), view.H("span.chg__t", view.T("b", e.Who),
			view.Text(" "+e.Text)), view.T("span.evt__n", e.Note)))
	}
	if len(items) == 0 {
		items = append(items, view.T("li.chg__m", "Put the message on the queue. Then the worker takes it, step by step."))
	}
	return view.H("div",
		view.H("section.card.evt;aria-labelledby=happened",
			view.H("div.card__h", view.T("h2#happened", "What happened")),
			view.H("ol.chg;aria-label=Events", items...),
		),
		a.http(),
	)
}

// http is the last call to the Table service.
func (a *Page) http() app.UI {
	list := a.Store.Events()
	for i := len(list) - 1; i >= 0; i-- {
		c := a.Store.World().Command(list[i].Command)
		if c.Client == "C" || c.Verb == command.Advance || c.Verb == command.Policy || c.Verb >= command.QueueCreate {
			continue
		}
		calls := a.Store.World().Traffic(list[i].Command)
		if len(calls) == 0 {
			continue
		}
		m := calls[len(calls)-1]
		return view.H("details.http",
			view.H("summary", view.Icon("chevron-down", "chev"), view.T("span", "HTTP of event "+strconv.Itoa(i+1)), ui.StatusChip(m)),
			view.H("div.http__b", ui.Pane("Request", "http-request", view.RequestInk(m.Request)),
				ui.Pane("Response", "http-response", view.ResponseInk(m.Response))),
		)
	}
	return view.El("div;hidden=true")
}

// side says what a reader finds now, and how the story ends after a crash at
// every step.
func (a *Page) side() app.UI {
	return view.H("aside.lab__r;aria-label=Explanation",
		a.verdict(),
		a.crashes(),
		view.T("h3", "At least once"),
		view.T("p", "A message that is taken is hidden, not gone. Unless the worker deletes it in time, it comes back, and every step before "+
			"the crash is done again. So each step must give the same result the second time."),
		view.T("h3", "No isolation"),
		view.T("p", "Between two steps a reader can find the work half done. If that must not be, choose keys that put both entities into one "+
			"partition, and use a transaction."),
	)
}

// verdict says what a reader finds now.
func (a *Page) verdict() app.UI {
	text, good := a.Store.Verdict()
	title := "What a reader finds now"
	if good && len(a.Store.Messages(false)) == 0 {
		title = "This is how it should end"
	}
	return view.H("div;aria-live=polite",
		view.T("h2", title), view.T("p", text),
		view.T("p.bad", a.Store.Refusal()),
	)
}

// crashes lists how the story ends after a crash at every step.
func (a *Page) crashes() app.UI {
	body := []app.UI{
		view.T("h3#crashes", "Crash after every step"),
		a.act("everywhere", "Run all crash points", a.Store.CrashEverywhere),
	}
	runs, good := a.Store.Runs(), 0
	items := make([]app.UI, len(runs))
	for i, r := range runs {
		if r.Good {
			good++
		}
		items[i] = a.run(i, r)
	}
	if len(runs) > 0 {
		body = append(body,
			view.T("p.ords;role=status", strconv.Itoa(good)+" of "+strconv.Itoa(len(runs))+" runs end as they should."),
			view.H("ol.opts;aria-label=Crash points", items...))
	}
	return view.H("section;aria-labelledby=crashes", body...)
}

func (a *Page) run(i int, r crashRun) app.UI {
	title, look := "No crash", "opt__s ok"
	if r.After != "" {
		title = "After: " + r.After
	}
	if !r.Good {
		look = "opt__s bad"
	}
	lines := []app.UI{view.T("b", title)}
	if r.Meanwhile != "" && r.Meanwhile != r.End {
		lines = append(lines, view.T("span.run__m", "Meanwhile: "+r.Meanwhile))
	}
	lines = append(lines, view.H("span", view.Attr("class", look), view.Text(r.End)),
		view.T("span.run__m", r.triesText()+", "+secondsText(r.Took)))
	return view.H("li", view.Around("button.opt;type=button;title=Show this crash", lines, a.Click("run/"+strconv.Itoa(i),
		func() { a.Store.Play(i) })))
}

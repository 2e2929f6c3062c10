package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script"
)

// drawnEvents bounds how many of the last events are drawn.
const drawnEvents = 40

// happened is the log as a list, with the HTTP of the last call below it.
func (a *Across) happened() app.UI {
	list := a.store.Events()
	first := max(0, len(list)-drawnEvents)
	items := []app.UI{}
	for i, e := range list[first:] {
		item := view.El("li").Attr("value", strconv.Itoa(first+i+1))
		if e.Bad {
			item = item.Class("chg__x")
		}
		items = append(items, item.Body(view.El("span.num").Text(strconv.Itoa(first+i+1)), view.El("span.chg__t").Body(view.El("b").Text(e.Who), app.Text(" "+e.Text)), view.El("span.evt__n").Text(e.Note)))
	}
	if len(items) == 0 {
		items = append(items, view.El("li.chg__m").Text("Put the message on the queue. Then the worker takes it, step by step."))
	}
	return view.El("div").Body(
		view.El("section.card.evt;aria-labelledby=happened").Body(
			view.El("div.card__h").Body(view.El("h2#happened").Text("What happened")),
			view.El("ol.chg;aria-label=Events").Body(items...),
		),
		a.http(),
	)
}

// http is the last call to the Table service.
func (a *Across) http() app.UI {
	list := a.store.Events()
	for i := len(list) - 1; i >= 0; i-- {
		c := a.store.World().Command(list[i].Command)
		if c.Client == "C" || c.Verb == script.Advance || c.Verb == script.Policy || c.Verb >= script.QueueCreate {
			continue
		}
		calls := a.store.World().Traffic(list[i].Command)
		if len(calls) == 0 {
			continue
		}
		m := calls[len(calls)-1]
		return view.El("details.http").Body(
			view.El("summary").Body(view.Icon("chevron-down", "chev"), view.El("span").Text("HTTP of event "+strconv.Itoa(i+1)), statusChip(m)),
			view.El("div.http__b").Body(pane("Request", "http-request", view.RequestInk(m.Request)), pane("Response", "http-response", view.ResponseInk(m.Response))),
		)
	}
	return view.El("div;hidden=true")
}

// side says what a reader finds now, and how the story ends after a crash at
// every step.
func (a *Across) side() app.UI {
	text, good := a.store.Verdict()
	title := "What a reader finds now"
	if good && len(a.store.Messages(false)) == 0 {
		title = "This is how it should end"
	}
	return view.El("aside.lab__r;aria-label=Explanation").Body(
		view.El("div;aria-live=polite").Body(
			view.El("h2").Text(title), view.El("p").Text(text),
			view.El("p.bad").Text(a.store.Refusal()),
		),
		a.crashes(),
		view.El("h3").Text("At least once"),
		view.El("p").Text("A message that is taken is hidden, not gone. Unless the worker deletes it in time, it comes back, and every step before the crash is done again. So each step must give the same result the second time."),
		view.El("h3").Text("No isolation"),
		view.El("p").Text("Between two steps a reader can find the work half done. If that must not be, choose keys that put both entities into one partition, and use a transaction."),
	)
}

// crashes lists how the story ends after a crash at every step.
func (a *Across) crashes() app.UI {
	body := []app.UI{
		view.El("h3#crashes").Text("Crash after every step"),
		a.act("everywhere", "Run all crash points", a.store.CrashEverywhere),
	}
	runs, good := a.store.Runs(), 0
	items := make([]app.UI, len(runs))
	for i, r := range runs {
		if r.Good {
			good++
		}
		items[i] = a.run(i, r)
	}
	if len(runs) > 0 {
		body = append(body,
			view.El("p.ords;role=status").Text(strconv.Itoa(good)+" of "+strconv.Itoa(len(runs))+" runs end as they should."),
			view.El("ol.opts;aria-label=Crash points").Body(items...))
	}
	return view.El("section;aria-labelledby=crashes").Body(body...)
}

func (a *Across) run(i int, r store.CrashRun) app.UI {
	title, look := "No crash", "opt__s ok"
	if r.After != "" {
		title = "After: " + r.After
	}
	if !r.Good {
		look = "opt__s bad"
	}
	lines := []app.UI{view.El("b").Text(title)}
	if r.Meanwhile != "" && r.Meanwhile != r.End {
		lines = append(lines, view.El("span.run__m").Text("Meanwhile: "+r.Meanwhile))
	}
	lines = append(lines, view.El("span").Class(look).Text(r.End), view.El("span.run__m").Text(r.TriesText()+", "+secondsText(r.Took)))
	return view.El("li").Body(view.El("button.opt;type=button").Title("Show this crash").Body(lines...).OnClick(a.click("run/"+strconv.Itoa(i), func() { a.store.Play(i) })))
}

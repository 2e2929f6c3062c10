package across

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/table"
)

// Page is the page on which a client, a queue and a worker change what no
// transaction can, and on which the worker may crash after any step.
type Page struct {
	app.Compo
	stepPage
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page {
	a := &Page{}
	a.Tab = tab
	return a
}

// OnInit finds or makes the state before the first drawing. The still picture
// of the page shows a worker that has crashed half way.
func (a *Page) OnInit() {
	a.Begin("across", NewState, a.settle)
	if app.IsServer {
		a.Store.Order()
		for range 4 {
			a.Store.Step()
		}
		a.Store.Crash()
	}
}

// settle lets the list of ways follow the story: a list keeps what was chosen
// in it until it is told otherwise.
func (a *Page) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		browser.Refill("way", strconv.Itoa(a.Store.Way()))
		browser.Refill("story", a.Store.Errand().ID)
	})
}

// Render draws the page, or what is left to show when drawing fails.
func (a *Page) Render() app.UI { return a.Draw(a.main) }

func (a *Page) main() app.UI {
	now := a.Store.Errand()
	var names [][2]string
	for _, e := range Errands() {
		names = append(names, [2]string{e.ID, e.Title})
	}
	return a.Lab("Client, queue and worker", a.side(), a.line(),
		step.LabHead("Across partitions", now.About, a.Choice("story", "Story", now.ID, names, func(id string) {
			if e, ok := errandByID(id); ok {
				a.Store.Tell(e, 0)
			}
		})),
		view.H("div.trio", a.clientCard(), a.workerCard(), a.tablesCard()),
		a.happened(),
	)
}

// line is the log of the story; crashes stand out.
func (a *Page) line() ui.Timeline {
	l := a.Steps("Steps", a.Store)
	for i, e := range a.Store.Events() {
		l.Marks[i].Strong = e.Bad
	}
	return l
}

// act is a button that does something to the story.
func (a *Page) act(id, text string, do func()) app.HTMLElem {
	return view.El("button.btn;type=button").ID(id).Text(text).OnClick(a.ClickHandler(id, do))
}

// fresh reports whether nothing has happened yet: the client begins.
func (a *Page) fresh() bool { return len(a.Store.Events()) == 0 }

// leading marks a button as what comes next.
func leading(b app.HTMLElem, on bool) app.UI {
	if on {
		return b.Class("btn--primary")
	}
	return b
}

// secondsText is a time in whole seconds.
func secondsText(t table.Ticks) string { return strconv.Itoa(int(t/table.Second)) + " s" }

// clientCard is the client with the queue that it writes to.
func (a *Page) clientCard() app.UI {
	return view.H("article.who",
		view.H("h2.who__h", view.T("span", "Client and queue"), view.H("span.st.st--plain", view.Icon("clock", "ic--14"),
			view.Text(secondsText(a.Store.clock())))),
		a.messages("Queue jobs", false),
		a.messages("Poison queue", true),
		view.H("div.prog",
			leading(a.act("order", "Client: put the message", a.Store.Order), a.fresh()),
			a.act("pass", "Let 30 s pass", a.Store.Pass),
		),
	)
}

func (a *Page) messages(title string, poisoned bool) app.UI {
	list := a.Store.Messages(poisoned)
	items := []app.UI{}
	for _, m := range list {
		items = append(items, view.H("li", view.T("b.mono", m.Text), view.T("span.num", a.messageText(m))))
	}
	if len(items) == 0 {
		items = append(items, view.T("li.muted", "Empty"))
	}
	return view.H("section", view.Attr("aria-label", title), view.T("h3.que__t", title), view.H("ul.que", items...))
}

func (a *Page) messageText(m queue.Message) string {
	text := "visible"
	if left := m.NextVisible - a.Store.World().Now(); left > 0 {
		text = "hidden for " + secondsText(left+table.Second-1)
	}
	return text + ", dequeue count " + strconv.Itoa(m.DequeueCount)
}

// workerCard is the program of the worker with the buttons that move it.
func (a *Page) workerCard() app.UI {
	var ways [][2]string
	now := a.Store.Errand()
	for _, i := range a.Store.Ways() {
		ways = append(ways, [2]string{strconv.Itoa(i), now.Ways[i].Title})
	}
	program, next := a.Store.Program(), a.Store.Next()
	items := make([]app.UI, len(program))
	for i, s := range program {
		state, mark, item := "to do", app.UI(view.T("span.num", strconv.Itoa(i+1))), view.El("li")
		switch {
		case i < next && a.Store.worker.before>>i&1 == 1:
			state, mark, item = "done before", view.T("span.num", "–"), item.Class("done")
		case i < next:
			state, mark, item = "done", view.Icon("check", "ic--14"), item.Class("done")
		case i == next && !a.fresh():
			state, item = "next", item.Class("next").Aria("current", "step")
		}
		items[i] = item.Body(mark, view.H("span", view.Text(s.Title), view.T("span.vh", ", "+state)))
	}
	return view.H("article.who.who--svc",
		view.H("h2.who__h", view.T("span", "Worker"), view.T("span.st.st--plain", a.Store.Worker())),
		a.Choice("way", "How the worker is written", strconv.Itoa(a.Store.Way()), ways, func(v string) {
			n, _ := strconv.Atoi(v)
			a.Store.Write(n)
		}),
		view.T("p.who__p", now.Ways[a.Store.Way()].About),
		view.H("div.prog",
			view.H("ol;aria-label=Steps of the worker", items...),
			leading(a.act("step", "Worker: "+program[next].Title, a.Store.Step), !a.fresh()),
			a.act("crash", "Crash the worker here", a.Store.Crash),
			a.act("finish", "Let it work until the queue is empty", a.Store.Finish),
		),
	)
}

// tablesCard is what is stored: every table and every blob.
func (a *Page) tablesCard() app.UI {
	body := []app.UI{view.H("h2.who__h", view.Icon("database"), view.T("span", "Stored"))}
	for _, s := range a.Store.stored() {
		items := []app.UI{}
		for _, e := range s.Entities {
			items = append(items, view.H("li",
				view.H("span.row", view.PartitionKeyChip(e.PartitionKey), view.RowKeyChip(e.RowKey)),
				view.T("span.mono", step.StateText(&e))))
		}
		for _, b := range s.Blobs {
			items = append(items, view.H("li", view.T("b.mono", b.Name), view.T("span.mono", view.Shorten(string(b.Content), 40))))
		}
		if len(items) == 0 {
			items = append(items, view.T("li.muted", "Empty"))
		}
		body = append(body, view.H("section", view.Attr("aria-label", s.Title), view.T("h3.que__t", s.Title), view.H("ul.que", items...)))
	}
	return view.H("article.who", body...)
}

// stepPage is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type stepPage = step.Page[*State]

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/across-partitions"},
		Path:    "/across", Name: "Across partitions", Bench: true,
		Title: "Across partitions: queue, worker and crashes · Keyrange",
		Description: "Change two partitions, two tables or a blob with a queue and a worker. Crash it after any step, " +
			"watch the message come back, and see what must be repeatable.",
		Instant: true, Listed: true,
		Stage: "across", OnStage: perform,
		Replay: step.Replays(NewState),
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

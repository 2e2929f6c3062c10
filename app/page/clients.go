package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// Clients is the page on which two clients change one entity, one step at a
// time, in the order that the reader decides.
type Clients struct {
	app.Compo
	stepPage[*store.Clients]

	working bool
	stopped bool
}

// NewClients returns the page of a tab.
func NewClients(tab *Tab) *Clients {
	c := &Clients{}
	c.tab = tab
	return c
}

// OnInit finds or makes the state before the first drawing.
func (c *Clients) OnInit() { c.begin("clients", store.NewClients, c.settle) }

// OnMount begins to take gestures.
func (c *Clients) OnMount(ctx app.Context) {
	c.stopped = false
	c.stepPage.OnMount(ctx)
}

// OnDismount stops the work.
func (c *Clients) OnDismount() { c.stopped = true }

// settle does what a gesture has left to do.
func (c *Clients) settle(ctx app.Context) {
	if app.IsServer {
		return
	}
	ctx.Defer(func(app.Context) { browser.SetField("story", c.store.Story().ID) })
	if c.working || c.stopped {
		return
	}
	c.working = true
	c.slice(ctx)
}

func (c *Clients) slice(ctx app.Context) {
	start, busy := time.Now(), false
	c.guard(func() { busy = c.store.Advance(func() bool { return time.Since(start) < sliceTime }) })
	if busy && !c.stopped && c.crash == "" {
		browser.Soon(func() { ctx.Dispatch(c.slice) })
		return
	}
	c.working = false
}

// Render draws the page, or what is left to show when drawing fails.
func (c *Clients) Render() app.UI { return c.draw(c.main) }

func (c *Clients) main() app.UI {
	return view.H("main#main.lab;tabindex=-1;translate=no",
		view.H("section.lab__m;aria-label=Sequence", view.H("div.lab__in",
			view.H("div", app.If(c.crash != "", c.crashNotice)),
			c.head(),
			c.cards(),
			c.sequence(),
			c.http(),
		)),
		c.side(),
		&Transport{Timeline: c.steps("Steps", c.store)},
	)
}

func (c *Clients) head() app.UI {
	options := []app.UI{}
	for _, s := range store.Stories() {
		options = append(options, view.H("option", view.Attr("value", s.ID), view.Text(s.Title), view.Flag("selected", s.ID == c.store.Story().ID)))
	}
	return view.H("div.lab__h",
		view.T("h1", "Two clients, one entity"),
		view.H("div.row",
			view.T("label;for=story", "Story"),
			view.H("span.pick",
				view.Around("select#story", options, c.on("change", "story", func(app.Context, app.Event) {
					if s, ok := store.StoryByID(browser.Field("story")); ok {
						c.store.Tell(s)
					}
				})),
				view.Icon("chevron-down", "ic--14"),
			),
		),
		view.T("p.lab__a", c.store.Story().About),
	)
}

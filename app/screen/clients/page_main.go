package clients

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// Page is the page on which two clients change one entity, one step at a
// time, in the order that the reader decides.
type Page struct {
	app.Compo
	stepPage

	working bool
	stopped bool
	earlier int // how often more of the earlier rows were asked for
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page {
	c := &Page{}
	c.Tab = tab
	return c
}

// OnInit finds or makes the state before the first drawing.
func (c *Page) OnInit() { c.Begin("clients", NewState, c.settle) }

// OnMount begins to take gestures.
func (c *Page) OnMount(ctx app.Context) {
	c.stopped = false
	c.stepPage.OnMount(ctx)
}

// OnDismount stops the work.
func (c *Page) OnDismount() { c.stopped = true }

// settle does what a gesture has left to do.
func (c *Page) settle(ctx app.Context) {
	if app.IsServer {
		return
	}
	ctx.Defer(func(app.Context) {
		browser.Refill("story", c.Store.Story().ID)
		for who, name := range Names {
			browser.Refill("value-"+name, c.Store.View.Form[who].Value)
		}
	})
	if c.working || c.stopped {
		return
	}
	c.working = true
	c.slice(ctx)
}

func (c *Page) slice(ctx app.Context) {
	start, busy := time.Now(), false
	c.Guard(func() { busy = c.Store.Advance(func() bool { return time.Since(start) < ui.SliceTime }) })
	if busy && !c.stopped && c.Crash == "" {
		browser.Soon(func() { ctx.Dispatch(c.slice) })
		return
	}
	c.working = false
}

// Render draws the page, or what is left to show when drawing fails.
func (c *Page) Render() app.UI { return c.Draw(c.main) }

func (c *Page) main() app.UI {
	return view.H("main#main.lab.lab--two;tabindex=-1;translate=no",
		ui.SkipToPlay(true),
		view.H("section.lab__m;aria-label=Sequence", view.H("div.lab__in",
			view.H("div", app.If(c.Crash != "", c.CrashNotice)),
			c.head(),
			c.cards(),
			c.sequence(),
			c.http(true),
		)),
		c.stepper(),
		c.side(),
		&ui.Transport{Timeline: c.Steps("Steps", c.Store)},
	)
}

func (c *Page) head() app.UI {
	options := []app.UI{}
	for _, s := range Stories() {
		options = append(options, ui.Option(s.ID, s.Title, s.ID == c.Store.Story().ID))
	}
	return view.H("div.lab__h",
		view.T("h1", "Two clients, one entity"),
		view.H("div.row",
			view.T("label;for=story", "Story"),
			c.Pick("select#story", "story", options, func(v string) {
				if s, ok := storyByID(v); ok {
					c.Store.Tell(s)
				}
			}),
		),
		view.T("p.lab__a", c.Store.Story().About),
	)
}

// stepPage is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type stepPage = step.Page[*State]

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/etags", "/etag", "/conflicts", "/two-clients"},
		Path:    "/clients", Name: "Two clients", Bench: true,
		Title: "Two clients: ETags, lost updates and retries · Keyrange",
		Description: "Drive two clients and the service between them, one HTTP step at a time. Lose an update, prevent it " +
			"with an ETag, and try every order.",
		Instant: true, Listed: true,
		Stage: "clients", OnStage: perform,
		Replay: step.Replays(NewState),
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

package tokens

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/query"
)

// IDs of the elements of the page that is read page by page.
const (
	filterID = "token-filter"
	topID    = "token-top"
	pageID   = "token-page"
	readsID  = "token-reads"
	sizeID   = "token-size"
	rangesID = "token-ranges"
)

// Page is the page on which a table is read page by page: where each token
// lies in the key space, why each page ended, and what a loop makes of it.
type Page struct {
	app.Compo
	stepPage

	told   string
	filled [2]string // filter and $top as the fields were made to show last

	unfolded bool // the limits
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page {
	p := &Page{}
	p.Tab = tab
	return p
}

// OnInit finds or makes the state before the first drawing. The still picture
// of the page shows the trap of the first story.
func (p *Page) OnInit() {
	p.Begin("tokens", NewState, p.settle)
	p.Renewed = func() { p.told, p.filled = "", [2]string{} }
	if app.IsServer {
		p.Store.Show()
	}
}

// settle fills the fields, which keep a state of their own, and brings the place
// of the last page into view.
func (p *Page) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		for i, now := range [2]string{p.Store.Reading.Typed.Filter, p.Store.Reading.Typed.Top} {
			if p.filled[i] != now {
				p.filled[i] = now
				browser.Refill([2]string{filterID, topID}[i], now)
			}
		}
		p.choices()
		if told := strconv.Itoa(p.Store.Position()); told != p.told {
			p.told = told
			browser.RevealIn("token-ledger", "token-here")
			browser.RevealIn("token-pages", "token-last")
		}
	})
}

// choices shows in the lists what the log has made of them: going back in it
// takes a choice back.
func (p *Page) choices() {
	now := p.Store.allowed()
	for id, now := range map[string]string{
		pageID: strconv.Itoa(now.PageSize), readsID: strconv.Itoa(now.Examined), sizeID: strconv.Itoa(now.Bytes), rangesID: p.ranges(),
		"loop": p.Store.Loop.Chosen().ID, "trap": p.Store.Reading.story.ID,
	} {
		browser.Refill(id, now)
	}
	browser.Check("fix-" + strconv.Itoa(p.Store.Loop.Fix))
}

func (p *Page) ranges() string { return strconv.Itoa(p.Store.Reading.Ranges()) }

// Render draws the page, or what is left to show when drawing fails.
func (p *Page) Render() app.UI { return p.Draw(p.main) }

func (p *Page) main() app.UI {
	return view.H("main#main.lab.lab--tk;tabindex=-1;translate=no",
		ui.SkipToPlay(true),
		view.H("section.lab__m;aria-label=Reading", view.H("div.lab__in",
			view.H("div", app.If(p.Crash != "", p.CrashNotice)),
			p.head(),
			p.controls(),
			p.builder(),
			p.saying(),
			p.track(),
			p.pages(),
			p.exchange(),
			p.ledger(),
		)),
		p.side(),
		&ui.Transport{Timeline: p.Steps("Requests and changes", p.Store)},
	)
}

func (p *Page) head() app.UI {
	now := p.Store.Reading.story
	var options []app.UI
	for _, s := range Stories() {
		options = append(options, ui.Option(s.ID, s.Title, s.ID == now.ID))
	}
	return view.H("div.lab__h",
		view.T("h1", "A token is a place"),
		view.H("div.row",
			view.T("label;for=trap", "Trap"),
			p.Pick("select#trap", "trap", options, func(v string) {
				if s, ok := storyByID(v); ok {
					p.Store.Tell(s)
				}
			}),
			view.H("button.btn;type=button", view.Icon("play", "ic--14"), view.Text("Show the trap"), p.Click("show", p.Store.Show)),
		),
		view.T("p.lab__a", now.About),
	)
}

// builder is the request of the next reading, and what the service allows.
func (p *Page) builder() app.UI {
	now := p.Store.allowed()
	allow := func() {
		var n [3]int
		for i, id := range [3]string{pageID, readsID, sizeID} {
			n[i], _ = strconv.Atoi(browser.Field(id))
		}
		p.Store.Allow(n[0], n[1], n[2])
	}
	fault := strings.TrimSpace(p.Store.Reading.Typed.filterProblem() + " " + p.Store.Reading.Typed.topProblem())
	return view.H("form.tkb.card;aria-label=Request",
		view.H("label.fld.tkb__f", view.T("span", "$filter"),
			p.text(filterID, p.Store.Reading.Typed.filterProblem() != "", p.Store.Reading.SetFilter)),
		view.H("label.fld", view.T("span", "$top"), p.text(topID, p.Store.Reading.Typed.topProblem() != "", p.Store.Reading.SetTop)),
		p.limits(now, allow),
		view.T("p#token-fault.bad;role=status", fault), p.On("submit", "submit", func(_ app.Context, e app.Event) {
			e.PreventDefault()
			p.Store.Next()
		}))
}

// limits are those of the service, folded behind what they are now.
func (p *Page) limits(now query.Limits, allow func()) app.UI {
	said := "Limits: " + view.Count(cmp.Or(now.PageSize, query.MaxPageSize), "entity", "entities") + " a page"
	if now.Examined > 0 {
		said += ", " + view.Count(now.Examined, "read", "reads")
	}
	if now.Bytes > 0 {
		said += ", " + view.Count(now.Bytes, "byte", "bytes")
	}
	said += ", " + view.Count(p.Store.Reading.Ranges(), "range", "ranges")
	return view.H("details.tkb__l", view.Flag("open", p.unfolded),
		view.H("summary", view.Text(said), p.On("click", "limits", func(_ app.Context, e app.Event) {
			e.PreventDefault()
			p.unfolded = !p.unfolded
		})),
		view.H("div.tkb__s",
			p.pick(pageID, "Page limit", strconv.Itoa(now.PageSize), [][2]string{{"5", "teaching, 5"}, {"0", "service, 1,000"}}, allow),
			p.pick(readsID, "Time budget", strconv.Itoa(now.Examined), [][2]string{{"0", "never up"}, {"4", "4 reads"}, {"8", "8 reads"},
				{"16", "16 reads"}}, allow),
			p.pick(sizeID, "Size limit", strconv.Itoa(now.Bytes), [][2]string{{"0", "none"}, {"400", "400 bytes"}}, allow),
			p.pick(rangesID, "Boundaries", p.ranges(), [][2]string{{"1", "off, 1 range"}, {"4", "on, 4 ranges"}}, func() {
				p.Store.Split(browser.Field(rangesID) == "4")
			}),
		),
	)
}

func (p *Page) text(id string, wrong bool, set func(string)) app.UI {
	return view.H("input.field.mono;type=text;autocomplete=off;autocapitalize=off;spellcheck=false;maxlength=400;aria-describedby=token-fault",
		view.ID(id),
		view.Flag("aria-invalid", wrong), p.On("input", id, func(app.Context, app.Event) {
			set(browser.Field(id))
			p.filled = [2]string{p.Store.Reading.Typed.Filter, p.Store.Reading.Typed.Top}
		}))
}

func (p *Page) pick(id, title string, now string, choices [][2]string, set func()) app.UI {
	return p.Choice(id, title, now, choices, func(string) { set() })
}

// controls are the gestures of a reading.
func (p *Page) controls() app.UI {
	_, going := p.Store.Reading.Marked()
	asks := p.Store.Reading.Asks()
	next, why := "Next page", "The last page had no bookmark. Reset, or ask something else."
	if asks == asksFirst {
		next = "First page"
	}
	if asks != asksNothing {
		why = ""
	}
	meanwhile := func(key, text string, do func()) app.UI {
		return view.H("button.btn.btn--sm;type=button;aria-describedby=token-why", view.Flag("aria-disabled", !going), view.Text(text),
			p.Click(key, do))
	}
	if !going && why == "" {
		why = "What happens between two pages needs a bookmark. Ask for a page first."
	}
	return view.H("div.tkc",
		view.H("div.row.tkc__n",
			view.H("button#token-next.btn.btn--primary;type=button", view.Flag("aria-disabled", asks == asksNothing),
				view.Icon("bookmark", "ic--14"), view.Text(next), p.Click("next", p.Store.Next)),
			view.H("button.btn;type=button", view.Flag("aria-disabled", asks == asksNothing), view.Text("Run all"), p.Click("all", p.Store.RunAll)),
			view.H("button.btn.btn--quiet;type=button", view.Icon("rotate-ccw", "ic--14"), view.Text("Reset"), p.Click("reset", p.Store.reset)),
		),
		view.H("div.row.tkc__m;role=group;aria-label=Between two pages",
			view.T("span.muted", "Between two pages"),
			meanwhile("lose", "Lose my token", p.Store.Lose),
			meanwhile("filter", "Change the filter", p.Store.changeFilter),
			meanwhile("delete", "Delete the bookmarked entity", p.Store.deleteBookmarked),
			meanwhile("before", "Insert before", p.Store.insertBefore),
			meanwhile("after", "Insert after", p.Store.insertAfter),
		),
		view.T("p#token-why.muted", why),
	)
}

// saying tells what the last command came to.
func (p *Page) saying() app.UI {
	title, text := p.Store.Reading.Explain()
	return view.H("section.tks;aria-label=What happened",
		view.Icon("info", "ic--20"),
		view.H("div;aria-live=polite",
			view.T("h2", title),
			view.T("p", text),
			view.T("p.bad", p.Store.Refusal()),
		),
	)
}

// stepPage is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type stepPage = step.Page[*State]

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/paging", "/continuation"},
		Path:    "/tokens", Name: "Tokens", Bench: true,
		Title: "Continuation tokens, page by page · Keyrange",
		Description: "See each token as a place in the key space and why its page ended. Meet the classic traps, then run " +
			"and repair the loops that fall into them.",
		Instant: true, Listed: true,
		Replay: step.Replays(NewState),
		New:    func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

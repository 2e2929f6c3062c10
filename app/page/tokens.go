package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// IDs of the elements of the page that is read page by page.
const (
	tokenFilterID = "token-filter"
	tokenTopID    = "token-top"
	tokenPageID   = "token-page"
	tokenReadsID  = "token-reads"
	tokenSizeID   = "token-size"
	tokenRangesID = "token-ranges"
)

// Tokens is the page on which a table is read page by page: where each token
// lies in the key space, why each page ended, and what a loop makes of it.
type Tokens struct {
	app.Compo
	stepPage[*store.Tokens]

	told   string
	filled [2]string // filter and $top as the fields were made to show last
}

// NewTokens returns the page of a tab.
func NewTokens(tab *Tab) *Tokens {
	p := &Tokens{}
	p.tab = tab
	return p
}

// OnInit finds or makes the state before the first drawing. The still picture
// of the page shows the trap of the first story.
func (p *Tokens) OnInit() {
	p.begin("tokens", store.NewTokens, p.settle)
	p.renewed = func() { p.told, p.filled = "", [2]string{} }
	if app.IsServer {
		p.store.Show()
	}
}

// settle fills the fields, which keep a state of their own, and brings the place
// of the last page into view.
func (p *Tokens) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		for i, now := range [2]string{p.store.Filter(), p.store.Top()} {
			if p.filled[i] != now {
				p.filled[i] = now
				browser.SetField([2]string{tokenFilterID, tokenTopID}[i], now)
			}
		}
		p.choices()
		if told := strconv.Itoa(p.store.Position()); told != p.told {
			p.told = told
			browser.RevealIn("token-ledger", "token-here")
			browser.RevealIn("token-pages", "token-last")
		}
	})
}

// choices shows in the lists what the log has made of them: going back in it
// takes a choice back.
func (p *Tokens) choices() {
	now := p.store.Allowed()
	for id, now := range map[string]string{
		tokenPageID: strconv.Itoa(now.PageSize), tokenReadsID: strconv.Itoa(now.Examined), tokenSizeID: strconv.Itoa(now.Bytes), tokenRangesID: p.ranges(),
		"loop": p.store.Loop().ID, "trap": p.store.Story().ID,
	} {
		browser.SetField(id, now)
	}
	browser.Check("fix-" + strconv.Itoa(p.store.Fix()))
}

func (p *Tokens) ranges() string { return strconv.Itoa(p.store.Ranges()) }

// Render draws the page, or what is left to show when drawing fails.
func (p *Tokens) Render() app.UI { return p.draw(p.main) }

func (p *Tokens) main() app.UI {
	return view.H("main#main.lab.lab--tk;tabindex=-1;translate=no",
		view.H("section.lab__m;aria-label=Reading", view.H("div.lab__in",
			view.H("div", app.If(p.crash != "", p.crashNotice)),
			p.head(),
			p.builder(),
			p.controls(),
			p.saying(),
			p.track(),
			p.pages(),
			p.exchange(),
			p.ledger(),
		)),
		p.side(),
		&Transport{Timeline: p.steps("Requests and changes", p.store)},
	)
}

func (p *Tokens) head() app.UI {
	now := p.store.Story()
	var options []app.UI
	for _, s := range store.TokenStories() {
		options = append(options, view.H("option", view.Attr("value", s.ID), view.Text(s.Title), view.Flag("selected", s.ID == now.ID)))
	}
	return view.H("div.lab__h",
		view.T("h1", "A token is a place"),
		view.H("div.row",
			view.T("label;for=trap", "Trap"),
			view.H("span.pick",
				view.Around("select#trap", options, p.on("change", "trap", func(app.Context, app.Event) {
					if s, ok := store.TokenStoryByID(browser.Field("trap")); ok {
						p.store.Tell(s)
					}
				})),
				view.Icon("chevron-down", "ic--14"),
			),
			view.H("button.btn;type=button", view.Icon("play", "ic--14"), view.Text("Show the trap"), p.click("show", p.store.Show)),
		),
		view.T("p.lab__a", now.About),
	)
}

// builder is the request of the next reading, and what the service allows.
func (p *Tokens) builder() app.UI {
	now := p.store.Allowed()
	allow := func() {
		var n [3]int
		for i, id := range [3]string{tokenPageID, tokenReadsID, tokenSizeID} {
			n[i], _ = strconv.Atoi(browser.Field(id))
		}
		p.store.Allow(n[0], n[1], n[2])
	}
	fault := strings.TrimSpace(p.store.FilterProblem() + " " + p.store.TopProblem())
	return view.H("form.tkb.card;aria-label=Request",
		view.H("label.fld.tkb__f", view.T("span", "$filter"),
			p.text(tokenFilterID, p.store.FilterProblem() != "", p.store.SetFilter)),
		view.H("label.fld", view.T("span", "$top"), p.text(tokenTopID, p.store.TopProblem() != "", p.store.SetTop)),
		p.pick(tokenPageID, "Page limit", strconv.Itoa(now.PageSize), [][2]string{{"5", "teaching, 5"}, {"0", "service, 1,000"}}, allow),
		p.pick(tokenReadsID, "Time budget", strconv.Itoa(now.Examined), [][2]string{{"0", "never up"}, {"4", "4 reads"}, {"8", "8 reads"}, {"16", "16 reads"}}, allow),
		p.pick(tokenSizeID, "Size limit", strconv.Itoa(now.Bytes), [][2]string{{"0", "none"}, {"400", "400 bytes"}}, allow),
		p.pick(tokenRangesID, "Boundaries", p.ranges(), [][2]string{{"1", "off, 1 range"}, {"4", "on, 4 ranges"}}, func() {
			p.store.Split(browser.Field(tokenRangesID) == "4")
		}),
		view.T("p#token-fault.bad;role=status", fault), p.on("submit", "submit", func(_ app.Context, e app.Event) {
			e.PreventDefault()
			p.store.Next()
		}))
}

func (p *Tokens) text(id string, wrong bool, set func(string)) app.UI {
	return view.H("input.field.mono;type=text;autocomplete=off;autocapitalize=off;spellcheck=false;maxlength=400;aria-describedby=token-fault", view.ID(id),
		view.Flag("aria-invalid", wrong), p.on("input", id, func(app.Context, app.Event) {
			set(browser.Field(id))
			p.filled = [2]string{p.store.Filter(), p.store.Top()}
		}))
}

func (p *Tokens) pick(id, title string, now string, choices [][2]string, set func()) app.UI {
	var options []app.UI
	for _, c := range choices {
		options = append(options, view.H("option", view.Attr("value", c[0]), view.Text(c[1]), view.Flag("selected", c[0] == now)))
	}
	return view.H("label.fld", view.T("span", title), view.H("span.pick",
		view.Around("select", options, view.ID(id), p.on("change", id, func(app.Context, app.Event) { set() })),
		view.Icon("chevron-down", "ic--14"),
	))
}

// controls are the gestures of a reading.
func (p *Tokens) controls() app.UI {
	_, going := p.store.Marked()
	asks := p.store.Asks()
	next, why := "Next page", "The last page had no bookmark. Reset, or ask something else."
	if asks == store.AsksFirst {
		next = "First page"
	}
	if asks != store.AsksNothing {
		why = ""
	}
	meanwhile := func(key, text string, do func()) app.UI {
		return view.H("button.btn.btn--sm;type=button;aria-describedby=token-why", view.Flag("aria-disabled", !going), view.Text(text), p.click(key, do))
	}
	if !going && why == "" {
		why = "What happens between two pages needs a bookmark. Ask for a page first."
	}
	return view.H("div.tkc",
		view.H("div.row.tkc__n",
			view.H("button#token-next.btn.btn--primary;type=button", view.Flag("aria-disabled", asks == store.AsksNothing),
				view.Icon("bookmark", "ic--14"), view.Text(next), p.click("next", p.store.Next)),
			view.H("button.btn;type=button", view.Flag("aria-disabled", asks == store.AsksNothing), view.Text("Run all"), p.click("all", p.store.RunAll)),
			view.H("button.btn.btn--quiet;type=button", view.Icon("rotate-ccw", "ic--14"), view.Text("Reset"), p.click("reset", p.store.Reset)),
		),
		view.H("div.row.tkc__m;role=group;aria-label=Between two pages",
			view.T("span.muted", "Between two pages"),
			meanwhile("lose", "Lose my token", p.store.Lose),
			meanwhile("filter", "Change the filter", p.store.ChangeFilter),
			meanwhile("delete", "Delete the bookmarked entity", p.store.DeleteBookmarked),
			meanwhile("before", "Insert before", p.store.InsertBefore),
			meanwhile("after", "Insert after", p.store.InsertAfter),
		),
		view.T("p#token-why.muted", why),
	)
}

// saying tells what the last command came to.
func (p *Tokens) saying() app.UI {
	title, text := p.store.Explain()
	return view.H("section.tks;aria-label=What happened",
		view.Icon("info", "ic--20"),
		view.H("div;aria-live=polite",
			view.T("h2", title),
			view.T("p", text),
			view.T("p.bad", p.store.Refusal()),
		),
	)
}

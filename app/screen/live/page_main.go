package live

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/replay"
)

// Page is the page that watches an endpoint.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab

	s  *State
	ui surface
}

// surface is what belongs to the page and not to what was heard.
type surface struct {
	mounted bool
	asks    bool // where to connect, though there is something to show
	stops   []func()
	stop    func() // ends the listening, nil for none
	due     bool   // a drawing of the numbers is on its way
	drawn   time.Time
	map_    picture
	charts  [2]chart
	cell    cell
	told    time.Time // when a reader of the screen was last told
	said    string
	studies bool   // the keys are being looked at
	filed   string // what became of a file
	reading int    // counts what was asked to be shown: of several, the last one is
	copied  string // ID of the text that was copied last
	code    ui.Code
}

// readingEvery is how often numbers and lists are drawn while events come, and less
// often for a reader who asked for less motion.
const (
	readingEvery = 250 * time.Millisecond
	calmEvery    = time.Second
	toldEvery    = 10 * time.Second
	againAfter   = 2 * time.Second
)

// OnInit finds or makes what was heard before the first drawing.
func (p *Page) OnInit() {
	if app.IsServer {
		p.s = NewState()
		return
	}
	p.s = workspace.Kept(p.tab, "live", NewState)
}

// OnMount listens where an endpoint can be: beside a site that comes from this
// machine, or where the reader said before.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.After, p.ui.mounted = ctx, func(app.Context) { p.follow() }, true
	p.s.Zone = browser.ZoneSeconds()
	p.ui.stops = []func(){browser.WatchKeys(p.key), browser.WatchHidden(p.follow)}
	switch p.s.Link {
	case NotConnected:
		if browser.OnLoopback() && len(p.s.columns) == 0 {
			p.listen(observe.Path, "", true)
		}
	case Connecting, Connected, Lost: // the reader went to another screen meanwhile
		p.listen(p.s.from.url, p.s.from.token, p.s.from.here)
	}
	p.follow()
}

// OnDismount lets go of everything. What was heard stays.
func (p *Page) OnDismount() {
	p.hangUp()
	p.ui.mounted = false
	for _, stop := range p.ui.stops {
		stop()
	}
	p.ui.map_.close()
	for i := range p.ui.charts {
		p.ui.charts[i].close()
	}
}

func (p *Page) hangUp() {
	if p.ui.stop != nil {
		p.ui.stop()
		p.ui.stop = nil
	}
}

// key takes the keys of this screen: M sets a mark.
func (p *Page) key(k browser.Key) bool {
	if k.Name != "m" || k.Command || k.Alt || k.InField || p.s.Place() < 0 {
		return false
	}
	p.Ctx.Dispatch(func(app.Context) {
		p.s.Mark()
		p.follow()
	})
	return true
}

// connect listens to the address that the reader gave.
func (p *Page) connect() {
	url, why := EventsAt(browser.Field("live-address"))
	p.s.Why = why
	if why != "" {
		return
	}
	p.s.Address = browser.Field("live-address")
	p.listen(url, browser.Field("live-token"), false)
}

// listen asks an address for its events. Where nobody asked for it, that nothing
// answers is not worth a word.
func (p *Page) listen(url, token string, here bool) {
	p.hangUp()
	p.ui.reading++
	if url != p.s.from.url || p.s.Link == Replayed {
		p.s.Forget()
	}
	p.s.from = origin{url, token, here}
	if p.s.Link != Lost {
		p.s.Link = Connecting
	}
	if here {
		p.s.Address = "this site"
	}
	p.ui.stop = browser.Listen(browser.Source{URL: url, Token: token, After: p.s.Heard()}, browser.Stream{
		Opened: func() { p.heard(func() { p.opened() }) },
		Event:  func(data []byte) { p.event(data) },
		Closed: func(end browser.End) { p.heard(func() { p.closed(end) }) },
	})
}

// opened begins to show what an endpoint tells.
func (p *Page) opened() {
	p.s.Link, p.s.Why, p.s.Refused, p.ui.asks = Connected, "", 0, false
}

// heard does what follows from something that the stream told.
func (p *Page) heard(do func()) {
	p.Ctx.Dispatch(func(app.Context) {
		p.Guard(do)
		p.follow()
	})
}

// event takes an event, draws the map at once and the numbers when they are due.
func (p *Page) event(data []byte) {
	p.Guard(func() { p.s.Take(data) })
	browser.Soon(func() { p.Guard(p.paint) })
	every := readingEvery
	if browser.CalmMotion() {
		every = calmEvery
	}
	if p.ui.due {
		return
	}
	p.ui.due = true
	draw := func() { p.heard(func() { p.ui.due, p.ui.drawn = false, time.Now() }) }
	if wait := every - time.Since(p.ui.drawn); wait > 0 { // the last event before a silence is drawn too
		p.Ctx.After(wait, func(app.Context) { draw() })
		return
	}
	draw()
}

// closed says why there is nothing to listen to, and tries again where that may help.
func (p *Page) closed(end browser.End) {
	p.ui.stop = nil
	was := p.s.Link
	p.s.Link = NotConnected
	switch end {
	case browser.Unwelcome:
		p.s.Why = "The endpoint wants the token that it printed at its start."
		return
	case browser.NoStream:
		if p.s.from.here {
			p.s.Address = FirstAddress
			return
		}
		p.s.Why = "Something answers at " + p.s.Address + ", but it has no live stream. Use an endpoint of this release."
		return
	case browser.Overlong:
		p.s.Why = "The endpoint sent an event that is larger than this page reads. The connection is closed; what was heard is safe."
		return
	}
	if was != Connected && was != Lost {
		if p.s.from.here {
			p.s.Address = FirstAddress
			return
		}
		p.s.Why = "No answer from " + p.s.Address + ". Is the endpoint running, and did you allow this page to reach your machine?"
		return
	}
	p.s.Link = Lost
	from := p.s.from
	p.Ctx.After(againAfter, func(app.Context) {
		if p.ui.mounted && p.s.Link == Lost && p.s.from == from {
			p.listen(from.url, from.token, from.here)
		}
	})
}

// follow draws what is kept outside of the elements once they stand.
func (p *Page) follow() {
	if app.IsServer || !p.ui.mounted {
		return
	}
	p.Ctx.Defer(func(app.Context) {
		p.Guard(func() {
			p.paint()
			strips{p}.chartSeries()
			p.showCell()
			p.study()
		})
	})
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Page) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = ui.Shell("/live", false, view.H("main#main;tabindex=-1", ui.Crashed(ui.FaultText(fault))))
		}
	}()
	if len(p.s.columns) == 0 && p.s.Link != Connected || p.ui.asks {
		return ui.Shell("/live", false, off{p}.offPage())
	}
	return ui.Shell("/live", false, view.H("main#main.lv;tabindex=-1;translate=no",
		ui.SkipLink("Skip to the heat map", mapID),
		p.bar(),
		strips{p}.figures(),
		view.H("div.lv__b", p.stage(), aside{p}.side()),
		p.tableTwin(),
		view.H("div.vh;role=status", view.T("span", p.announcement())),
		&ui.Transport{Timeline: p.timeline()},
	))
}

// bar says what is watched, and has what can be done with it.
func (p *Page) bar() app.UI {
	look, tone := "dotc", "lv__why"
	if p.s.Why == "" {
		tone = "lv__why lv__why--said"
	}
	if p.s.Link != Connected {
		look = "dotc dotc--off"
	}
	return view.H("div.lv__t",
		view.T("h1.vh", "Live: what your application does to its keys"),
		view.H("span", view.Attr("class", look), view.Attr("aria-hidden", "true")),
		view.T("b#live-link", p.s.Status()),
		view.H("span;role=status", view.Attr("class", tone), view.Text(p.said())),
		p.Pick("select#live-window;aria-label=Time on the map", "live-window", windows(p.s.Window()), func(v string) {
			if n, err := strconv.Atoi(v); err == nil {
				p.s.SetWindow(n)
			}
		}),
		view.H("button#live-mark.btn.btn--sm;type=button;aria-keyshortcuts=M", view.Icon("bookmark"), view.T("span", "Mark"),
			p.Click("mark", p.s.Mark)),
		view.H("button#live-again.btn.btn--sm;type=button", view.Flag("hidden", p.s.Link != NotConnected && p.s.Link != Replayed),
			view.Text("Connect"), p.Click("again", func() { p.ui.asks = true })),
		view.H("button#live-save.btn.btn--sm;type=button", view.Icon("download"), view.T("span", "Save recording"), p.Click("save", p.save)),
		view.H("button#live-open.btn.btn--sm;type=button", view.Icon("upload"), view.T("span", "Open"), p.Click("open", p.open)),
	)
}

// said is what was wrong lately, or what became of a file.
func (p *Page) said() string {
	if p.s.Refused > 0 {
		return view.Count(p.s.Refused, "event was", "events were") + " left out. " + p.s.Why
	}
	if p.s.Why != "" {
		return p.s.Why
	}
	return p.ui.filed
}

func windows(now int) []app.UI {
	out := make([]app.UI, len(Windows))
	for i, n := range Windows {
		out[i] = ui.Option(strconv.Itoa(n), view.Span(int64(n)*second), n == now)
	}
	return out
}

// tryKey takes the seconds that are shown into the simulator, with a key to try.
func (p *Page) tryKey(template string) {
	p.tab.Carried = &replay.Trial{Recording: p.s.Excerpt(), Template: template}
	p.Ctx.Navigate(ui.Address("/simulator"))
}

// announcement tells a screen reader what the verdict is, at most once in ten seconds.
func (p *Page) announcement() string {
	_, title, bad := p.s.Verdict()
	if p.s.Link == Lost {
		title, bad = p.s.Status(), true
	}
	if title != p.ui.said && (bad || p.ui.said != "") && time.Since(p.ui.told) >= toldEvery {
		p.ui.said, p.ui.told = title, time.Now()
	}
	return p.ui.said
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page { return &Page{tab: tab} }

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Path:  "/live",
		Title: "Live: the keys of your application · Keyrange",
		Description: "Watch the keys that your own application uses: which get hot, what is refused and why, and which key would spread the " +
			"load. On your machine alone.",
		Instant: true, Listed: true,
		New: func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

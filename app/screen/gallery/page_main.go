package gallery

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/assign"
)

// Page is the page on which a leader collects and compares results.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab

	state   *State
	running bool
	stopped bool
	reading bool // lines were brought, and what became of them is not said yet
	drawn   time.Time
	said    string
	scan    func() // ends the reading of codes, nil while there is none
	stops   []func()
	pieces
}

// IDs of elements that the page reaches for.
const (
	pasteID  = "gallery-paste"
	cameraID = "gallery-camera"
)

// galleryName is the name under which a tab keeps what was collected.
const galleryName = "gallery"

// OnInit finds or makes the gallery before the first drawing.
func (p *Page) OnInit() {
	p.state = NewState(opener{p.tab})
	if !app.IsServer {
		p.state = workspace.Kept(p.tab, galleryName, func() *State { return p.state })
	}
	p.sort(p.state)
}

// OnMount begins to take gestures, files and what the address holds.
func (p *Page) OnMount(ctx app.Context) {
	p.Ctx, p.After, p.stopped = ctx, p.advance, false
	p.redraw()
	p.stops = []func(){browser.WatchDrops(func(bool) {}, func(f browser.File) { ctx.Dispatch(func(app.Context) { p.read(f) }) })}
	p.arrive()
}

// OnNav takes another result from the address.
func (p *Page) OnNav(app.Context) { p.arrive() }

// arrive takes the result that the address holds.
func (p *Page) arrive() {
	if text := browser.Fragment(); strings.HasPrefix("#"+text, assign.ResultMark) && p.Ctx.Context != nil {
		browser.DropFragment()
		p.bring("#" + text)
		p.advance(p.Ctx)
	}
}

// OnDismount stops the work and lets the camera go.
func (p *Page) OnDismount() {
	p.stopped = true
	p.endScan()
	for _, stop := range p.stops {
		stop()
	}
	p.stops = nil
}

func (p *Page) endScan() {
	if p.scan != nil {
		p.scan()
		p.scan = nil
	}
}

// startScan reads codes with the camera.
func (p *Page) startScan() {
	p.scan = browser.ScanCodes(cameraID, func(text string) {
		p.Ctx.Dispatch(func(ctx app.Context) {
			p.bring(text)
			p.advance(ctx)
		})
	}, func(why string) { p.Ctx.Dispatch(func(app.Context) { p.said, p.scan = why, nil }) })
}

// opener does work again with the screens of the site.
type opener struct{ tab *workspace.Tab }

// Replay opens the work of a result.
func (o opener) Replay(r *assign.Result, like workspace.Replay) (workspace.Replay, error) {
	e, ok := workspace.EntryAt(o.tab, r.Task.Screen)
	if !ok || e.Replay == nil {
		return nil, assign.NotATask
	}
	return e.Replay(assign.Opened(r.Work), like, browser.Rest)
}

// Aspects are those of the beginning of a task.
func (o opener) Aspects(t *assign.Task) (map[string]string, error) {
	return workspace.AspectsOf(o.tab, t, browser.Rest)
}

// Render draws the page, or what is left to show when drawing fails.
func (p *Page) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = ui.Shell("/gallery", true, ui.Crashed(ui.FaultText(fault)))
		}
	}()
	return ui.Shell("/gallery", true, view.H("main#main.ga;tabindex=-1;translate=no", p.body()...))
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page { return &Page{tab: tab} }

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Path:  "/gallery",
		Title: "Gallery: what a class found, side by side · Keyrange",
		Description: "Collect the results of a task as lines of text, files or QR codes. Each is done again by the engine, and keys, load and " +
			"the cost of questions are compared.",
		Instant: true, Listed: true,
		New: func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

package btree

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/example"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

// IDs of elements that the index page reaches for.
const (
	fanoutID   = "fanout"
	findPK     = "find-pk"
	findRK     = "find-rk"
	insertPK   = "insert-pk"
	insertRK   = "insert-rk"
	rangeID    = "range-filter"
	treeID     = "tree-width"
	treeMargin = 48
)

// Page is the page that shows the table as a B-tree: a lookup, a range and an
// insert, each step by step.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab

	store   *design.Playground
	index   *design.Index
	example bool // nothing is loaded, so a small table stands in
	still   bool // the page is rendered ahead: a picture without controls

	width   int
	figures [3]steppedFigure  // as they were drawn last
	filled  map[string]string // what the fields were made to show last, by ID
	running bool
	stopped bool
	stops   []func()
}

// OnInit finds the table before the first drawing.
func (x *Page) OnInit() {
	x.width = defaultTreeWidth
	x.filled = map[string]string{}
	x.find()
	if x.still = app.IsServer; x.still {
		x.index.Advance(func() bool { return true })
	}
}

const defaultTreeWidth = 1166

// find takes the table of the playground, or the example when it has none.
func (x *Page) find() {
	x.store, x.example = x.tab.Work, false
	if x.store == nil || x.store.Phase() == design.Empty {
		if x.example = true; app.IsServer {
			x.store = newIndexExample()
		} else {
			x.store = workspace.Kept(x.tab, exampleName, newIndexExample)
		}
	}
	x.index = x.store.Index()
}

// exampleName is the name under which a tab keeps the example as the reader left
// it.
const exampleName = "btree example"

func newIndexExample() *design.Playground {
	always := func() bool { return true }
	p := design.New(0)
	p.Incoming.Open(draft.Sample{
		ID: "readings", Title: "Readings", File: "readings.csv", Format: dataset.CSV, Designs: []draft.Design{example.DeviceFirst().Design},
	}, example.Readings())
	p.Advance(always)
	p.Index().SetFanout(8)
	p.Index().Advance(always)
	return p
}

// OnMount begins to follow the width and to build the tree.
func (x *Page) OnMount(ctx app.Context) {
	x.Ctx, x.gestures.After, x.Save, x.tab.Here = ctx, x.follow, x.tab.Save, x
	x.stops = []func(){
		browser.WatchWidth(treeID, func(w int) { ctx.Dispatch(func(app.Context) { x.width = w - treeMargin }) }),
	}
	x.tab.KeepScreen(ctx, "btree", func() moment.Screen { return shownIndex{x} }, func(string) { x.Renew(ctx) })
}

// shownIndex is the index that is shown, as a screen that is saved: of the
// reader's own table only what is looked at, since the journal has the rest.
type shownIndex struct{ x *Page }

func (s shownIndex) Moment(rest func()) string { return s.x.index.Moment(rest) }
func (s shownIndex) Saved() string             { return s.x.index.Saved() }
func (s shownIndex) OpenMoment(text string, rest func()) error {
	s.x.find()
	return s.x.index.Resume(text, s.x.example, rest)
}

// OnDismount lets go of everything that was watched.
func (x *Page) OnDismount() {
	x.stopped = true
	for _, stop := range x.stops {
		stop()
	}
}

// follow starts pending work and brings the fields up to date.
func (x *Page) follow(ctx app.Context) {
	if app.IsServer {
		return
	}
	if !x.running && !x.stopped {
		x.running = true
		x.slice(ctx)
	}
	ctx.Defer(func(app.Context) { x.Guard(x.settle) })
}

// slice works for at most sliceTime and comes back on a later turn. The table
// itself may still be on its way.
func (x *Page) slice(ctx app.Context) {
	start := time.Now()
	busy := false
	more := func() bool { return time.Since(start) < ui.SliceTime }
	x.Guard(func() { busy = x.store.Advance(more) || x.index.Advance(more) })
	if busy && !x.stopped && x.Crash == "" {
		browser.Soon(func() { ctx.Dispatch(x.slice) })
		return
	}
	x.running = false
	ctx.Defer(func(app.Context) { x.Guard(x.settle) })
}

// settle fills the fields, which keep a state of their own.
func (x *Page) settle() {
	if !x.index.Ready() {
		clear(x.filled) // the fields are gone with the figures
		return
	}
	find, insert := x.index.Lookup().Key, x.index.Inserted().Key
	for _, f := range []struct{ id, text string }{
		{findPK, find.PartitionKey}, {findRK, find.RowKey}, {insertPK, insert.PartitionKey}, {insertRK, insert.RowKey},
		{rangeID, x.index.Range().Filter},
	} {
		if filled, known := x.filled[f.id]; !known || filled != f.text { // what is being typed stays
			x.filled[f.id] = f.text
			browser.SetField(f.id, f.text)
		}
	}
	browser.Refill(fanoutID, strconv.Itoa(x.index.Fanout()))
}

// Render draws the page, or what is left to show when drawing fails.
func (x *Page) Render() (drawn app.UI) {
	defer func() {
		if fault := recover(); fault != nil {
			drawn = share.Frame(x.tab, "/btree", ui.Crashed(ui.FaultText(fault)))
		}
	}()
	return share.Frame(x.tab, "/btree", view.H("main#main;tabindex=-1;translate=no",
		ui.SkipToPlay(!x.still && x.index.Ready()),
		view.H("div.wrap.bt",
			x.head(),
			view.H("div", view.ID(treeID)),
			view.H("div", app.If(x.Crash != "", x.CrashNotice)),
			view.H("div", x.body()...),
		),
		view.H("div", app.If(!x.still && x.index.Ready(), x.transport)),
	))
}

func (x *Page) body() []app.UI {
	switch {
	case x.index.Gone():
		return []app.UI{view.H("div.empty",
			view.Icon("table-2", "ic--20"), view.T("h2", "The table is gone"),
			view.T("span", "A command of the console has dropped it. Step back in the console, and the index is here again."),
			view.H("a.btn.btn--primary.btn--sm", view.Attr("href", ui.Address("/playground")), view.Text("Open the playground")),
		)}
	case !x.index.Ready():
		return []app.UI{x.progress()}
	case x.index.Shape().Len == 0:
		return []app.UI{view.H("div.empty",
			view.T("h2", "The table is empty"), view.T("span", "A tree without entities has no node. Insert one in the console of the playground."),
			view.H("a.btn.btn--primary.btn--sm", view.Attr("href", ui.Address("/playground")), view.Text("Open the playground")),
		)}
	}
	return []app.UI{x.controls(), x.lookup(), x.span(), x.insert(), caveats()}
}

// caveats says in what the picture is not the service.
func caveats() app.UI {
	return view.H("section.bt__h;aria-labelledby=bt-caveats", view.H("div",
		view.T("h2#bt-caveats", "What is drawn"),
		view.T("p.bt__what", "A real B-tree, node by node: the library of this site's engine, with the fan-out that you choose, one tree over "+
			"all keys, each inserted when its entity was written. Entities stand in inner nodes too. The engine keeps such a tree for each "+
			"partition, with fan-out "+strconv.Itoa(index.MaxFanout)+". The real service uses a different structure with the same order."),
	))
}

// progress is what is shown until the tree is there.
func (x *Page) progress() app.UI {
	p, ok := x.store.Progress()
	if !ok {
		if p, ok = x.index.Progress(); !ok {
			p.Label = "Waiting for the table"
		}
	}
	return view.H("div.card.busy;role=status",
		view.T("div.row", p.Label),
		view.H("div.meter;role=progressbar;aria-valuemin=0", view.Attr("aria-label", p.Label),
			view.Attr("aria-valuemax", strconv.Itoa(max(p.Total, 1))), view.Attr("aria-valuenow", strconv.Itoa(p.Done)),
			view.H("i", view.Attr("style", "width:"+strconv.Itoa(100*p.Done/max(p.Total, 1))+"%")),
		),
	)
}

// head says what is drawn.
func (x *Page) head() app.UI {
	what := "The readings example stands in until you load data in the playground."
	if !x.example {
		what = x.store.Rows.Source().Title + ", as the console of the playground has it now."
	}
	return view.H("div.bt__h",
		view.H("div",
			view.T("h1", "One index, one order"),
			view.H("p", view.Text("A table has a single index, on "), view.PartitionKeyTerm(), view.Text(" and "), view.RowKeyTerm(),
				view.Text(". What a query costs depends on how far down, and how far across, it has to read.")),
			view.T("p.bt__what", what),
		),
		view.H("div.keyrow;aria-hidden=true",
			view.H("span", view.El("i.kr.kr--on"), view.Text("node read")),
			view.H("span", view.El("i.kr"), view.Text("not read")),
			view.H("span", view.El("i.kr.kr--hit"), view.Text("returned")),
		),
	)
}

// steppedFigure is a figure as the bar goes along it.
type steppedFigure struct {
	name string
	last int
}

// step makes a figure the one that the bar goes along, and goes to a step of it.
func (x *Page) step(figure, to int) {
	x.index.View.Figure = figure
	x.index.View.Steps[figure] = max(to, 0)
}

// transport is the bar along the steps of the figure that was used last.
func (x *Page) transport() app.UI {
	f := x.figures[x.index.View.Figure]
	at := min(x.index.View.Steps[x.index.View.Figure], f.last)
	l := ui.Timeline{
		Name: "Steps of the " + f.name, Length: f.last, Place: at, Busy: x.running,
		Text: strconv.Itoa(at) + " of " + strconv.Itoa(f.last) + " · " + f.name,
		Seek: func(place int) { x.Guard(func() { x.step(x.index.View.Figure, place) }); x.follow(x.Ctx) },
		Undo: func() { x.Guard(x.store.Edit.Undo); x.follow(x.Ctx) },
		Redo: func() { x.Guard(x.store.Edit.Redo); x.follow(x.Ctx) },
	}
	for n := 1; n <= f.last; n++ {
		l.Marks = append(l.Marks, ui.TimelineMark{Place: n})
	}
	return &ui.Transport{Timeline: l}
}

// fieldKey reads two fields as a key.
func fieldKey(pk, rk string) table.Key {
	return table.Key{PartitionKey: browser.Field(pk), RowKey: browser.Field(rk)}
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page { return &Page{tab: tab} }

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/tree", "/b-tree"},
		Path:    "/btree", Name: "Index", Bench: true,
		Title: "Index: what a lookup, a range and an insert read · Keyrange",
		Description: "Your table as a real B-tree, node by node. Look up a key, read a range, watch a full node split, and " +
			"set the fan-out from 4 to 64.",
		Instant: true, Listed: true,
		New: func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}

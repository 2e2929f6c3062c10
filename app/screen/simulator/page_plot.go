package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
)

// plot is one heat map on the page: what was drawn of which run, and where.
type plot struct {
	heat   runs.Heat
	run    *runs.Run
	canvas *browser.Canvas
	owners int // ranges when the bands were made
	strip  []byte
	zoom   zoom
	stop   func()
	rev    int
	now    int // pixel of the playhead
}

func plotID(i int) string { return "heat-" + strconv.Itoa(i) }

func headID(i int) string { return "now-" + strconv.Itoa(i) }

// painter keeps the pixels of the maps those of their runs.
type painter struct{ *scene }

// meet forgets what was drawn, found and chosen in runs that are gone: their
// rows and columns mean nothing in those that took their place.
func (p painter) meet() {
	if p.sim.Play.Changed(&p.ui.cuts) { // what lies ahead is not what was asked about
		p.ui.found, p.ui.asking = nil, nil
		if w := p.ui.pinned; w != nil && w.Answer.To > p.sim.Play.At() {
			p.ui.pinned = nil
		}
	}
	if p.ui.met == p.sim.Play.Runs()[0] {
		return
	}
	p.ui.met = p.sim.Play.Runs()[0]
	p.ui.pinned, p.ui.found, p.ui.asking, p.ui.zoom, p.ui.cell = nil, nil, nil, zoom{}, cell{downX: -1}
	for slot := range p.ui.plots {
		t := &p.ui.plots[slot]
		t.run, t.heat = nil, runs.Heat{Look: p.ui.look}
	}
}

// fit draws the maps as large as they are, where anything about them changed.
func (p painter) fit() {
	p.meet()
	for slot := len(p.drawn()); slot < len(p.ui.plots); slot++ {
		p.ui.plots[slot].close()
	}
	for slot, i := range p.drawn() {
		p.fitPlot(slot, p.sim.Play.Runs()[i])
	}
}

func (p painter) fitPlot(slot int, run *runs.Run) {
	t := &p.ui.plots[slot]
	t.canvas = browser.OpenCanvas(plotID(slot))
	if t.stop == nil {
		t.stop = browser.WatchPointer(plotID(slot), func(at browser.Pointer) { p.Guard(func() { crosshair{p.scene}.pointed(slot, at) }) })
	}
	w, h, scale := t.canvas.Fit()
	if w == 0 || h == 0 {
		return
	}
	look, ranges := p.ui.look, len(run.Owners(run.Columns()))
	g := &t.heat
	if t.run == run && g.Width == w && g.Height == h && g.Look == look && t.owners == ranges && g.Wanted == p.ui.rows && t.zoom == p.ui.zoom &&
		!p.sim.Play.Changed(&t.rev) {
		p.paintPlot(slot)
		return
	}
	t.run, t.owners, t.now, t.zoom = run, ranges, -1, p.ui.zoom
	*g = runs.Heat{Look: look, Width: w, Height: h, Scale: scale, Wanted: p.ui.rows}
	from, to, keep := p.ui.zoom.view(run)
	g.From, g.To = from, to
	for _, b := range run.Bands(p.ui.rows) {
		if keep(b) {
			g.Bands = append(g.Bands, b)
		}
	}
	g.Show(run)
	g.Fill()
	t.strip = g.Strip(0, w, t.strip)
	t.canvas.Put(t.strip, 0, w, h)
	p.head(slot)
	p.Ctx.Dispatch(func(app.Context) {}) // labels, legend and axes are those of the map
}

// close lets go of a map that is no longer on the page.
func (t *plot) close() {
	if t.stop != nil {
		t.stop()
	}
	*t = plot{}
}

// paint draws what is new in the maps.
func (p painter) paint() {
	for slot := range p.drawn() {
		p.paintPlot(slot)
	}
}

func (p painter) paintPlot(slot int) {
	t := &p.ui.plots[slot]
	if t.run == nil || t.canvas == nil {
		return
	}
	g := &t.heat
	before := g.Columns()
	first := g.Fill()
	if before < g.Columns() || p.sim.Play.Busy() {
		x0 := max(0, g.X(max(first, g.From))-g.Reach())
		x1 := min(g.Width, g.X(min(g.Columns(), g.To))+g.Reach())
		if x1 > x0 {
			t.strip = g.Strip(x0, x1, t.strip)
			t.canvas.Put(t.strip, x0, x1-x0, g.Height)
		}
	}
	p.head(slot)
}

// head moves the line at the playhead.
func (p painter) head(slot int) {
	t := &p.ui.plots[slot]
	g := &t.heat
	from, length := int64(g.From)*t.run.Window(), int64(g.To-g.From)*t.run.Window()
	permil := int((p.sim.Play.At() - from) * 10_000 / max(1, length))
	if permil != t.now {
		t.now = permil
		browser.Style(headID(slot), "left", strconv.FormatFloat(float64(permil)/100, 'f', 2, 64)+"%")
	}
}

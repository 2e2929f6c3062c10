package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// cell is the place of the crosshair.
type cell struct {
	on           bool
	slot         int
	column, band int
	downX, downY int // where the pointer went down, thousandths; -1 when it is up
}

func crossID(slot int) string { return "cross-" + strconv.Itoa(slot) }

// IDs of what the lines of the crosshair lead to: the box of a map, whose places they
// are told, and the labels of its key and its moment. The upright line goes through
// all maps and series, which are in the stage.
const stageID = "stage"

func plotBoxID(slot int) string { return "plot-box-" + strconv.Itoa(slot) }

func crossKeyID(slot int) string { return "cross-key-" + strconv.Itoa(slot) }

func crossTimeID(slot int) string { return "cross-time-" + strconv.Itoa(slot) }

func cellID(slot int) string { return "cell-" + strconv.Itoa(slot) }

// longStep is how many cells an arrow key goes with Shift.
const longStep = 10

// crosshair is the cell of a map that the pointer or the keys stand on: how it
// goes, what is said of it, and the part of the maps that it zooms to.
type crosshair struct{ *scene }

// cellKey moves the crosshair by keys. It reports whether it took the key.
func (p crosshair) cellKey(slot int, e app.Event) {
	h := &p.ui.plots[slot].heat
	if h.Width == 0 {
		return
	}
	c := &p.ui.cell
	if !c.on || c.slot != slot {
		hideCross(c.slot)
		*c = cell{on: true, slot: slot, column: max(h.From, h.Columns()-1), downX: -1}
	}
	if p.cellGo(h, e.Get("key").String(), e.Get("shiftKey").Bool()) {
		e.PreventDefault()
		p.showCell(true)
	}
}

func (p crosshair) cellGo(h *runs.Heat, key string, shift bool) bool {
	c, step := &p.ui.cell, 1
	if shift {
		step = longStep
	}
	down := step
	if h.Look.Flip {
		down = -step
	}
	switch key {
	case "ArrowLeft":
		c.column -= step
	case "ArrowRight":
		c.column += step
	case "ArrowDown":
		c.band += down
	case "ArrowUp":
		c.band -= down
	case "PageDown":
		c.band = p.nextRange(h, 1)
	case "PageUp":
		c.band = p.nextRange(h, -1)
	case "Home":
		c.column = h.From
	case "End":
		c.column = h.Columns() - 1
	case "Enter":
		inquiry{p.scene}.pin()
	case "Escape":
		if p.ui.drawer {
			p.closeDrawer()
			break
		}
		p.ui.pinned, p.ui.asking = nil, nil
	case "+", "=":
		p.zoomBy(h, 2)
	case "-":
		p.zoomBy(h, -2)
	case "0":
		p.ui.zoom = zoom{}
	default:
		return false
	}
	c.column = min(max(c.column, h.From), max(h.From, h.To-1))
	c.band = min(max(c.band, 0), len(h.Bands)-1)
	return true
}

// nextRange is the first band of the next range in a direction.
func (p crosshair) nextRange(h *runs.Heat, way int) int {
	t := &p.ui.plots[p.ui.cell.slot]
	best := p.ui.cell.band
	for _, o := range t.run.Owners(p.ui.cell.column) {
		row, _ := t.run.RowOf(o.Low)
		for i, b := range h.Bands {
			if row < b.From || row >= b.To {
				continue
			}
			if way > 0 && i > p.ui.cell.band {
				return i
			}
			if way < 0 && i < p.ui.cell.band {
				best = i
			}
		}
	}
	return best
}

// pointed follows the pointer over a map.
func (p crosshair) pointed(slot int, at browser.Pointer) {
	h, c := &p.ui.plots[slot].heat, &p.ui.cell
	if h.Width == 0 {
		return
	}
	if at.Kind == browser.PointerLeft {
		if c.slot == slot {
			c.on, c.downX = false, -1
			hideCross(slot)
		}
		return
	}
	if c.on && c.slot != slot {
		hideCross(c.slot)
	}
	c.on, c.slot = true, slot
	c.column = min(h.From+max(at.X, 0)*(h.To-h.From)/1000, h.To-1)
	c.band, _, _ = h.Band(min(max(at.Y, 0)*h.Height/1000, h.Height-1))
	switch at.Kind {
	case browser.PointerDown:
		c.downX, c.downY = at.X, at.Y
	case browser.PointerUp:
		p.released(slot, at)
	}
	p.showCell(false)
}

// released pins the cell that was clicked, or zooms to what was drawn over.
func (p crosshair) released(slot int, at browser.Pointer) {
	h, c := &p.ui.plots[slot].heat, &p.ui.cell
	x, y := c.downX, c.downY
	c.downX = -1
	if x < 0 {
		return
	}
	if span := max(at.X-x, x-at.X); span > 20 {
		from, _, _ := h.Band(min(max(min(y, at.Y), 0)*h.Height/1000, h.Height-1))
		to, _, _ := h.Band(min(max(max(y, at.Y), 0)*h.Height/1000, h.Height-1))
		p.ui.zoom = zoom{
			from: h.From + max(min(x, at.X), 0)*(h.To-h.From)/1000, to: h.From + min(max(x, at.X), 1000)*(h.To-h.From)/1000 + 1,
			top: h.Bands[min(from, to)].From, bottom: h.Bands[max(from, to)].To,
		}
	} else {
		inquiry{p.scene}.pin()
	}
	p.Ctx.Dispatch(func(app.Context) { p.After(p.Ctx) })
}

// showCell draws the crosshair and says what is under it.
func (p crosshair) showCell(byKey bool) {
	c := &p.ui.cell
	t := &p.ui.plots[c.slot]
	h := &t.heat
	_, top, bottom := h.Band(bandMiddle(h, c.band))
	id := crossID(c.slot)
	browser.Style(id, "display", "block")
	browser.Style(id, "left", part(h.X(c.column), h.Width))
	browser.Style(id, "width", part(max(h.X(c.column+1)-h.X(c.column), 1), h.Width))
	browser.Style(id, "top", part(top, h.Height))
	browser.Style(id, "height", part(bottom-top, h.Height))
	drawLines(c, h, t.run, (top+bottom)/2)
	p.placeTip(cellID(c.slot), h, (top+bottom)/2)
	text := runs.CellSentence(t.run, h, c.column, c.band)
	browser.SetText(cellID(c.slot), text)
	if byKey {
		browser.SetText("cell-said", text)
		p.sing(t.run, h)
	}
}

// drawLines draws the crosshair to both axes, and says there which key and which
// moment it stands at.
func drawLines(c *cell, h *runs.Heat, r *runs.Run, y int) {
	browser.Style(stageID, "--cross-x", part((h.X(c.column)+h.X(c.column+1))/2, h.Width))
	browser.Style(stageID, "--cross", "1")
	browser.Style(plotBoxID(c.slot), "--cross-y", part(y, h.Height))
	browser.Style(plotBoxID(c.slot), "--cross-row", "1")
	browser.SetText(crossKeyID(c.slot), view.Shorten(r.Sim().Key(r.RowLow(h.Bands[c.band].From)), longestKeyLabel))
	browser.SetText(crossTimeID(c.slot), view.Clock(int64(c.column)*r.Window()))
}

// longestKeyLabel is how many characters of a key stand beside the map.
const longestKeyLabel = 28

// followCell says what the cell under the crosshair has come to, while the run goes on
// under it. The map may have become another one, without that cell.
func followCell(p *Page) {
	c := &p.ui.cell
	if !c.on {
		return
	}
	if h := &p.ui.plots[c.slot].heat; c.slot >= len(p.drawn()) || c.band >= len(h.Bands) || c.column < h.From || c.column >= h.To {
		c.on = false
		hideCross(c.slot)
		return
	}
	crosshair{p.scene}.showCell(false)
}

func hideCross(slot int) {
	browser.Style(crossID(slot), "display", "none")
	browser.Style(stageID, "--cross", "0")
	browser.Style(plotBoxID(slot), "--cross-row", "0")
	for _, id := range [...]string{cellID(slot), crossKeyID(slot), crossTimeID(slot)} {
		browser.SetText(id, "")
	}
}

// placeTip puts what is said of a cell beside it, on the side where there is room.
func (p crosshair) placeTip(id string, h *runs.Heat, y int) {
	x := h.X(p.ui.cell.column)
	left, right, top, bottom := "calc("+part(x, h.Width)+" + 16px)", "auto", "calc("+part(y, h.Height)+" + 16px)", "auto"
	if 2*x > h.Width {
		left, right = "auto", "calc("+part(h.Width-x, h.Width)+" + 16px)"
	}
	if 2*y > h.Height {
		top, bottom = "auto", "calc("+part(h.Height-y, h.Height)+" + 16px)"
	}
	for _, s := range [...][2]string{{"left", left}, {"right", right}, {"top", top}, {"bottom", bottom}} {
		browser.Style(id, s[0], s[1])
	}
}

// bandMiddle is a pixel inside a band.
func bandMiddle(h *runs.Heat, band int) int {
	y := (2*band + 1) * h.Height / (2 * max(1, len(h.Bands)))
	if h.Look.Flip {
		y = h.Height - 1 - y
	}
	return y
}

func part(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(1, of)), 'f', 3, 64) + "%"
}

// sing plays the load of the cell as a pitch, and a click where a range begins.
func (p crosshair) sing(r *runs.Run, h *runs.Heat) {
	if !p.ui.sound {
		return
	}
	c, b := &p.ui.cell, h.Bands[p.ui.cell.band]
	for _, o := range r.Owners(c.column) {
		if row, _ := r.RowOf(o.Low); row >= b.From && row < b.To {
			browser.Tone(0, true)
		}
	}
	one := make([]runs.Cell, 1)
	r.Cells(c.column, h.Look.Metric, []runs.Band{b}, one)
	browser.Tone(runs.Pitch(one[0].Load), false)
}

// pin explains the cell under the crosshair.
func (p inquiry) pin() {
	c := &p.ui.cell
	p.explain(p.drawn()[c.slot], c.column, p.ui.plots[c.slot].heat.Bands[c.band])
}

// explain asks why a cell is hot.
func (p inquiry) explain(run, column int, band runs.Band) {
	p.ui.pinned = nil
	p.sim.Play.Pause()
	if a := p.sim.Play.Ask(run, column, band); a != nil {
		p.ask(a, func(w runs.Why) { p.ui.pinned = &w })
	}
}

// ask works a question out in the pauses of the page, and tells the answer before
// other keys are tried, and after. A later question takes its place.
func (p inquiry) ask(a *runs.Asking, then func(runs.Why)) {
	p.ui.asking = a
	wanted := func() bool { return p.ui.asking == a && p.ui.stops != nil && p.Crash == "" }
	tell := func(end bool) {
		w := a.Why()
		p.Ctx.Dispatch(func(app.Context) {
			if p.ui.asking != a {
				return
			}
			if end {
				p.ui.asking = nil
			}
			p.Do(func() { then(w) })
		})
	}
	browser.Aside(func() {
		told := false
		p.Guard(func() {
			for wanted() && a.Step(func() bool { browser.Rest(); return wanted() && told == a.Looked() }) {
				if wanted() && a.Looked() && !told {
					told = true
					tell(false)
				}
			}
		})
		if wanted() {
			tell(true)
		}
	})
}

// zoom is the part of the maps that is shown; without a to, all of it.
type zoom struct{ from, to, top, bottom int }

// view returns what a zoom shows of a run, inside its bounds.
func (z zoom) view(r *runs.Run) (from, to int, bands func(runs.Band) bool) {
	if z.to == 0 {
		return 0, r.Columns(), func(runs.Band) bool { return true }
	}
	from = min(max(z.from, 0), r.Columns()-1)
	to = min(max(z.to, from+1), r.Columns())
	return from, to, func(b runs.Band) bool { return b.To > z.top && b.From < z.bottom }
}

// zoomBy shows half as much, or twice as much, around the crosshair.
func (p crosshair) zoomBy(h *runs.Heat, by int) {
	c := &p.ui.cell
	wide, high := h.To-h.From, h.Bands[len(h.Bands)-1].To-h.Bands[0].From
	row := h.Bands[c.band].From
	if by > 0 {
		wide, high = max(8, wide/2), max(4, high/2)
	} else {
		wide, high = wide*2, high*2
	}
	p.ui.zoom = zoom{from: max(0, c.column-wide/2), to: c.column + wide/2 + 1, top: max(0, row-high/2), bottom: row + high/2 + 1}
	if r := p.ui.plots[c.slot].run; wide >= r.Columns() && high >= r.Rows() {
		p.ui.zoom = zoom{}
	}
}

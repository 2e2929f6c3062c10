package live

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/table"
)

// pointed shows the cell under the pointer.
func (p *Page) pointed(at browser.Pointer) {
	w, n := p.s.Window(), len(p.ui.map_.grid.lows)
	c := cell{back: w - 1 - at.X*w/1000, band: at.Y * n / 1000, on: at.Kind != browser.PointerLeft}
	if c != p.ui.cell {
		p.ui.cell = c
		p.heard(func() {})
	}
}

// cellKey moves the cell: the arrows by one, Page up and Page down by ten rows.
func (p *Page) cellKey(e app.Event) {
	c, back, rows := &p.ui.cell, 0, 0
	switch e.Get("key").String() {
	case "ArrowLeft":
		back = 1
	case "ArrowRight":
		back = -1
	case "ArrowUp":
		rows = -1
	case "ArrowDown":
		rows = 1
	case "PageUp":
		rows = -10
	case "PageDown":
		rows = 10
	case "Escape":
		c.on = false
		return
	default:
		return
	}
	e.PreventDefault()
	if !c.on {
		*c = cell{on: true, band: max(0, hottest(p.s.columns[p.s.Place()].Rows))}
		return
	}
	c.back, c.band = c.back+back, c.band+rows
}

// hottest is the row with most requests, -1 where there are none.
func hottest(rows []observe.Row) int {
	best := -1
	for i := range rows {
		if rows[i].Sent > 0 && (best < 0 || rows[i].Sent > rows[best].Sent) {
			best = i
		}
	}
	return best
}

// cellText says what the row under the cell was sent, as its own second counted it.
func (p *Page) cellText() string {
	c := &p.ui.cell
	from, to := p.s.Shown()
	if !c.on || to == 0 || len(p.ui.map_.grid.lows) == 0 {
		return ""
	}
	c.back, c.band = min(max(c.back, 0), to-from-1), min(max(c.band, 0), len(p.ui.map_.grid.lows)-1)
	column := to - 1 - c.back
	rows := p.s.columns[column].Rows
	row := 0
	for row+1 < len(rows) && table.CompareUTF16(rows[row+1].Low, p.ui.map_.grid.lows[c.band]) <= 0 {
		row++
	}
	return p.s.RowSays(column, row)
}

// showCell puts the outline of the cell over the map.
func (p *Page) showCell() {
	c, n := &p.ui.cell, len(p.ui.map_.grid.lows)
	if !c.on || n == 0 {
		browser.Style("live-cross", "display", "none")
		return
	}
	w := p.s.Window()
	browser.Style("live-cross", "display", "block")
	browser.Style("live-cross", "left", share(w-1-c.back, w))
	browser.Style("live-cross", "top", share(c.band, n))
	browser.Style("live-cross", "width", share(1, w))
	browser.Style("live-cross", "height", share(1, n))
	browser.Style("live-cell", "top", strconv.Itoa(min(c.band*100/n, 80))+"%")
}

package browser

import (
	"strconv"
	"strings"
	"syscall/js"
)

// overscan is how many rows are drawn above and below the visible ones, so
// that a short scroll shows no gap before the next frame.
const overscan = 6

// Grid draws the visible rows of a long list and moves a row cursor by keys.
// It writes one string of HTML per frame, so its cost depends on the rows on
// the screen and not on the length of the list.
//
// What always holds: the body holds only rows between first and first+count, no
// frame is asked for while one is waiting, and top and height are what the
// browser told last. Asking it while the page changes would make it lay out the
// whole page at once.
type Grid struct {
	source       GridSource
	scroller     js.Value
	body, window js.Value
	rows         int
	active       int
	first, count int
	top, height  int    // of the scroller, in pixels
	html         string // what is written in the window
	waiting      bool
	stopped      bool
	frame        js.Func
	stops        []func()
}

// NewGrid finds the elements and begins to follow them. It returns a grid that
// draws nothing when they do not exist.
func NewGrid(source GridSource) *Grid {
	g := &Grid{source: source, active: -1}
	scroller, ok := element(source.Scroller)
	body, ok2 := element(source.Body)
	if !ok || !ok2 {
		g.stopped = true
		return g
	}
	g.scroller, g.body = scroller, body
	g.window = document.Call("createElement", "div")
	g.window.Call("setAttribute", "role", "presentation")
	g.window.Set("className", "grid__win")
	body.Call("replaceChildren", g.window)
	g.frame = js.FuncOf(func(js.Value, []js.Value) any {
		g.waiting = false
		g.draw(false)
		return nil
	})
	g.stops = []func(){
		listen(scroller, "scroll", true, func(js.Value) {
			g.top = scroller.Get("scrollTop").Int()
			g.later()
		}),
		listen(scroller, "keydown", false, g.key),
		listen(scroller, "click", true, g.clicked),
		listen(scroller, "focus", true, func(js.Value) { g.move(max(0, g.active)) }),
		observe("ResizeObserver", scroller, func(js.Value) {
			g.height = scroller.Get("clientHeight").Int()
			g.later()
		}),
	}
	return g
}

// Show draws again after the rows changed; rows is how many there are.
func (g *Grid) Show(rows int) {
	if g.stopped {
		return
	}
	if rows < g.rows {
		g.scroll(0)
		g.active = -1
		g.scroller.Call("removeAttribute", "aria-activedescendant")
	}
	g.rows = rows
	g.body.Get("style").Set("height", strconv.Itoa(rows*g.source.Height)+"px")
	g.draw(true)
}

// Stop lets go of the elements.
func (g *Grid) Stop() {
	if g.stopped {
		return
	}
	g.stopped = true
	all(g.stops)()
	g.frame.Release()
}

func (g *Grid) later() {
	if !g.waiting && !g.stopped {
		g.waiting = true
		global.Call("requestAnimationFrame", g.frame)
	}
}

func (g *Grid) draw(always bool) {
	if g.stopped {
		return
	}
	first := max(0, g.top/g.source.Height-overscan)
	count := min(g.rows-first, g.height/g.source.Height+2*overscan+2)
	count = max(0, count)
	if !always && first == g.first && count == g.count {
		return
	}
	g.first, g.count = first, count
	g.window.Get("style").Set("transform", "translateY("+strconv.Itoa(first*g.source.Height)+"px)")
	if html := g.source.Rows(first, count, g.active); html != g.html {
		g.html = html
		g.window.Set("innerHTML", html)
	}
}

// scroll moves the rows. The browser tells of the place that came of it.
func (g *Grid) scroll(top int) {
	if top != g.top {
		g.top = top
		g.scroller.Set("scrollTop", top)
	}
}

// key moves the row cursor.
func (g *Grid) key(e js.Value) {
	page := max(1, g.height/g.source.Height-2)
	to := g.active
	switch e.Get("key").String() {
	case "ArrowDown":
		to++
	case "ArrowUp":
		to--
	case "PageDown":
		to += page
	case "PageUp":
		to -= page
	case "Home":
		to = 0
	case "End":
		to = g.rows - 1
	case "Enter":
		if g.source.Open != nil && g.active >= 0 {
			e.Call("preventDefault")
			g.source.Open(g.active)
		}
		return
	default:
		return
	}
	e.Call("preventDefault")
	g.move(min(max(to, 0), g.rows-1))
}

// clicked makes the row under the pointer the active one and opens it.
func (g *Grid) clicked(e js.Value) {
	row := e.Get("target").Call("closest", "[role=row][id]")
	if g.source.Open == nil || !row.Truthy() {
		return
	}
	if to, err := strconv.Atoi(strings.TrimPrefix(row.Get("id").String(), g.source.RowID)); err == nil {
		g.move(to)
		g.source.Open(to)
	}
}

// Reveal makes a row the active one and scrolls to it.
func (g *Grid) Reveal(row int) {
	if !g.stopped {
		g.move(row)
	}
}

func (g *Grid) move(to int) {
	if to < 0 || to >= g.rows {
		return
	}
	g.active = to
	h := g.source.Height
	// The column names stay at the top and cover the height of one row.
	switch y := to * h; {
	case y < g.top:
		g.scroll(y)
	case y+2*h > g.top+g.height:
		g.scroll(y + 2*h - g.height)
	}
	g.draw(true)
	g.scroller.Call("setAttribute", "aria-activedescendant", g.source.RowID+strconv.Itoa(to))
}

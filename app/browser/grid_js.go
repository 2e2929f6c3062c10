package browser

import (
	"strconv"
	"syscall/js"
)

// overscan is how many rows are drawn above and below the visible ones, so
// that a short scroll shows no gap before the next frame.
const overscan = 6

// Grid draws the visible rows of a long list and moves a row cursor by keys.
// It writes one string of HTML per frame, so its cost depends on the rows on
// the screen and not on the length of the list.
//
// What always holds: the body holds only rows between first and first+count,
// and no frame is asked for while one is waiting.
type Grid struct {
	source       GridSource
	scroller     js.Value
	body, window js.Value
	rows         int
	active       int
	first, count int
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
		listen(scroller, "scroll", true, func(js.Value) { g.later() }),
		listen(scroller, "keydown", false, g.key),
		listen(scroller, "focus", true, func(js.Value) { g.move(max(0, g.active)) }),
		WatchWidth(source.Scroller, func(int) { g.later() }),
	}
	return g
}

// Show draws again after the rows changed; rows is how many there are.
func (g *Grid) Show(rows int) {
	if g.stopped {
		return
	}
	if rows < g.rows {
		g.scroller.Set("scrollTop", 0)
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
	top, height := g.scroller.Get("scrollTop").Int(), g.scroller.Get("clientHeight").Int()
	first := max(0, top/g.source.Height-overscan)
	count := min(g.rows-first, height/g.source.Height+2*overscan+2)
	count = max(0, count)
	if !always && first == g.first && count == g.count {
		return
	}
	g.first, g.count = first, count
	g.window.Get("style").Set("transform", "translateY("+strconv.Itoa(first*g.source.Height)+"px)")
	g.window.Set("innerHTML", g.source.Rows(first, count, g.active))
}

// key moves the row cursor.
func (g *Grid) key(e js.Value) {
	page := max(1, g.scroller.Get("clientHeight").Int()/g.source.Height-2)
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
	default:
		return
	}
	e.Call("preventDefault")
	g.move(min(max(to, 0), g.rows-1))
}

func (g *Grid) move(to int) {
	if to < 0 || to >= g.rows {
		return
	}
	g.active = to
	h := g.source.Height
	top, height := g.scroller.Get("scrollTop").Int(), g.scroller.Get("clientHeight").Int()
	// The column names stay at the top and cover the height of one row.
	switch y := to * h; {
	case y < top:
		g.scroller.Set("scrollTop", y)
	case y+2*h > top+height:
		g.scroller.Set("scrollTop", y+2*h-height)
	}
	g.draw(true)
	g.scroller.Call("setAttribute", "aria-activedescendant", g.source.RowID+strconv.Itoa(to))
}

package live

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// mapID is the ID of the map's canvas.
const mapID = "live-map"

// picture is the map as it was last drawn.
type picture struct {
	grid   grid
	canvas *browser.Canvas
	strip  []byte
	rev    int
	width  int
	height int
	tall   int // height in pixels of the page
	stops  []func()
}

func (m *picture) close() {
	for _, stop := range m.stops {
		stop()
	}
	*m = picture{}
}

// cell is the place under the crosshair: how many columns before the newest shown, and
// which row of that column.
type cell struct {
	back, band int
	on         bool
}

// paint draws the map where anything about it changed.
func (p *Page) paint() {
	m := &p.ui.map_
	if len(p.s.columns) == 0 || !browser.Has(mapID) {
		m.close()
		return
	}
	if m.stops == nil {
		m.canvas = browser.OpenCanvas(mapID)
		m.stops = []func(){
			browser.WatchPointer(mapID, func(at browser.Pointer) { p.Guard(func() { p.pointed(at) }) }),
			browser.WatchSize(mapID, func() { p.Guard(p.paint) }),
		}
	}
	w, h, scale := m.canvas.Fit()
	if w == 0 || h == 0 || m.rev == p.s.Rev() && m.width == w && m.height == h {
		return
	}
	if tall := int(float64(h) / scale); tall != m.tall {
		m.tall = tall
		p.Ctx.Dispatch(func(app.Context) {}) // the labels follow
	}
	m.rev, m.width, m.height = p.s.Rev(), w, h
	m.grid.fill(p.s)
	cells := m.grid.cells(p.s.Window(), w, h, scale, p.capacity())
	m.strip = cells.Strip(0, w, m.strip).Pixels
	m.canvas.Put(m.strip, 0, w, h)
}

// capacity is what one range takes where the place that is shown lies.
func (p *Page) capacity() int64 {
	if e := p.s.columns[p.s.Place()].Service; e != nil && e.Capacity > 0 {
		return e.Capacity
	}
	return Capacity
}

// stage is the map with its axes and the series under it.
func (p *Page) stage() app.UI {
	return view.H("section.lv__m;aria-label=Key range by time",
		view.H("div.lv__h",
			view.T("h2", "Key range by time"),
			view.T("span.lv__l", p.liveWord()),
			view.H("span.hm__k.end", view.El("span.ramp;aria-hidden=true"), view.Text("0 to "+view.Number(int(p.capacityNow()))+"/s")),
			view.H("span.hm__k", view.El("span.sw.hatch;aria-hidden=true"), view.Text("refused, 503")),
		),
		p.labels(),
		view.H("div#live-box.lv__c",
			view.H("canvas;role=img;tabindex=0", view.ID(mapID), view.Attr("aria-label", p.mapSentence()),
				view.Attr("aria-describedby", "live-cell"),
				p.On("keydown", "cell", func(_ app.Context, e app.Event) { p.cellKey(e) })),
			view.Around("div;aria-hidden=true", p.marks()),
			view.El("div#live-cross.lv__x1;aria-hidden=true"),
			view.H("p#live-cell.lv__call.num;role=status", view.Flag("hidden", !p.ui.cell.on), view.Text(p.cellText())),
		),
		p.marginal(),
		strips{p}.series(),
		p.timeAxis(),
	)
}

func (p *Page) capacityNow() int64 {
	if len(p.s.columns) == 0 {
		return Capacity
	}
	return p.capacity()
}

func (p *Page) liveWord() string {
	switch {
	case p.s.Link == Replayed:
		return "Recording"
	case !p.s.Follows():
		return "Paused, " + strconv.Itoa(p.s.Behind()) + " s behind"
	case p.s.Link == Lost:
		return "Connection lost"
	}
	return "Live"
}

// mapSentence is the map in words.
func (p *Page) mapSentence() string {
	from, to := p.s.Shown()
	_, title, _ := p.s.Verdict()
	return "Heat map of accepted requests. Keys in sort order run down, time runs right, over " + view.Span(int64(to-from)*clock.Second) +
		". " + title + "."
}

// labelHeight is the height of a key beside the map in pixels, and labelsFirst how many
// are written before the map's height is known.
const (
	labelHeight = 16
	labelsFirst = 16
)

// labels name rows beside the map: in even steps, and the busiest always.
func (p *Page) labels() app.UI {
	place := p.s.Place()
	if place < 0 {
		return view.El("div.lv__y")
	}
	e := &p.s.columns[place]
	n, hot, fit := len(e.Rows), hottest(e.Rows), labelsFirst
	if h := p.ui.map_.tall; h > 0 {
		fit = max(1, h/labelHeight)
	}
	step := max(1, (n+fit-1)/fit)
	var items []app.UI
	for i := 0; i < n; i++ {
		name := p.s.rowLabel(place, i)
		if name == "" || i != hot && (i%step != 0 || hot >= 0 && max(i-hot, hot-i) < step) {
			continue
		}
		item := view.El("span").Style("top", share(2*i+1, 2*n)).Text(view.Shorten(name, 18))
		if i == hot {
			item = item.Class("lv__hot")
		}
		items = append(items, item.Title(name))
	}
	return view.Around("div.lv__y;aria-hidden=true", items)
}

// marks are the reader's marks over the map.
func (p *Page) marks() (out []app.UI) {
	from, to := p.s.Shown()
	for i := from; i < to; i++ {
		for _, m := range p.s.columns[i].Marks {
			at := p.s.Window() - (to - i)
			out = append(out, view.H("div.lv__mk", view.Attr("style", "left:"+share(at, p.s.Window())), view.T("b", m)))
		}
	}
	return out
}

func share(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(1, of)), 'f', 2, 64) + "%"
}

// marginal draws beside the map what each row was sent lately, on a logarithmic scale:
// what was accepted as a bar, what was refused hatched after it. The table has the
// figures.
func (p *Page) marginal() app.UI {
	place := p.s.Place()
	if place < 0 {
		return view.El("div.lv__g")
	}
	e := &p.s.columns[place]
	top := p.capacity() * 2
	x := func(n int64) int64 { return int64(view.HeatIndex(n*1000/top)) * 1000 / 255 }
	var accepted, refused strings.Builder
	for i := range e.Rows {
		r := &e.Rows[i]
		good := x((r.Sent - r.Refused) * second / max(1, e.Span))
		all := x(r.Sent * second / max(1, e.Span))
		at := strconv.Itoa(i) + ".5h"
		if good > 0 {
			accepted.WriteString("M0 " + at + strconv.FormatInt(good, 10))
		}
		if r.Refused > 0 {
			refused.WriteString("M" + strconv.FormatInt(good, 10) + " " + at + strconv.FormatInt(max(all-good, 30), 10))
		}
	}
	rows, limit := strconv.Itoa(len(e.Rows)), strconv.FormatInt(x(p.capacity()), 10)
	return view.H("div.lv__g;aria-hidden=true", view.Shape("svg", "viewBox", "0 0 1000 "+rows, "preserveAspectRatio", "none").Body(
		view.Shape("path", "d", accepted.String()), view.Shape("path", "d", refused.String()).Class("margin__x"),
		view.Shape("path", "d", "M"+limit+" 0v"+rows, "vector-effect", "non-scaling-stroke").Class("margin__c")))
}

// timeAxis names the times under the map.
func (p *Page) timeAxis() app.UI {
	from, to := p.s.Shown()
	const ticks = 4
	items := make([]app.UI, ticks+1)
	for i := range items {
		at := to - 1 - (ticks-i)*(p.s.Window()-1)/ticks
		text := ""
		if at >= from && at < to {
			text = p.s.Time(&p.s.columns[at])
		}
		items[i] = view.T("span", text)
	}
	return view.H("div.lv__x.num", items...)
}

package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
)

// Heights of the bands of a plan, from the top, in pixels.
const (
	wholeY, wholeH   = 16.0, 24.0
	bracketY         = 48.0
	readY, readH     = 88.0, 36.0
	bookmarkY        = readY + readH + 4
	captionY         = bookmarkY + 38
	planHeight       = captionY + 8
	narrowestReading = 3.0  // a point query is still seen
	bookmarkSpacing  = 11.0 // bookmarks nearer than this would overlap
	charWidth        = 6.7  // of the mono type in a segment
	emptyHeight      = 64.0
)

// Plan draws a plan over the key space: the whole table in key order, the part
// that the plan reads, that part enlarged, and a bookmark at each place where
// a page ended with a token. width is that of the drawing in pixels.
func Plan(v model.PlanView, width int) app.UI {
	w := max(float64(width), 240)
	d := drawing{w: w, total: v.Total}
	d.whole(v)
	height := emptyHeight
	if v.ReadTo > v.ReadFrom {
		d.funnel(v)
		d.reading(v)
		d.bookmarks(v)
		height = planHeight
		if len(v.Marks) == 0 {
			height = bookmarkY
		}
	}
	return Shape("svg", "viewBox", "0 0 "+px(w)+" "+px(height), "width", px(w), "height", px(height), "role", "img").
		Class("d-plan").Aria("label", Summary(v)).Body(d.shapes...)
}

// drawing collects the shapes of a plan.
type drawing struct {
	w      float64
	total  int
	shapes []app.UI
}

func (d *drawing) add(shapes ...app.UI) { d.shapes = append(d.shapes, shapes...) }

// x is where a place of the whole table lies.
func (d *drawing) x(at int) float64 {
	if d.total == 0 {
		return 0
	}
	return d.w * float64(at) / float64(d.total)
}

func (d *drawing) whole(v model.PlanView) {
	d.add(label(0, 10, "d-label", "Whole table, sorted by PartitionKey"))
	d.add(label(d.w, 10, "d-label d-end", Count(v.Total, "entity", "entities")))
	var edges [2]float64 // no name starts left of them
	if v.ReadTo > v.ReadFrom {
		edges[0], edges[1] = d.ends(v)
	}
	for _, s := range v.Whole {
		d.segment(s, d.x(s.From), d.x(s.To), wholeY, wholeH, "d-part", edges)
	}
}

// segment draws a run of partitions from x to end with the name it has room
// for. A name keeps clear of the edges, which are lines that cross the segment.
func (d *drawing) segment(s model.Segment, x, end, y, h float64, class string, edges [2]float64) {
	w := max(end-x-2, 1)
	d.add(rect(x+1, y+.5, w, h-1, min(3, w/2), class))
	at := x + 6
	name := segmentName(s, room(at, end))
	for _, e := range edges {
		if e > x && e < end && e < at+charWidth*float64(len([]rune(name)))+3 {
			at = max(at, e+5)
		}
	}
	if name = segmentName(s, room(at, end)); name != "" {
		d.add(label(at, y+h/2+4, "d-key", name))
	}
}

// room is how many characters of a name fit between two places.
func room(from, to float64) int { return max(0, int((to-from-4)/charWidth)) }

// leastRoom is how many characters a shortened name needs to say something.
const leastRoom = 6

// segmentName is what a segment is called where there is room for so many
// characters: its partitions, or the first of them and an ellipsis, as in the
// head of a dictionary page, or nothing.
func segmentName(s model.Segment, room int) string {
	names := []string{s.First}
	if s.Partitions > 1 {
		names = []string{s.First + " to " + s.Last, s.First + "…"}
	}
	for _, name := range names {
		if len([]rune(name)) <= room {
			return name
		}
	}
	if room < leastRoom {
		return ""
	}
	return Shorten(s.First, room)
}

// ends are the two edges of what is read, in the whole table.
func (d *drawing) ends(v model.PlanView) (from, to float64) {
	from, to = d.x(v.ReadFrom), d.x(v.ReadTo)
	if to-from < narrowestReading {
		middle := min(max((from+to)/2, narrowestReading/2), d.w-narrowestReading/2)
		from, to = middle-narrowestReading/2, middle+narrowestReading/2
	}
	return from, to
}

func (d *drawing) funnel(v model.PlanView) {
	a, b := d.ends(v)
	d.add(
		Shape("path", "class", "d-bracket", "d", "M"+px(a+1)+" 12V"+px(bracketY)+"H"+px(max(b-1, a+2))+"V12"),
		Shape("path", "class", "d-funnel", "d", "M"+px(a)+" "+px(bracketY)+"L0 "+px(readY)+"H"+px(d.w)+"L"+px(b)+" "+px(bracketY)+"Z"),
		Shape("path", "class", "d-edge", "d", "M"+px(a)+" "+px(bracketY)+"L.5 "+px(readY)+"M"+px(b)+" "+px(bracketY)+"L"+px(d.w-.5)+" "+px(
			readY)),
	)
	text := "read: " + reads(v)
	half := float64(len(text)) * 3.2
	middle := min(max((a+b)/4+d.w/4, half), d.w-half)
	d.add(label(middle, 74, "d-read", text))
}

// reads says in words what lies between the bounds.
func reads(v model.PlanView) string {
	n := 0
	for _, s := range v.Read {
		n += s.Partitions
	}
	return Count(v.ReadTo-v.ReadFrom, "entity", "entities") + " in " + Count(n, "partition", "partitions")
}

func (d *drawing) reading(v model.PlanView) {
	scale := d.w / float64(v.ReadTo-v.ReadFrom)
	for _, s := range v.Read {
		d.segment(s, float64(s.From-v.ReadFrom)*scale, float64(s.To-v.ReadFrom)*scale, readY, readH, "d-partread", [2]float64{})
	}
}

// bookmarks draws all but the live bookmark as one shape: there may be
// hundreds, and each further element would cost the page time.
func (d *drawing) bookmarks(v model.PlanView) {
	scale := d.w / float64(v.ReadTo-v.ReadFrom)
	var ribbons strings.Builder
	last, hidden := -bookmarkSpacing, 0
	for i, m := range v.Marks {
		x := min(max(float64(m.At-v.ReadFrom)*scale, 6), d.w-6)
		if m.Live && i == len(v.Marks)-1 {
			d.add(
				Shape("path", "class", "d-live d-line", "d", "M"+px(x)+" "+px(readY-6)+"V"+px(bookmarkY+4)),
				Shape("path", "class", "d-live", "d", ribbon(x, 6, 17)),
			)
			continue
		}
		if x-last < bookmarkSpacing {
			hidden++
			continue
		}
		last = x
		ribbons.WriteString(ribbon(x, 4.5, 13))
		ribbons.WriteString("M" + px(x-.75) + " " + px(readY+readH-7) + "h1.5V" + px(bookmarkY+4) + "h-1.5z")
	}
	if ribbons.Len() > 0 {
		d.add(Shape("path", "class", "d-used", "d", ribbons.String()))
	}
	d.caption(v, hidden)
}

// ribbon is the outline of a bookmark that hangs at x.
func ribbon(x, half, long float64) string {
	return "M" + px(x-half) + " " + px(bookmarkY+2) + "h" + px(2*half) + "v" + px(long) + "l-" + px(half) + " -" + px(half*.8) + "l-" +
		px(half) + " " + px(half*.8) + "z"
}

func (d *drawing) caption(v model.PlanView, hidden int) {
	if len(v.Marks) == 0 {
		return
	}
	text := "one bookmark for each page that ended with a token"
	if hidden > 0 {
		text = Count(len(v.Marks), "bookmark", "bookmarks") + ", " + Number(hidden) + " of them too close together to draw"
	}
	if float64(len(text))*6.2 > d.w {
		text = Count(len(v.Marks), "bookmark", "bookmarks")
	}
	d.add(label(0, captionY, "d-tk", text))
}

// Summary says in words what the drawing of a plan shows.
func Summary(v model.PlanView) string {
	if v.ReadTo <= v.ReadFrom {
		return v.Kind.String() + ": no entity lies between the bounds of the plan."
	}
	text := v.Kind.String() + " over a table of " + Count(v.Total, "entity", "entities") + ": reads " + reads(v) + "."
	if n := len(v.Marks); n > 0 {
		text += " " + Count(n, "bookmark", "bookmarks") + " so far."
	}
	return text
}

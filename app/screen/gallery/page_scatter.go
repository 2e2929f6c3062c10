package gallery

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/view"
)

func fixed(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// scatterCard is load against cost, one point for each design.
func (p *Page) scatterCard() app.UI {
	return view.H("section.card;aria-label=Load against cost", view.H("div.card__h", view.T("h2", "Load against cost"),
		view.T("span.sub", "up and left is better")), p.piece(plotPiece, 0),
		view.T("p.hint", "Each design gets the same rows as "+view.Number(design.ReplayRate)+" writes per second, for "+
			strconv.Itoa(design.ReplaySeconds)+" seconds from "+strconv.Itoa(design.ReplayRanges)+" ranges, with the same seed. "+
			"A dashed mark loses rows; a thick one is on the edge, where nobody is better in both. +2 is two more designs at the same place."))
}

// plot is the picture of it.
func (p *Page) plot() app.UI {
	s := p.state
	steps, marks := s.costs(), s.marks()
	parts, n := append(axes(steps), edgeLine(s, steps)), 0
	for _, at := range s.points() {
		n += len(at.entries)
		look := s.pointLook(at)
		half := dot
		if len(at.entries) > 1 {
			half = wideDot
		}
		parts = append(parts,
			view.Shape("rect", "x", fixed(at.x-half), "y", fixed(at.y-dot), "width", fixed(2*half), "height", fixed(2*dot),
				"rx", fixed(dot), "class", look),
			view.Shape("text", "x", fixed(at.x), "y", fixed(at.y+3.5), "class", look+" ga__i").Text(s.pointMark(at, marks)))
	}
	picture := view.Shape("svg", "viewBox", "0 0 "+fixed(plotWidth)+" "+fixed(plotHeight), "role", "img", "class", "ga__plot",
		"aria-label", "Scatter of "+view.Count(n, "design", "designs")+": examined entities for each returned to the right on a log scale, "+
			"accepted writes per second upward. The table below has the same figures.").Body(parts...)
	return view.H("div", picture, chosen(s))
}

// edgeLine joins the designs on the edge by steps, from the cheapest to the one that
// takes the most.
func edgeLine(s *State, steps []float64) app.UI {
	var edge []*Entry
	for i, e := range s.entries {
		if s.Edge(i) {
			edge = append(edge, e)
		}
	}
	slices.SortFunc(edge, func(a, b *Entry) int { return cmp.Or(cmp.Compare(a.Each, b.Each), cmp.Compare(a.Accepted, b.Accepted)) })
	var d strings.Builder
	for n, e := range edge {
		x, y := fixed(plotX(e.Each, steps)), fixed(plotY(e.Accepted))
		if n == 0 {
			d.WriteString("M" + x + " " + y)
			continue
		}
		d.WriteString("H" + x + "V" + y)
	}
	return view.Shape("path", "d", d.String(), "class", "ga__e")
}

// chosen is the selected design in words.
func chosen(s *State) app.UI {
	if s.Selected < 0 || s.Selected >= len(s.entries) || !s.entries[s.Selected].Done {
		return view.T("p.hint", "Choose a design in the table or among the pictures to see what its keys do.")
	}
	e := s.entries[s.Selected]
	return view.H("div.ga__o", view.H("p", drawnMark(s.marks()[s.Selected]), view.T("b", s.Name(s.Selected)),
		view.T("span", loadText(e)+" writes/s, "+eachText(e)+" examined for each returned, "+view.Count(e.Lost, "row", "rows")+" lost")),
		view.H("p", view.T("code", e.Keys[0]), view.T("code", e.Keys[1])), view.T("p", e.Happens()))
}

// drawnMark is the short name of a design as it stands in the scatter. Its whole name
// stands beside it.
func drawnMark(mark string) app.UI { return view.H("i.ga__k;aria-hidden=true", view.Text(mark)) }

// axes are the lines and their numbers, those of the cost at its steps. Of many steps
// only the powers of ten have a number.
func axes(steps []float64) (list []app.UI) {
	for load := 0; load <= design.ReplayRate; load += 1000 {
		y := fixed(plotY(load))
		list = append(list, view.Shape("path", "d", "M"+fixed(plotLeft)+" "+y+"H"+fixed(plotWidth-plotRight), "class", "ga__a"),
			view.Shape("text", "x", fixed(plotLeft-8), "y", y, "dy", "4", "text-anchor", "end").Text(view.Number(load)))
	}
	for n, each := range steps {
		if n%3 > 0 && len(steps) > 9 {
			continue
		}
		x := fixed(plotX(each, steps))
		list = append(list, view.Shape("path", "d", "M"+x+" "+fixed(plotTop)+"V"+fixed(plotHeight-plotBottom), "class", "ga__a"),
			view.Shape("text", "x", x, "y", fixed(plotHeight-plotBottom+18), "text-anchor", "middle").Text(view.Number(int(each))))
	}
	return append(list,
		view.Shape("text", "x", fixed(plotLeft), "y", "14", "class", "ga__x").
			Text("Accepted writes/s, of "+view.Number(design.ReplayRate)+" offered"),
		view.Shape("text", "x", fixed(plotWidth-plotRight), "y", fixed(plotHeight-6), "text-anchor", "end", "class", "ga__x").
			Text("Examined for each entity returned →"))
}

// maps are the small heat maps, one for each result.
func (p *Page) maps() app.UI {
	sub := "the same " + strconv.Itoa(design.ReplaySeconds) + " seconds each, later keys lower"
	return view.H("section.card;aria-label=Key range by time", view.H("div.card__h", view.T("h2", "Key range by time"),
		view.T("span.sub", sub)), view.H("div.ga__g", p.several(mapPiece)...))
}

// someMaps are those of a piece.
func (p *Page) someMaps(list []int) app.UI {
	maps, marks := []app.UI{}, p.state.marks()
	for _, i := range list {
		if p.state.entries[i].Picture.Drawn {
			maps = append(maps, p.smallMap(i, marks[i]))
		}
	}
	return view.H("div.ga__gg", maps...)
}

func (p *Page) smallMap(i int, mark string) app.UI {
	s, e, key := p.state, p.state.entries[i], strconv.Itoa(i)
	return view.H("button.ga__m;type=button", view.ID("gallery-map-"+key), view.Flag("aria-pressed", i == s.Selected),
		p.Click("map-"+key, func() { p.choose(i) }),
		drawnPicture(&e.Picture),
		view.H("span", drawnMark(mark), view.T("b", s.Name(i)), view.T("em", loadText(e))),
		view.T("span.vh", " writes a second, the busiest sixteenth of the keys takes "+strconv.Itoa(e.Picture.Busiest)+"% of the load, "),
		view.T("code", view.Shorten(e.Keys[0], 28)))
}

// drawnPicture draws a heat map, one path for each level.
func drawnPicture(p *Picture) app.UI {
	var paths []app.UI
	for level := uint8(1); level <= Levels; level++ {
		var d strings.Builder
		for y := range p.Cells {
			for x, n := range p.Cells[y] {
				if n == level {
					d.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h1v1h-1z")
				}
			}
		}
		if d.Len() > 0 {
			paths = append(paths, view.Shape("path", "d", d.String(), "class", "ga__"+strconv.Itoa(int(level))))
		}
	}
	return view.Shape("svg", "viewBox", "0 0 "+strconv.Itoa(PictureColumns)+" "+strconv.Itoa(PictureRows), "preserveAspectRatio", "none",
		"aria-hidden", "true", "shape-rendering", "crispEdges").Body(paths...)
}

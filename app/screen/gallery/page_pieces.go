package gallery

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
)

// piece is a part of the gallery that is drawn by itself: all of them at once would
// hold the page up. One is drawn when its Rev changes, and is empty before the first.
type piece struct {
	app.Compo
	Page *Page
	Kind pieceKind
	Part int
	Rev  int
}

// pieceKind is what a piece shows.
type pieceKind uint8

// The scatter is one piece; the maps and the rows of the table are in pieces of
// pieceSize results.
const (
	plotPiece pieceKind = iota
	mapPiece
	rowPiece
)

const (
	pieceSize = 20
	maxParts  = (MaxEntries + pieceSize - 1) / pieceSize
)

// Render draws the piece.
func (c *piece) Render() app.UI {
	var list []int
	if c.Rev > 0 {
		list = c.Page.part(c.Part)
	}
	switch c.Kind {
	case mapPiece:
		return c.Page.someMaps(list)
	case rowPiece:
		return c.Page.someRows(list)
	}
	return c.Page.plot()
}

// place is which piece of all.
type place struct {
	kind pieceKind
	part int
}

// pieces are which results are drawn, in which order, and what of them is still to be
// drawn again.
//
// What always holds: order holds places of entries that were done again, each once.
type pieces struct {
	order []int
	of    int // State.Removals when it was made
	revs  [rowPiece + 1][maxParts]int
	due   []place
}

// part returns which results a piece shows.
func (p *pieces) part(n int) []int {
	return p.order[min(n*pieceSize, len(p.order)):min((n+1)*pieceSize, len(p.order))]
}

// parts is how many pieces of each kind there are.
func (p *pieces) parts() int { return (len(p.order) + pieceSize - 1) / pieceSize }

// sort puts the results in their order and reports whether that changes anything.
func (p *pieces) sort(s *State) bool {
	best := s.Best()
	same := slices.Equal(best, p.order)
	p.order, p.of = best, s.Removals
	return !same
}

// hold makes the order again where results have gone since, whose places others have
// now.
func (p *pieces) hold(s *State) {
	if p.of != s.Removals {
		p.sort(s)
		p.touch(p.all()...)
	}
}

// grow puts results that were done again since behind the others, and draws what
// shows them.
func (p *pieces) grow(s *State) {
	p.hold(s)
	from := p.parts()
	for _, i := range s.Best() {
		if len(p.order) < (from+1)*pieceSize && !slices.Contains(p.order, i) { // no more than a piece at once
			p.order = append(p.order, i)
		}
	}
	p.touch(place{kind: plotPiece})
	for n := max(0, from-1); n < min(from+1, p.parts()); n++ {
		p.touch(place{mapPiece, n}, place{rowPiece, n})
	}
}

// touch has pieces drawn with the page.
func (p *pieces) touch(list ...place) {
	for _, x := range list {
		p.revs[x.kind][x.part]++
	}
}

// all are all pieces there are, those in sight first.
func (p *pieces) all() []place {
	list := []place{{kind: plotPiece}}
	for n := range p.parts() {
		list = append(list, place{mapPiece, n})
	}
	for n := range p.parts() {
		list = append(list, place{rowPiece, n})
	}
	return list
}

// around are the pieces that show a result.
func (p *pieces) around(i int) []place {
	at := slices.Index(p.order, i)
	if at < 0 {
		return nil
	}
	return []place{{mapPiece, at / pieceSize}, {rowPiece, at / pieceSize}}
}

// choose selects a result.
func (p *Page) choose(i int) {
	before := p.state.Selected
	p.state.Selected = i
	p.touch(place{kind: plotPiece})
	p.touch(p.around(before)...)
	p.touch(p.around(i)...)
}

// redraw has all pieces drawn again, one after another.
func (p *Page) redraw() {
	idle := len(p.due) == 0
	if p.due = p.all(); idle {
		p.drawSoon(p.Ctx)
	}
}

// drawSoon has the next piece drawn that is due, on a turn of its own.
func (p *Page) drawSoon(ctx app.Context) {
	browser.Soon(func() { ctx.Dispatch(p.drawNext) })
}

// drawNext draws the next piece that is due.
func (p *Page) drawNext(ctx app.Context) {
	if len(p.due) == 0 || p.stopped {
		p.due = nil
		return
	}
	p.touch(p.due[0])
	if p.due = p.due[1:]; len(p.due) > 0 {
		ctx.Defer(p.drawSoon) // after it was drawn: what is asked for in one turn is drawn at once
	}
}

// several draws the pieces of a kind.
func (p *Page) several(kind pieceKind) []app.UI {
	list := make([]app.UI, p.parts())
	for n := range list {
		list[n] = p.piece(kind, n)
	}
	return list
}

func (p *Page) piece(kind pieceKind, n int) app.UI {
	return &piece{Page: p, Kind: kind, Part: n, Rev: p.revs[kind][n]}
}

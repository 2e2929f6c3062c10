package runs

import (
	"math"

	"github.com/keyrange/keyrange/app/view"
)

// Strip draws the pixels from one x up to another, four bytes each, row by row,
// into a buffer that it returns.
func (h *Heat) Strip(x0, x1 int, to []byte) []byte {
	cells := view.Cells{Height: h.Height, Scale: h.Scale, Tops: h.top, Flip: h.Look.Flip, Index: h.index, Flag: h.flag, Filled: h.columns,
		Column: h.column}
	s := strip{cells.Strip(x0, x1, to), h}
	if h.Look.Lines {
		s.boundaries()
		s.marks()
	}
	return s.Pixels
}

// strip is a part of the picture while boundaries and marks are drawn over it.
type strip struct {
	*view.Strip
	heat *Heat
}

// boundaries draws where ranges begin, for as long as they do.
func (s *strip) boundaries() {
	h := s.heat
	thick := max(1, int(h.Scale))
	first, last := h.column(s.From), h.column(s.From+s.Width-1)
	for c := first; c <= last && c < h.columns; {
		owners, end := h.run.Owners(c), c+1
		for end <= last && end < h.columns && same(owners, h.run.Owners(end)) {
			end++
		}
		for _, o := range owners[1:] {
			if !h.Holds(o.Low) {
				continue
			}
			y := h.Y(o.Low)
			for x := max(h.X(c), s.From); x < min(h.X(end), s.From+s.Width); x++ {
				for i := range thick {
					s.Set(x, y-i, view.HeatKeyLine)
				}
			}
		}
		c = end
	}
}

func same(a, b []owner) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// markRadius is half the size of a mark in pixels of the page.
const markRadius = 5.5

// Reach returns how far to both sides of its column a mark is drawn, in pixels.
func (h *Heat) Reach() int { return int(markRadius*h.Scale) + 2 }

// marks draws a diamond for a split, a circle for a merge and a square for a
// move.
func (s *strip) marks() {
	h := s.heat
	reach := h.Reach()
	first, last := h.column(max(0, s.From-reach)), h.column(min(h.Width-1, s.From+s.Width-1+reach))
	for c := first; c <= last && c < h.columns; c++ {
		for _, m := range h.run.Changes(c) {
			if h.Holds(m.Low) {
				s.mark(m.Kind, h.X(c+1), h.Y(m.Low))
			}
		}
		for _, p := range h.run.Pages(c) {
			if low := h.run.RowLow(p.Row); h.Holds(low) {
				s.page(p.Empty, h.X(c), h.Y(low))
			}
		}
	}
}

// page draws where a page of a scan began: a white bar, or for an empty page its
// outline.
func (s *strip) page(empty bool, x, y int) {
	wide, high := int(markRadius*s.heat.Scale), max(1, int(2.5*s.heat.Scale))
	y = min(max(y, high+1), s.heat.Height-2-high)
	for dy := -high - 1; dy <= high+1; dy++ {
		for dx := -wide - 1; dx <= wide+1; dx++ {
			switch {
			case dy < -high || dy > high || dx < -wide || dx > wide:
				s.Set(x+dx, y+dy, view.HeatInk)
			case empty && dy > -high && dy < high && dx > -wide && dx < wide:
				s.Set(x+dx, y+dy, view.HeatFloor)
			default:
				s.Set(x+dx, y+dy, view.HeatWhite)
			}
		}
	}
}

func (s *strip) mark(kind changeKind, x, y int) {
	r := markRadius * s.heat.Scale
	y = min(max(y, int(r)), s.heat.Height-1-int(r))
	edge := 1.75 * s.heat.Scale
	for dy := -int(r) - 1; dy <= int(r)+1; dy++ {
		for dx := -int(r) - 1; dx <= int(r)+1; dx++ {
			switch d := distance(kind, float64(dx), float64(dy)); {
			case d > r:
			case d > r-edge:
				s.Set(x+dx, y+dy, view.HeatInk)
			default:
				s.Set(x+dx, y+dy, view.HeatWhite)
			}
		}
	}
}

// distance is how far a point is from the middle, as the mark's shape counts.
func distance(kind changeKind, x, y float64) float64 {
	x, y = max(x, -x), max(y, -y)
	switch kind {
	case wasSplit:
		return (x + y) * 0.8
	case wasMerged:
		return math.Hypot(x, y)
	}
	return max(x, y) * 1.2
}

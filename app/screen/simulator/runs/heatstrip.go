package runs

import (
	"math"
)

// colour is red, green and blue.
type colour [3]uint8

var (
	heatFloor = colour{16, 12, 27} // where nothing is recorded
	inkLine   = colour{23, 21, 31}
	badLine   = colour{208, 26, 18}
	badCasing = colour{255, 240, 216}
	keyLine   = colour{184, 176, 201}
	white     = colour{255, 255, 255}
)

// inferno is the ramp, dark to bright: a fit of matplotlib's, from 3 % on.
var inferno = func() (out [256]colour) {
	c := [7][3]float64{{0.00021894, 0.00165100, -0.01948090}, {0.10651342, 0.56395644, 3.93271239}, {11.60249308, -3.97285397, -15.9423941},
		{-41.70399613, 17.43639888, 44.3541452}, {77.1629357, -33.40235894, -81.80730926}, {-71.31942825, 32.62606426, 73.20951986},
		{25.13112622, -12.24266895, -23.0703250}}
	for i := range out {
		t := 0.03 + 0.97*float64(i)/255
		for k := range 3 {
			v := 0.0
			for j := 6; j >= 0; j-- {
				v = v*t + c[j][k]
			}
			out[i][k] = uint8(min(max(v, 0), 1)*255 + 0.5)
		}
	}
	return out
}()

// Strip draws the pixels from one x up to another, four bytes each, row by row,
// into a buffer that it returns.
func (h *Heat) Strip(x0, x1 int, to []byte) []byte {
	s := strip{heat: h, from: x0, width: x1 - x0}
	n := s.width * h.Height * 4
	if cap(to) < n {
		to = make([]byte, n)
	}
	s.pixels = to[:n]
	s.cells()
	if h.Look.Lines {
		s.boundaries()
		s.marks()
	}
	return s.pixels
}

// strip is a part of the picture while it is drawn.
type strip struct {
	heat        *Heat
	from, width int
	pixels      []byte
}

func (s *strip) set(x, y int, c colour) {
	if x -= s.from; x < 0 || x >= s.width || y < 0 || y >= s.heat.Height {
		return
	}
	at := (y*s.width + x) * 4
	s.pixels[at], s.pixels[at+1], s.pixels[at+2], s.pixels[at+3] = c[0], c[1], c[2], 255
}

// cells spreads the indexed image over the pixels, one line of a band at a time:
// lines without a hatch are alike.
func (s *strip) cells() {
	h := s.heat
	columns := make([]int, s.width)
	for x := range columns {
		columns[x] = h.column(s.from + x)
	}
	for band := range h.Bands {
		from, to := h.top[band], h.top[band+1]
		if h.Look.Flip {
			from, to = h.Height-to, h.Height-from
		}
		hatched := s.line(band, from, to, columns)
		for y := from + 1; y < to; y++ {
			copy(s.row(y), s.row(from))
		}
		if hatched {
			s.hatch(band, from, to, columns)
		}
	}
}

func (s *strip) row(y int) []byte { return s.pixels[y*s.width*4 : (y+1)*s.width*4] }

// line draws the first line of a band and reports whether any of it is hatched.
func (s *strip) line(band, from, to int, columns []int) (hatched bool) {
	if from >= to {
		return false
	}
	h, n := s.heat, len(s.heat.Bands)
	row := s.row(from)
	for x, c := range columns {
		paint := heatFloor
		if c < h.columns {
			i := c*n + band
			paint = inferno[h.index[i]]
			hatched = hatched || h.flag[i] != 0
		}
		row[x*4], row[x*4+1], row[x*4+2], row[x*4+3] = paint[0], paint[1], paint[2], 255
	}
	return hatched
}

// hatch draws over the special cells of a band: dark lines where the target is
// exceeded, red ones with a pale casing, the other way round, where something
// was throttled.
func (s *strip) hatch(band, from, to int, columns []int) {
	h, n := s.heat, len(s.heat.Bands)
	step := max(4, int(6*h.Scale))
	thick := max(1, int(1.5*h.Scale))
	for x, c := range columns {
		if c >= h.columns || h.flag[c*n+band] == 0 {
			continue
		}
		red := h.flag[c*n+band]&throttled != 0
		for y := from; y < to; y++ {
			if !red {
				if (s.from+x+h.Height-y)%step < thick {
					s.set(s.from+x, y, inkLine)
				}
				continue
			}
			switch at := (s.from + x + y) % step; {
			case at < thick:
				s.set(s.from+x, y, badLine)
			case at < thick+thick/2+1:
				s.set(s.from+x, y, badCasing)
			}
		}
	}
}

// boundaries draws where ranges begin, for as long as they do.
func (s *strip) boundaries() {
	h := s.heat
	thick := max(1, int(h.Scale))
	first, last := h.column(s.from), h.column(s.from+s.width-1)
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
			for x := max(h.X(c), s.from); x < min(h.X(end), s.from+s.width); x++ {
				for i := range thick {
					s.set(x, y-i, keyLine)
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
	first, last := h.column(max(0, s.from-reach)), h.column(min(h.Width-1, s.from+s.width-1+reach))
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
				s.set(x+dx, y+dy, inkLine)
			case empty && dy > -high && dy < high && dx > -wide && dx < wide:
				s.set(x+dx, y+dy, heatFloor)
			default:
				s.set(x+dx, y+dy, white)
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
				s.set(x+dx, y+dy, inkLine)
			default:
				s.set(x+dx, y+dy, white)
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

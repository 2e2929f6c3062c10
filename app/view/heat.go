package view

import "math"

// Colour is red, green and blue.
type Colour [3]uint8

// The colours of heat maps. The page has the same ones in its style sheets.
var (
	HeatFloor   = Colour{16, 12, 27} // where nothing is recorded
	HeatInk     = Colour{23, 21, 31}
	HeatBad     = Colour{208, 26, 18}
	HeatCasing  = Colour{255, 240, 216}
	HeatKeyLine = Colour{184, 176, 201}
	HeatWhite   = Colour{255, 255, 255}
)

// Inferno is the ramp, dark to bright: a fit of matplotlib's, from 3 % on.
var Inferno = func() (out [256]Colour) {
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

// HeatIndex is the place of a share, in thousandths, in the ramp: its logarithm, so
// that one in a hundred and one in ten are told apart.
func HeatIndex(permil int64) uint8 {
	if permil >= 1000 {
		return 255
	}
	return heatSteps[max(permil, 0)]
}

var heatSteps = func() (out [1000]uint8) {
	for i := range out {
		out[i] = uint8(math.Round(255 * math.Log1p(float64(i)/10) / math.Log(101)))
	}
	return out
}()

// What is special about a cell.
const (
	OverTarget uint8 = 1 << iota
	Throttled
)

// Cells is the indexed image of a heat map: one byte for each cell, which is spread
// over the picture without smoothing, and the hatch of the special ones.
//
// What always holds: the pixels of a strip depend on the columns under it alone,
// so a map that grows costs its newest columns and not the whole picture.
type Cells struct {
	Height      int             // pixels of the device
	Scale       float64         // pixels of the device in one of the page
	Tops        []int           // first pixel of each band, and the end
	Flip        bool            // the first band is the lowest
	Index, Flag []uint8         // by column, then band
	Filled      int             // columns in which something is recorded
	Column      func(x int) int // the column under a pixel
}

// Strip is a part of the picture: its pixels, four bytes each, row by row.
type Strip struct {
	From, Width, Height int
	Pixels              []byte
	cells               *Cells
	columns             []int
}

// Strip draws the cells from one x up to another into a buffer, which it may take.
func (c *Cells) Strip(x0, x1 int, to []byte) *Strip {
	s := &Strip{From: x0, Width: x1 - x0, Height: c.Height, cells: c, columns: make([]int, x1-x0)}
	n := s.Width * c.Height * 4
	if cap(to) < n {
		to = make([]byte, n)
	}
	s.Pixels = to[:n]
	for x := range s.columns {
		s.columns[x] = c.Column(x0 + x)
	}
	for band := range len(c.Tops) - 1 {
		s.band(band)
	}
	return s
}

// Set colours a pixel of the picture if it lies in the strip.
func (s *Strip) Set(x, y int, c Colour) {
	if x -= s.From; x < 0 || x >= s.Width || y < 0 || y >= s.Height {
		return
	}
	at := (y*s.Width + x) * 4
	s.Pixels[at], s.Pixels[at+1], s.Pixels[at+2], s.Pixels[at+3] = c[0], c[1], c[2], 255
}

// band draws one line of a band and copies it: lines without a hatch are alike.
func (s *Strip) band(band int) {
	c := s.cells
	from, to := c.Tops[band], c.Tops[band+1]
	if c.Flip {
		from, to = c.Height-to, c.Height-from
	}
	hatched := s.line(band, from, to)
	for y := from + 1; y < to; y++ {
		copy(s.row(y), s.row(from))
	}
	if hatched {
		s.hatch(band, from, to)
	}
}

func (s *Strip) row(y int) []byte { return s.Pixels[y*s.Width*4 : (y+1)*s.Width*4] }

// line draws the first line of a band and reports whether any of it is hatched.
func (s *Strip) line(band, from, to int) (hatched bool) {
	if from >= to {
		return false
	}
	c, n := s.cells, len(s.cells.Tops)-1
	row := s.row(from)
	for x, column := range s.columns {
		paint := HeatFloor
		if column < c.Filled {
			i := column*n + band
			paint = Inferno[c.Index[i]]
			hatched = hatched || c.Flag[i] != 0
		}
		row[x*4], row[x*4+1], row[x*4+2], row[x*4+3] = paint[0], paint[1], paint[2], 255
	}
	return hatched
}

// hatch draws over the special cells of a band: dark lines where the target is
// exceeded, red ones with a pale casing, the other way round, where something
// was throttled.
func (s *Strip) hatch(band, from, to int) {
	c, n := s.cells, len(s.cells.Tops)-1
	step := max(4, int(6*c.Scale))
	thick := max(1, int(1.5*c.Scale))
	for x, column := range s.columns {
		if column >= c.Filled || c.Flag[column*n+band] == 0 {
			continue
		}
		red := c.Flag[column*n+band]&Throttled != 0
		for y := from; y < to; y++ {
			if !red {
				if (s.From+x+c.Height-y)%step < thick {
					s.Set(s.From+x, y, HeatInk)
				}
				continue
			}
			switch at := (s.From + x + y) % step; {
			case at < thick:
				s.Set(s.From+x, y, HeatBad)
			case at < thick+thick/2+1:
				s.Set(s.From+x, y, HeatCasing)
			}
		}
	}
}

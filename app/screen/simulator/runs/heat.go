package runs

import "github.com/keyrange/keyrange/app/view"

// HeatLook is how a heat map is drawn.
type HeatLook struct {
	Metric  Metric
	Colours Colours
	Flip    bool // later keys up
	Lines   bool // range boundaries and marks
}

// Colours is what a full colour stands for.
type Colours uint8

// What the colours can be measured against.
const (
	AgainstRange   Colours = iota // all keys of a row against what one range can take
	AgainstTarget                 // the busiest PartitionKey of a row against the target of one partition
	AgainstBusiest                // all keys of a row against the busiest row
)

// Heat draws the heat map of a run into pixels: an indexed image, one byte for
// each cell, spread over the picture without smoothing, and on top of it the
// hatch, the boundaries and the marks.
//
// What always holds: the pixels of a strip depend on the columns under it alone,
// so that a run that goes on costs its newest columns and not the whole picture.
type Heat struct {
	Look        HeatLook
	Width       int     // pixels of the device
	Height      int     // pixels of the device
	Scale       float64 // pixels of the device in one of the page
	From, To    int     // columns that are shown
	Wanted      int     // rows that were asked for
	Bands       []Band
	run         *Run
	index, flag []uint8 // by column, then band
	columns     int     // how many of them are filled
	busiest     int64   // of relative colours
	top         []int   // first pixel of each band, and the end
	cells       []Cell
}

// leastThrottled is the share in thousandths from which a cell is hatched as
// throttled.
const leastThrottled = 10

// Show takes a run and forgets what was drawn of another.
func (h *Heat) Show(run *Run) {
	h.run, h.columns, h.busiest = run, 0, 0
	n := run.Columns() * len(h.Bands)
	h.index, h.flag = make([]uint8, n), make([]uint8, n)
	h.cells = make([]Cell, len(h.Bands))
	h.top = make([]int, len(h.Bands)+1)
	for i := range h.top {
		h.top[i] = h.Height * i / max(1, len(h.Bands))
	}
}

// Fill looks at all columns up to what is recorded and returns the first one
// that has changed since the last time.
func (h *Heat) Fill() (first int) {
	first = max(0, h.columns-1)
	drawn := h.run.Drawn()
	if h.Look.Colours == AgainstBusiest && h.brightest(first, drawn) {
		first = 0
	}
	for c := first; c < drawn; c++ {
		h.fill(c)
	}
	h.columns = drawn
	return first
}

// brightest looks for a busier cell than all before.
func (h *Heat) brightest(from, to int) (more bool) {
	before := h.busiest
	for c := from; c < to; c++ {
		h.run.Cells(c, h.Look.Metric, h.Bands, h.cells)
		for _, cell := range h.cells {
			h.busiest = max(h.busiest, cell.Rate)
		}
	}
	return h.busiest > before
}

// Columns returns how many columns are filled.
func (h *Heat) Columns() int { return h.columns }

// Busiest returns the rate that relative colours are measured against.
func (h *Heat) Busiest() int64 { return h.busiest }

func (h *Heat) fill(column int) {
	h.run.Cells(column, h.Look.Metric, h.Bands, h.cells)
	n := len(h.Bands)
	for i, c := range h.cells {
		index, flag := view.HeatIndex(h.share(c)), uint8(0)
		if h.Look.Colours != AgainstBusiest {
			if c.Key > 1000 {
				flag |= view.OverTarget
			}
			if c.Throttled >= leastThrottled {
				flag |= view.Throttled
			}
		}
		h.index[column*n+i], h.flag[column*n+i] = index, flag
	}
}

// share is what the colour of a cell stands for, in thousandths.
func (h *Heat) share(c Cell) int64 {
	switch h.Look.Colours {
	case AgainstTarget:
		return c.Key
	case AgainstBusiest:
		return c.Rate * 1000 / max(1, h.busiest)
	}
	return c.Load
}

// X returns the first pixel of a column.
func (h *Heat) X(column int) int { return (column - h.From) * h.Width / max(1, h.To-h.From) }

// column returns the column under a pixel.
func (h *Heat) column(x int) int {
	c := h.From + x*(h.To-h.From)/h.Width
	for c+1 < h.To && h.X(c+1) <= x {
		c++
	}
	return c
}

// Y returns where a key lies, in pixels.
func (h *Heat) Y(ordinal uint64) int {
	row, inside := h.run.RowOf(ordinal)
	for i, b := range h.Bands {
		if row >= b.To && i+1 < len(h.Bands) {
			continue
		}
		if row < b.From {
			return h.up(0)
		}
		rows := int64(b.To - b.From)
		y := h.top[i] + int((int64(row-b.From)*1000+inside)*int64(h.top[i+1]-h.top[i])/(rows*1000))
		return h.up(min(y, h.Height))
	}
	return h.up(h.Height)
}

// Holds reports whether a key lies in the bands that are shown.
func (h *Heat) Holds(ordinal uint64) bool {
	row, _ := h.run.RowOf(ordinal)
	return row >= h.Bands[0].From && row < h.Bands[len(h.Bands)-1].To
}

// up turns the picture round where later keys are up.
func (h *Heat) up(y int) int {
	if h.Look.Flip {
		return h.Height - y
	}
	return y
}

// Band returns the band under a pixel, and its first and last pixel.
func (h *Heat) Band(y int) (band, from, to int) {
	if h.Look.Flip {
		y = h.Height - 1 - y
	}
	band = min(max(y*len(h.Bands)/max(1, h.Height), 0), len(h.Bands)-1)
	for band+1 < len(h.Bands) && h.top[band+1] <= y {
		band++
	}
	from, to = h.top[band], h.top[band+1]
	if h.Look.Flip {
		from, to = h.Height-to, h.Height-from
	}
	return band, from, to
}

package gallery

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// Picture is a small heat map: the key space from the top down in key order, time
// to the right. Each cell is a level from 0 to Levels, relative to the fullest one.
type Picture struct {
	Cells [PictureRows][PictureColumns]uint8
	Drawn bool

	Busiest int // percent of all writes that the fullest row has
	Moment  int // percent of the writes that the fullest row of their column has
}

// The size of a picture.
const (
	PictureRows    = 16
	PictureColumns = 8
	Levels         = 4
)

// pictureOf makes the picture of a run.
func pictureOf(h *record.Heat) (p Picture) {
	if len(h.Columns) == 0 {
		return p
	}
	var sums [PictureRows][PictureColumns]uint64
	most := uint64(0)
	for x := range PictureColumns {
		from := x * len(h.Columns) / PictureColumns
		for at := from; at < max(from+1, (x+1)*len(h.Columns)/PictureColumns); at++ { // a short run repeats its columns
			for y := range min(len(h.Rows), record.HeatRows) {
				to := &sums[y*PictureRows/len(h.Rows)][x]
				*to += uint64(h.Columns[at].Offered[y])
				most = max(most, *to)
			}
		}
	}
	if most == 0 {
		return p
	}
	p.Drawn = true
	p.Busiest, p.Moment = shares(h)
	for y := range sums {
		for x, n := range sums[y] {
			p.Cells[y][x] = uint8((n*Levels + most - 1) / most)
		}
	}
	return p
}

// shares returns the share of the load, in percent, that the fullest row of a picture has
// over the whole run, and that which the fullest row of each moment has.
func shares(h *record.Heat) (busiest, moment int) {
	var whole [PictureRows]uint64
	var all, fullest uint64
	for i := range h.Columns {
		var now [PictureRows]uint64
		for y := range min(len(h.Rows), record.HeatRows) {
			now[y*PictureRows/len(h.Rows)] += uint64(h.Columns[i].Offered[y])
		}
		for y, n := range now {
			whole[y], all = whole[y]+n, all+n
		}
		fullest += slices.Max(now[:])
	}
	all = max(1, all)
	return int(100 * slices.Max(whole[:]) / all), int(100 * fullest / all)
}

package gallery

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Picture is a small heat map: the key space from the top down in key order, time
// to the right. Each cell is a level from 0 to Levels, relative to the fullest one.
type Picture struct {
	Cells [PictureRows][PictureColumns]uint8
	Drawn bool
}

// The size of a picture.
const (
	PictureRows    = 16
	PictureColumns = 8
	Levels         = 4
)

// pictureOf makes the picture of a run.
func pictureOf(s *sim.Simulation) (p Picture) {
	h := s.Heat()
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
	for y := range sums {
		for x, n := range sums[y] {
			p.Cells[y][x] = uint8((n*Levels + most - 1) / most)
		}
	}
	return p
}

// Busiest returns the share of the load, in percent, that the fullest row of the
// picture has: what the picture says in a number.
func (p *Picture) Busiest() int {
	most, all := 0, 0
	for y := range p.Cells {
		row := 0
		for _, n := range p.Cells[y] {
			row += int(n)
		}
		most, all = max(most, row), all+row
	}
	return 100 * most / max(1, all)
}

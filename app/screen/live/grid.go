package live

import (
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/table"
)

// grid is the counts of the columns under the rows of the newest one that is shown,
// which the map draws.
//
// What always holds: the counts of a column's bands add up to those of its rows. A
// row that the bands divide lends each of them an equal part, because what lay where
// in it is not known; what a tooltip and the table say is the row itself.
type grid struct {
	lows  []string // where the bands begin
	known int      // number of the first column that is there, counted from the first ever
	sent  []int32  // by column, then band
	bad   []int32
	spans []int64
	upTo  int // number of the column after the last
}

// fill brings the counts up to the columns that are shown.
func (g *grid) fill(s *State) {
	from, to := s.Shown()
	if to == 0 {
		*g = grid{}
		return
	}
	rows := s.columns[to-1].Rows
	from, to = from+s.gone, to+s.gone
	if !g.sameBands(rows) || from < g.known || to < g.upTo {
		*g = grid{known: from, upTo: from, lows: make([]string, len(rows))}
		for i := range rows {
			g.lows[i] = rows[i].Low
		}
	}
	if g.upTo > g.known { // the last one may have grown
		g.upTo--
		n := (g.upTo - g.known) * len(g.lows)
		g.sent, g.bad, g.spans = g.sent[:n], g.bad[:n], g.spans[:g.upTo-g.known]
	}
	if drop := from - g.known; drop > 0 {
		drop = min(drop, g.upTo-g.known)
		g.sent, g.bad, g.spans = g.sent[drop*len(g.lows):], g.bad[drop*len(g.lows):], g.spans[drop:]
		g.known += drop
	}
	g.known, g.upTo = max(g.known, from), max(g.upTo, from)
	for ; g.upTo < to; g.upTo++ {
		g.add(&s.columns[g.upTo-s.gone])
	}
}

func (g *grid) sameBands(rows []observe.Row) bool {
	if len(rows) != len(g.lows) {
		return false
	}
	for i := range rows {
		if rows[i].Low != g.lows[i] {
			return false
		}
	}
	return true
}

// add counts a column.
func (g *grid) add(e *observe.Event) {
	at := len(g.sent)
	n := len(g.lows)
	g.sent, g.bad = append(g.sent, make([]int32, n)...), append(g.bad, make([]int32, n)...)
	g.spans = append(g.spans, e.Span)
	sent, bad := g.sent[at:], g.bad[at:]
	band := 0
	for i := range e.Rows {
		for band+1 < n && table.CompareUTF16(g.lows[band+1], e.Rows[i].Low) <= 0 {
			band++
		}
		last := band
		for last+1 < n && (i+1 == len(e.Rows) || table.CompareUTF16(g.lows[last+1], e.Rows[i+1].Low) < 0) {
			last++
		}
		spread(sent[band:last+1], e.Rows[i].Sent)
		spread(bad[band:last+1], e.Rows[i].Refused)
		band = last
	}
}

// spread adds a count to bands in equal parts.
func spread(to []int32, n int64) {
	each, rest := n/int64(len(to)), n%int64(len(to))
	for i := range to {
		to[i] += int32(each)
		if int64(i) < rest {
			to[i]++
		}
	}
}

// cells is the picture of the counts, each against what one range takes.
func (g *grid) cells(columns, width, height int, scale float64, capacity int64) view.Cells {
	n, have := len(g.lows), len(g.spans)
	c := view.Cells{Height: height, Scale: scale, Tops: make([]int, n+1), Index: make([]uint8, columns*n), Flag: make([]uint8, columns*n),
		Filled: columns}
	empty := columns - have
	c.Column = func(x int) int { return min(x*columns/max(1, width), columns-1) }
	for i := range c.Tops {
		c.Tops[i] = height * i / max(1, n)
	}
	for column := range have {
		for band := range n {
			from, to := column*n+band, (column+empty)*n+band
			if column+empty < 0 {
				continue
			}
			accepted := int64(g.sent[from] - g.bad[from])
			c.Index[to] = view.HeatIndex(accepted * 1000 * second / max(1, g.spans[column]) / max(1, capacity))
			if int64(g.bad[from])*100 >= int64(g.sent[from]) && g.bad[from] > 0 {
				c.Flag[to] = view.Throttled
			}
		}
	}
	return c
}

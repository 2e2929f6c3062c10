package simulator

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// keyLabel is a key beside the heat map, in nested columns, one for each part of
// the template. What is as in the label above is empty.
type keyLabel struct {
	Top   string // from the top of the map, as a length of CSS
	Key   string
	Parts []string
}

// maxColumns is how many parts of a key have a column of their own. The last one
// takes all that follow.
const maxColumns = 3

// labelPixels is the room that one label takes.
const labelPixels = 17

// mapPixels is how high a map is where it is not known yet.
const mapPixels = 513

// gutter chooses keys to write beside a heat map: where ranges begin first, then
// others in between, as far as there is room.
func gutter(h *runs.Heat, run *runs.Run) []keyLabel {
	height := mapPixels
	if h.Height > 0 {
		height = int(float64(h.Height) / h.Scale)
	}
	taken := make([]uint64, height/labelPixels+1)
	used := make([]bool, len(taken))
	put := func(ordinal uint64, always bool) {
		if h.Height > 0 && !h.Holds(ordinal) {
			return
		}
		slot := keyTop(h, run, ordinal, height) / labelPixels
		if slot < len(used) && !used[slot] && (always || (slot == 0 || !used[slot-1]) && (slot+1 == len(used) || !used[slot+1])) {
			used[slot], taken[slot] = true, ordinal
		}
	}
	for _, o := range run.Owners(run.Columns()) {
		put(o.Low, true)
	}
	if n := len(h.Bands); n > 0 && h.Height > 0 {
		for i := 0; i < n; i += max(1, n/16) {
			put(run.RowLow(h.Bands[i].From), i == 0)
		}
	}
	for row := 0; h.Height == 0 && row < run.Rows(); row += max(1, run.Rows()/16) {
		put(run.RowLow(row), false)
	}
	var out []keyLabel
	var above []string
	for slot, ordinal := range taken {
		if !used[slot] {
			continue
		}
		pieces := run.Sim().Source().Pieces(ordinal)
		key := strings.Join(pieces, "")
		if len(pieces) > maxColumns {
			pieces = append(pieces[:maxColumns-1:maxColumns-1], strings.Join(pieces[maxColumns-1:], ""))
		}
		out = append(out, keyLabel{Top: part(keyTop(h, run, ordinal, height), height), Key: key, Parts: nested(pieces, above)})
		above = pieces
	}
	return out
}

// nested are the pieces of a key without those that it shares with the one above,
// from the first on. The last piece is always there.
func nested(pieces, above []string) []string {
	parts := make([]string, len(pieces))
	same := true
	for i, piece := range pieces {
		same = same && i < len(above) && piece == above[i] && i+1 < len(pieces)
		if !same {
			parts[i] = view.Shorten(piece, 18)
		}
	}
	return parts
}

// gutterColumns are the widths of the columns of labels, as a list of CSS: each
// part as wide as its longest text, and the last one what is left.
func gutterColumns(labels []keyLabel) string {
	var wide [maxColumns]int
	columns := 1
	for _, l := range labels {
		columns = max(columns, len(l.Parts))
		for i, part := range l.Parts {
			wide[i] = max(wide[i], len([]rune(part)))
		}
	}
	text := ""
	for i := range columns - 1 {
		text += "minmax(0," + strconv.Itoa(wide[i]) + "ch) "
	}
	return text + "minmax(0,auto)"
}

// keyTop is where a key lies in pixels of the page.
func keyTop(h *runs.Heat, run *runs.Run, ordinal uint64, height int) int {
	if h.Height > 0 {
		return int(float64(h.Y(ordinal)) / h.Scale)
	}
	row, inside := run.RowOf(ordinal)
	return (row*1000 + int(inside)) * height / (max(1, run.Rows()) * 1000)
}

// holding is a piece of the ownership strip.
type holding struct {
	Top, Height string // lengths of CSS
	Server      int
	Number      uint32
	Tall        bool // a letter fits
}

// Ownership returns who has which part of the key axis now.
func Ownership(h *runs.Heat, run *runs.Run) []holding {
	height := mapPixels
	if h.Height > 0 {
		height = int(float64(h.Height) / h.Scale)
	}
	owners := run.Owners(run.Columns())
	out := make([]holding, 0, len(owners))
	for i, o := range owners {
		from, to := keyTop(h, run, o.Low, height), height
		if h.Look.Flip {
			to = 0
		}
		if i+1 < len(owners) {
			to = keyTop(h, run, owners[i+1].Low, height)
		}
		from, to = min(from, to), max(from, to)
		if to <= from {
			continue
		}
		out = append(out, holding{part(from, height), part(max(to-from-1, 1), height), o.Server, o.Number, to-from > 18})
	}
	return out
}

// outline draws a mark of the legend.
func outline(path string) app.UI {
	return view.Shape("svg", "viewBox", "0 0 14 14").Class("outline").Aria("hidden", "true").Body(view.Shape("path", "d", path))
}

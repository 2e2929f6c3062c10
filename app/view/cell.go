package view

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/app/store"
)

// CellSentence says what a cell of the map holds.
func CellSentence(r *store.SimRun, h *Heat, column, band int) string {
	b := h.Bands[band]
	from := int64(column) * r.Window()
	when := Clock(from) + " to " + Clock(from+r.Window()) + ", PartitionKeys from " + Shorten(r.Sim().Key(r.RowLow(b.From)), 40)
	if column >= h.Columns() {
		return when + ": not yet run."
	}
	one := make([]store.Cell, 1)
	r.Cells(column, h.Look.Metric, []store.Band{b}, one)
	text := when + ": " + Number(int(one[0].Rate)) + " entities/s " + h.Look.Metric.String() + ", " + Permil(one[0].Share) + " of the target of one partition"
	if one[0].Throttled > 0 {
		text += ", " + Permil(one[0].Throttled) + " throttled"
	}
	if o, ok := ownerOf(r, column, r.RowLow(b.From)); ok {
		text += ". Range " + strconv.Itoa(int(o.Number)) + " on server " + ServerLetter(o.Server)
	}
	return text + "."
}

func ownerOf(r *store.SimRun, column int, ordinal uint64) (found store.Owner, ok bool) {
	for _, o := range r.Owners(column) {
		if o.Low <= ordinal {
			found, ok = o, true
		}
	}
	return found, ok
}

// Pitch is the frequency in hertz that stands for a share of the target: an
// octave for each step of ten times.
func Pitch(permil int64) float64 {
	return 220 * math.Pow(2, math.Log10(1+float64(max(permil, 0))))
}

// countedKeys is how many keys of a row are worth counting.
const countedKeys = 1_000_000

// RowMeaning says how much one row of the picture is.
func RowMeaning(r *store.SimRun, bands []store.Band) string {
	least, most := r.Rows(), 0
	for _, b := range bands {
		least, most = min(least, b.To-b.From), max(most, b.To-b.From)
	}
	what, each := " of "+strconv.Itoa(r.Rows())+" equal parts of the keys", 1
	if keys := r.Sim().RowKeys(); keys <= countedKeys {
		what, each = " keys", int(keys)
	}
	text := "1 row = " + Number(least*each)
	if most > least {
		text += " to " + Number(most*each)
	}
	return text + what
}

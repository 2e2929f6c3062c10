package runs

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// CellSentence says what a cell of the map holds.
func CellSentence(r *Run, h *Heat, column, band int) string {
	b := h.Bands[band]
	from := int64(column) * r.Window()
	when := view.Clock(from) + " to " + view.Clock(from+r.Window()) + ", PartitionKeys from " + view.Shorten(r.Sim().Key(r.RowLow(b.From)), 40)
	if column >= h.Columns() {
		return when + ": not yet run."
	}
	one := make([]Cell, 1)
	r.Cells(column, h.Look.Metric, []Band{b}, one)
	refused := r.Refused(column, b)
	return when + ": " + cellText(r, &one[0], &refused, h.Look.Metric) + " " + sharing(r.Sharing(column, h.Look.Metric, b), h.Look.Metric)
}

func cellText(r *Run, c *Cell, refused *record.Refusals, metric Metric) string {
	text := view.Count(int(c.Count), "entity", "entities") + " " + metric.String() + ", " + view.Number(int(c.Rate)) + "/s or " +
		view.Permil(c.Load) + " of what one range can take"
	if metric == SentMetric && c.Count > 0 {
		text += "; the busiest partition was sent up to " + view.Number(int(c.Key*r.Target()/1000)) + "/s, " + view.Permil(c.Key) +
			" of its target"
	}
	if refused.Sum() > 0 {
		text += "; " + view.Refused(refused)
	}
	return text + "."
}

// listedRanges is how many ranges of one cell are named.
const listedRanges = 4

// sharing names the ranges of a cell, and tells them apart where there are more.
func sharing(list []Shared, metric Metric) string {
	text := ""
	for i, s := range list[:min(len(list), listedRanges)] {
		if i > 0 {
			text += ", range "
		} else {
			text = "Range "
		}
		text += strconv.Itoa(int(s.Number)) + " on server " + view.ServerLetter(s.Server)
		if s.Whole && len(list) > 1 {
			text += " (" + view.Number(int(s.Count)) + " " + metric.String() + ")"
		}
	}
	if more := len(list) - listedRanges; more > 0 {
		text += " and " + view.Number(more) + " more"
	}
	if len(list) > 1 {
		return view.Number(len(list)) + " ranges share it. " + text + "."
	}
	return text + "."
}

// Pitch is the frequency in hertz that stands for a share of the target: an
// octave for each step of ten times.
func Pitch(permil int64) float64 {
	return 220 * math.Pow(2, math.Log10(1+float64(max(permil, 0))))
}

// countedKeys is how many keys of a row are worth counting.
const countedKeys = 1_000_000

// RowMeaning says how much one row of the picture is.
func RowMeaning(r *Run, bands []Band) string {
	least, most := r.Rows(), 0
	for _, b := range bands {
		least, most = min(least, b.To-b.From), max(most, b.To-b.From)
	}
	what, each := " of "+strconv.Itoa(r.Rows())+" equal parts of the keys", 1
	if keys := r.Sim().RowKeys(); keys <= countedKeys {
		what, each = " keys", int(keys)
	}
	if what == " keys" && most*each == 1 {
		what = " key"
	}
	text := "1 row = " + view.Number(least*each)
	if most > least {
		text += " to " + view.Number(most*each)
	}
	return text + what
}

package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/simulated"
)

// heatLevels are the lower ends of the levels of brightness, in thousandths of
// the target of a partition.
var heatLevels = [...]int{1, 100, 300, 700, 1000, 2000}

// smallHeat draws the heat map of a run: time to the right, keys downward as on
// every picture of the site, one path for each level of brightness. Cells with a
// partition over its target are outlined, so that colour is not alone.
func smallHeat(h *simulated.Heat, name string) app.UI {
	var paths [len(heatLevels)]strings.Builder
	rows, high := simulated.HeatRows, 1
	if h.Low == h.High { // a single key
		rows, high = 1, simulated.HeatRows
	}
	for x := range simulated.HeatColumns {
		for y := 0; y < rows; {
			level, n := heatLevel(h.Cells[x][y]), 1
			for y+n < rows && heatLevel(h.Cells[x][y+n]) == level {
				n++
			}
			if level >= 0 {
				paths[level].WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h1v" + strconv.Itoa(n*high) + "h-1z")
			}
			y += n
		}
	}
	over := overCells(h, rows, high)
	var throttled strings.Builder
	for x, share := range h.Throttled {
		if height := share * 40 / 1000; share > 0 {
			throttled.WriteString("M" + strconv.Itoa(x*10) + " 370v-" + strconv.Itoa(max(1, height)) + "h10v" + strconv.Itoa(max(1, height)) + "z")
		}
	}
	shapes := []app.UI{view.Shape("rect", "width", "60", "height", "32", "class", "ht-floor")}
	for i := range paths {
		shapes = append(shapes, view.Shape("path", "d", paths[i].String(), "class", "ht-"+strconv.Itoa(i)))
	}
	shapes = append(shapes, view.Shape("path", "d", over, "class", "ht-over"),
		view.Shape("path", "d", throttled.String(), "class", "ht-bad", "transform", "scale(.1)"))
	return view.Shape("svg", "viewBox", "0 0 60 37", "role", "img", "preserveAspectRatio", "none").Class("ht").Aria("label", name).Body(
		shapes...)
}

// overCells is the outline of the cells with a partition over its target.
func overCells(h *simulated.Heat, rows, high int) string {
	var path strings.Builder
	for x := range simulated.HeatColumns {
		for y := range rows {
			if h.Over[x][y] {
				path.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h1v" + strconv.Itoa(high) + "h-1z")
			}
		}
	}
	return path.String()
}

// heatLevel is the brightness of a cell, -1 for none.
func heatLevel(load int) int {
	level := -1
	for level+1 < len(heatLevels) && load >= heatLevels[level+1] {
		level++
	}
	return level
}

// splitMarks draws a diamond at the time and the key of each split. They lie over
// the map in a picture of their own, which keeps their form however wide the map is.
func splitMarks(h *simulated.Heat) app.UI {
	marks := make([]app.UI, len(h.Splits))
	for i, m := range h.Splits {
		y := (2*m.Row + 1) * 500 / 37 // in tenths of a percent of 37 rows, with the strip
		marks[i] = view.Shape("svg", "x", percent(m.Share), "y", percent(y), "class", "ht-split").Body(
			view.Shape("path", "d", "M0-6 6 0 0 6-6 0z"))
	}
	return view.Shape("svg", "aria-hidden", "true", "class", "ht__d").Body(marks...)
}

// percent writes tenths of a percent.
func percent(n int) string { return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) + "%" }

// splitLegend says what a diamond is where there is one.
func splitLegend(run *simulated.Outcome) string {
	switch n := len(run.Heat.Splits); {
	case n == 0:
		return ""
	case n < int(run.Totals.Splits):
		return "A diamond is a split of a range; the first " + strconv.Itoa(n) + " are drawn. "
	}
	return "A diamond is a split of a range, at its time and key. "
}

// splitList is what the diamonds say, in words.
func splitList(run *simulated.Outcome) app.UI {
	if len(run.Heat.Splits) == 0 {
		return view.El("div;hidden=true")
	}
	var rows []app.UI
	for _, m := range run.Heat.Splits {
		rows = append(rows, view.H("tr", view.T("td.num", view.Clock(m.At)), view.H("td", view.T("code", view.Shorten(m.Key, 60)))))
	}
	return view.H("details.disc.ht__l",
		view.H("summary", view.Text("The splits as a table"), view.Icon("chevron-right", "chev")),
		view.H("div", view.H("table",
			view.H("thead", view.H("tr", view.T("th;scope=col", "Time"), view.T("th;scope=col", "The upper range begins at"))),
			view.H("tbody", rows...))),
	)
}

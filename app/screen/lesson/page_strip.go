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

package simulator

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// marginal draws beside the map what each row is sent at the playhead: what is accepted
// as a bar and what is throttled as a hatched one after it, on a scale with a mark at
// what one range can take. The map as a table has the figures.
func marginal(h *runs.Heat, run *runs.Run, at int64) []app.UI {
	bands := h.Bands
	if len(bands) == 0 {
		bands = run.Bands(run.Rows())
	}
	column := min(int(max(0, at-1)/run.Window()), max(0, run.Drawn()-1))
	m := runs.MarginalOf(run, column, bands)
	top := m.Top(run.Capacity())
	var accepted, refused strings.Builder
	bar := func(path *strings.Builder, row int, from, long int64) {
		if long > 0 {
			path.WriteString("M" + strconv.FormatInt(from*1000/top, 10) + " " + strconv.Itoa(row) + ".5h" +
				strconv.FormatInt(max(long*1000/top, 12), 10))
		}
	}
	for i := range bands {
		row := i
		if h.Look.Flip {
			row = len(bands) - 1 - i
		}
		bar(&accepted, row, 0, m.Accepted[i])
		bar(&refused, row, m.Accepted[i], m.Throttled[i])
	}
	limit := strconv.FormatInt(run.Capacity()*1000/top, 10)
	rows := strconv.Itoa(len(bands))
	shape := view.Shape("svg", "viewBox", "0 0 1000 "+rows, "preserveAspectRatio", "none").Class("margin").Aria("hidden", "true").Body(
		view.Shape("path", "d", accepted.String()), view.Shape("path", "d", refused.String()).Class("margin__x"),
		view.Shape("path", "d", "M"+limit+" 0v"+rows, "vector-effect", "non-scaling-stroke").Class("margin__c"))
	return []app.UI{shape,
		view.T("small.margin__h;aria-hidden=true", "per s at "+view.Clock(at)),
		view.H("div.margin__s;aria-hidden=true", view.T("span", "0"),
			view.H("span", view.Attr("style", "left:"+part(int(run.Capacity()*1000/top), 1000)), view.Text(view.Number(int(run.Capacity())))))}
}

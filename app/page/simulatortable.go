package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// How many ranges and stretches of time the map has as a table.
const (
	tableRanges  = 64
	tablePeriods = 6
)

// mapTable is the heat map for those who do not see it: a sentence for the whole,
// then each range in stretches of time, with a sentence for the range.
func (p *Simulator) mapTable() app.UI {
	return view.El("div.mt").Body(
		view.El("button#map-table.btn.btn--sm.btn--quiet;type=button").Aria("expanded", truth(p.ui.mapTable)).Body(view.Icon("table-2"), app.Text("Map as a table")).
			OnClick(p.click("map-table", func() { p.ui.mapTable = !p.ui.mapTable })),
		view.El("div").Body(app.If(p.ui.mapTable, func() app.UI { return p.rangeTable(p.run()) })),
	)
}

func (p *Simulator) rangeTable(r *store.SimRun) app.UI {
	drawn := r.Drawn()
	names := []string{"Range from"}
	for i := range tablePeriods {
		names = append(names, "From "+view.Clock(int64(i*drawn/tablePeriods)*r.Window()))
	}
	rows := []app.UI{view.El("tr").Body(heads(append(names, "In words")...)...)}
	owners := r.Owners(r.Columns())
	for i, o := range owners[:min(len(owners), tableRanges)] {
		band := bandOf(r, owners, i)
		cells := []app.UI{view.El("th;scope=row").Body(view.PartitionKeyChip(r.Sim().Key(o.Low)), view.Server(o.Server))}
		for t := range tablePeriods {
			c := r.Mean(t*drawn/tablePeriods, (t+1)*drawn/tablePeriods, p.ui.look.Metric, band)
			cells = append(cells, view.El("td.num").Text(view.Number(int(c.Rate))+"/s, "+view.Permil(c.Share)))
		}
		rows = append(rows, view.El("tr").Body(append(cells, view.El("td").Text(rangeWords(r, p.ui.look.Metric, band)))...))
	}
	return view.El("div.scroll;tabindex=0;role=region;aria-label=Map as a table").Body(
		view.El("p.hint").Text(p.mapSentence(r)+" Each cell is the average in entities per second, and its share of the target of one partition."),
		view.El("table.ab").Body(view.El("tbody").Body(rows...)),
	)
}

// bandOf are the rows that a range of the partition map covers.
func bandOf(r *store.SimRun, owners []store.Owner, i int) store.Band {
	from, _ := r.RowOf(owners[i].Low)
	to := r.Rows()
	if i+1 < len(owners) {
		to, _ = r.RowOf(owners[i+1].Low)
	}
	return store.Band{From: from, To: max(to, from+1)}
}

// rangeWords says the rows of a range in one sentence.
func rangeWords(r *store.SimRun, metric store.Metric, band store.Band) string {
	drawn := r.Drawn()
	first, last := r.Mean(0, drawn/2, metric, band), r.Mean(drawn/2, drawn, metric, band)
	text := "Steady"
	switch {
	case last.Rate > 2*first.Rate+1:
		text = "Gets busier"
	case first.Rate > 2*last.Rate+1:
		text = "Cools down"
	}
	if n := max(first.Throttled, last.Throttled); n > 0 {
		text += ", up to " + view.Permil(n) + " throttled"
	}
	return text + ", " + strconv.Itoa(band.To-band.From) + " of " + strconv.Itoa(r.Rows()) + " rows."
}

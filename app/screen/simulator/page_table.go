package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// How many ranges and periods the map has as a table.
const (
	tableRanges  = 64
	tablePeriods = 6
)

// mapTable is the heat map for those who do not see it: a sentence for the whole,
// then each range by periods of time. Ranges that share a row of the picture have
// lines of their own.
func (p maps) mapTable() app.UI {
	return view.H("div.mt",
		view.H("button#map-table.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-expanded", p.ui.mapTable), view.Icon("table-2"),
			view.Text("Map as a table"),
			p.Click("map-table", func() { p.ui.mapTable = !p.ui.mapTable }),
		),
		view.H("div", app.If(p.ui.mapTable, func() app.UI { return p.rangeTable(p.run()) })),
	)
}

func (p maps) rangeTable(r *runs.Run) app.UI {
	drawn := r.Drawn()
	periods := min(tablePeriods, max(1, drawn))
	names := []string{"Range from"}
	for i := range periods {
		names = append(names, "From "+view.Clock(int64((i*drawn+periods-1)/periods)*r.Window()))
	}
	rows := []app.UI{view.H("tr", heads(append(names, "In all", "In words")...)...)}
	lives := r.RangeLives(0, drawn, periods, p.ui.look.Metric)
	sum, rest := make([]int64, periods), make([]int64, periods)
	for i := range lives {
		l := &lives[i]
		for j, n := range l.Counts {
			if sum[j] += n; i >= tableRanges {
				rest[j] += n
			}
		}
		if i < tableRanges {
			head := view.H("th;scope=row", view.PartitionKeyChip(r.Sim().Key(l.Low)), view.Server(l.Server),
				view.Text(" R"+strconv.Itoa(int(l.Number))))
			rows = append(rows, rangeRow(head, l.Counts, rangeWords(r, l)))
		}
	}
	if more := len(lives) - tableRanges; more > 0 {
		rows = append(rows, rangeRow(view.T("th;scope=row", view.Count(more, "further range", "further ranges")), rest, ""))
	}
	rows = append(rows, rangeRow(view.T("th;scope=row", "All ranges"), sum, ""))
	return view.H("div.scroll;tabindex=0;role=region;aria-label=Map as a table",
		view.T("p.hint", p.mapSentence(r)+" Each number counts the entities "+p.ui.look.Metric.String()+" in a period, up to "+view.Clock(
			r.Sim().Recorded())+
			". A range that was split or merged is another one from then on, so every request counts once."),
		view.H("table#range-table.ab", view.H("tbody", rows...)),
	)
}

// rangeRow is a line of the table: a number for each period, their sum, and words.
func rangeRow(head app.UI, counts []int64, words string) app.UI {
	cells, all := []app.UI{head}, int64(0)
	for _, n := range counts {
		all += n
		cells = append(cells, view.T("td.num", view.Number(int(n))))
	}
	return view.H("tr", append(cells, view.T("td.num", view.Number(int(all))), view.T("td", words))...)
}

// rangeWords says a range in one sentence.
func rangeWords(r *runs.Run, l *runs.RangeLife) string {
	if l.Offered == 0 {
		return "Never asked."
	}
	text := "From " + view.Clock(int64(l.First)*r.Window())
	if !l.Present {
		text += " to " + view.Clock(int64(l.Last+1)*r.Window()) + ", then split or merged"
	}
	if l.Throttled > 0 {
		text += "; " + view.Permil(l.Throttled*1000/max(1, l.Offered)) + " throttled"
	}
	return text + "."
}

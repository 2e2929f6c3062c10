package simulator

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// difference shows which of two runs accepted more, on the time axis of the maps.
type difference struct{ *scene }

// strip has a bar above its line for each column in which the second run accepted
// more, and one below it where the first did: the side tells them apart, not only
// the colour.
func (p difference) strip(first, second *runs.Run) app.UI {
	all := runs.Differences(first, second)
	h := &p.ui.plots[0].heat
	to := h.To
	if to == 0 {
		to = second.Columns()
	}
	up, down := differencePaths(all, h.From, to)
	return view.H("div.ser.ser--off",
		view.H("div.ser__l", view.T("span", "B − A"), view.T("b", "▲ B ▼ A")),
		view.H("div.ser__c", view.Shape("svg", "class", "off", "viewBox", strconv.Itoa(h.From)+" -100 "+strconv.Itoa(max(1, to-h.From))+" 200",
			"preserveAspectRatio", "none", "role", "img").Aria("label", sayDifferences(all, first, second)).Body(
			view.Shape("path", "class", "off__b", "d", up), view.Shape("path", "class", "off__a", "d", down),
			view.Shape("path", "class", "off__l", "d", "M"+strconv.Itoa(h.From)+" 0H"+strconv.Itoa(to)))),
	)
}

// differencePaths are the bars above and below the line; the longest of those in view
// is 100 high.
func differencePaths(all []runs.Difference, from, to int) (up, down string) {
	from, to = min(from, len(all)), min(to, len(all))
	most := int64(1)
	for _, d := range all[from:to] {
		most = max(most, d.Second-d.First, d.First-d.Second)
	}
	var above, below strings.Builder
	for i, d := range all[from:to] {
		out := &above
		if d.Second < d.First {
			out = &below
		}
		if off := (d.First - d.Second) * 100 / most; off != 0 {
			out.WriteString("M" + strconv.Itoa(from+i) + " 0v" + strconv.FormatInt(off, 10) + "h1V0z")
		}
	}
	return above.String(), below.String()
}

// sayDifferences counts the columns in which each run was ahead.
func sayDifferences(all []runs.Difference, first, second *runs.Run) string {
	if len(all) == 0 {
		return "Press Play to see which design accepts more, and when."
	}
	ahead := [3]int{}
	for _, d := range all {
		ahead[d.Ahead()+1]++
	}
	return second.Title + " accepted more in " + view.Number(ahead[2]) + " of " + view.Count(len(all), "period", "periods") + " of " +
		seconds(first.Window()) + " s, " + first.Title + " in " + view.Number(ahead[0]) + ". In " + view.Number(ahead[1]) +
		" they are within 1%."
}

// section is the strip in words and as a table.
func (p difference) section() app.UI {
	pair := p.pair()
	first, second := pair[0], pair[len(pair)-1]
	all := runs.Differences(first, second)
	rows := []app.UI{view.H("tr", heads("From", first.Title+", accepted/s", second.Title+", accepted/s", "B − A", "Ahead")...)}
	for i, d := range all[:min(len(all), tableRows)] {
		off := between("", int(d.First), int(d.Second), 0, view.Number)
		rows = append(rows, view.H("tr", view.T("th;scope=row", view.Clock(int64(i)*first.Window())), view.T("td.num", off.a),
			view.T("td.num", off.b), view.T("td.num", off.off),
			view.T("td", [...]string{first.Title, "equal", second.Title}[d.Ahead()+1])))
	}
	note := ""
	if len(all) > tableRows {
		note = "The first " + view.Number(tableRows) + " lines of " + view.Number(len(all)) + "."
	}
	return view.H("section#differences",
		view.T("h2", "Which design accepted more, and when"),
		view.T("p.verdict.num", sayDifferences(all, first, second)),
		view.H("details.off__t", view.T("summary", "Each period as a table"),
			view.H("div.scroll;tabindex=0;role=region;aria-label=Differences as a table",
				view.H("table#difference-table.ab", view.H("tbody", rows...)), view.T("p.hint", note))),
	)
}

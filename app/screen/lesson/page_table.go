package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// ledgerTable draws a table in the order of its keys: the ranges at the left,
// partitions bracketed, and beside each entity what the last command did with
// it. It is its own table for those who read with their ears.
func ledgerTable(l LessonTable, caption string) app.UI {
	if l.Missing {
		return view.T("p.empty", "There is no table "+l.Name+" yet.")
	}
	head := []app.UI{view.H("th;scope=col", view.PartitionKeyTerm()), view.H("th;scope=col", view.RowKeyTerm())}
	for _, c := range l.Columns {
		head = append(head, view.T("th;scope=col", c))
	}
	head = append(head, view.H("th;scope=col", view.T("span.vh", "What the last command did")))
	if l.Ranges > 1 {
		head = append([]app.UI{view.T("th;scope=col", "Range")}, head...)
	}
	var rows []app.UI
	for i := range l.Rows {
		rows = append(rows, tableRow(&l, i))
	}
	if l.Token != nil && !l.Ended {
		rows = append(rows, tokenRow(&l))
	}
	note := view.Count(l.Total, "entity", "entities")
	if l.Total > len(l.Rows) {
		note = view.Number(len(l.Rows)) + " of " + note
		if !l.Later {
			note = "The first " + note
		}
	}
	return view.H("div.led",
		view.H("div.led__s;tabindex=0;role=region", view.Attr("aria-label", caption), view.H("table",
			view.H("caption", view.T("b", caption), view.T("span.num", note)),
			view.H("thead", view.H("tr", head...)), view.H("tbody", rows...),
		)),
		app.If(l.Total == 0, func() app.UI { return view.T("p.empty", "The table is empty.") }),
	)
}

func tableRow(l *LessonTable, i int) app.UI {
	r := &l.Rows[i]
	var cells []app.UI
	if l.Ranges > 1 {
		name := view.El("td.led__r")
		if r.Begins {
			name = name.Body(view.H("span.sv", view.Attr("class", "sv--"+serverLetter(r.Range)), view.Text(serverName(r.Range))))
		}
		cells = append(cells, name.Class("led__r--"+serverLetter(r.Range)))
	}
	pk := view.El("td.led__pk")
	if r.First {
		pk = pk.Class("led__first")
	}
	cells = append(cells, pk.Body(view.T("span", view.Shorten(r.Key.PartitionKey, 40))), view.T("td.led__rk", view.Shorten(r.Key.RowKey, 40)))
	for _, c := range r.Cells {
		if c == "" {
			cells = append(cells, view.H("td.led__no", view.T("span.vh", "not there")))
			continue
		}
		cells = append(cells, view.T("td", view.Shorten(c, 28)))
	}
	tr := view.El("tr")
	what := ""
	switch {
	case r.Written:
		tr, what = tr.Class("led--new"), "written"
	case r.Returned:
		tr, what = tr.Class("led--got"), "returned"
	case r.Examined:
		tr, what = tr.Class("led--read"), "only read"
	}
	if r.Page > 0 {
		what += ", page " + strconv.Itoa(r.Page)
	}
	if r.Turns {
		tr = tr.Class("led--pg")
	}
	if r.More > 0 {
		what += " +" + strconv.Itoa(r.More) + " more"
	}
	last := view.T("td.led__w", what)
	if r.TokenHere {
		tr = tr.Class("led--tk")
		last = view.H("td.led__w", view.T("span", what), view.T("span.k.k--tk", "token"))
	}
	return tr.Body(append(cells, last)...)
}

func tokenRow(l *LessonTable) app.UI {
	span := len(l.Columns) + 3
	if l.Ranges > 1 {
		span++
	}
	return view.H("tr.led--tk", view.H("td", view.Attr("colspan", strconv.Itoa(span)),
		view.T("span.k.k--tk", "token"), view.Text(" The next page starts at "+view.Shorten(l.Token.Key().PartitionKey, 40)),
	))
}

// serverLetter names one of the four looks of a server, and serverName the
// range that it stands for.
func serverLetter(n int) string { return string([]byte{'a' + byte(n%4)}) }

func serverName(n int) string { return "R" + strconv.Itoa(n+1) }

// keyList draws keys as strings one below the other, so that the place at which
// two of them differ stands in one column.
func keyList(keys []rulerKey, caption string) app.UI {
	var rows []app.UI
	for _, k := range keys {
		rows = append(rows, view.H("li",
			view.T("span.kls__s", k.Same), view.T("span.kls__d", k.Differs), view.T("span.kls__t", k.Rest)))
	}
	return view.H("div.led",
		view.H("p.led__c", view.T("b", caption), view.T("span", "The first character that differs from the key before decides the order.")),
		view.H("ol.kls;tabindex=0", rows...),
	)
}

// dataTable shows what a data set holds, so that keys can be made of its columns
// before it is imported.
func dataTable(s *dataSample) app.UI {
	var head, rows []app.UI
	for _, c := range s.columns {
		head = append(head, view.T("th;scope=col", c))
	}
	for _, r := range s.rows {
		var cells []app.UI
		for _, text := range r {
			cells = append(cells, view.T("td", view.Shorten(text, 28)))
		}
		rows = append(rows, view.H("tr", cells...))
	}
	note := view.Count(s.total, "row", "rows")
	if s.total > len(s.rows) {
		note = "the first " + view.Number(len(s.rows)) + " of " + note
	}
	return view.H("details.disc.led.led--data",
		view.H("summary", view.Text("The data in "+s.name+", "+note), view.Icon("chevron-right", "chev")),
		view.H("div.led__s;tabindex=0;role=region", view.Attr("aria-label", "The data in "+s.name),
			view.H("table", view.H("thead", view.H("tr", head...)), view.H("tbody", rows...))),
	)
}

package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
)

// LedgerTable draws a table in the order of its keys: the ranges at the left,
// partitions bracketed, and beside each entity what the last command did with
// it. It is its own table for those who read with their ears.
func LedgerTable(l store.LessonTable, caption string) app.UI {
	if l.Missing {
		return T("p.empty", "There is no table "+l.Name+" yet.")
	}
	head := []app.UI{H("th;scope=col", PartitionKeyTerm()), H("th;scope=col", RowKeyTerm())}
	for _, c := range l.Columns {
		head = append(head, T("th;scope=col", c))
	}
	head = append(head, H("th;scope=col", T("span.vh", "What the last command did")))
	if l.Ranges > 1 {
		head = append([]app.UI{T("th;scope=col", "Range")}, head...)
	}
	var rows []app.UI
	for i := range l.Rows {
		rows = append(rows, lessonRow(&l, i))
	}
	if l.Token != nil && !l.Ended {
		rows = append(rows, tokenRow(&l))
	}
	note := Count(l.Total, "entity", "entities")
	if l.Total > len(l.Rows) {
		note = Number(len(l.Rows)) + " of " + note
		if !l.Later {
			note = "The first " + note
		}
	}
	return H("div.led",
		H("div.led__s;tabindex=0;role=region", Attr("aria-label", caption), H("table",
			H("caption", T("b", caption), T("span.num", note)),
			H("thead", H("tr", head...)), H("tbody", rows...),
		)),
		app.If(l.Total == 0, func() app.UI { return T("p.empty", "The table is empty.") }),
	)
}

func lessonRow(l *store.LessonTable, i int) app.UI {
	r := &l.Rows[i]
	var cells []app.UI
	if l.Ranges > 1 {
		name := El("td.led__r")
		if r.Begins {
			name = name.Body(H("span.sv", Attr("class", "sv--"+serverLetter(r.Range)), Text(serverName(r.Range))))
		}
		cells = append(cells, name.Class("led__r--"+serverLetter(r.Range)))
	}
	pk := El("td.led__pk")
	if r.First {
		pk = pk.Class("led__first")
	}
	cells = append(cells, pk.Body(T("span", Shorten(r.Key.PartitionKey, 40))), T("td.led__rk", Shorten(r.Key.RowKey, 40)))
	for _, c := range r.Cells {
		if c == "" {
			cells = append(cells, H("td.led__no", T("span.vh", "not there")))
			continue
		}
		cells = append(cells, T("td", Shorten(c, 28)))
	}
	tr := El("tr")
	what := ""
	switch {
	case r.Written:
		tr, what = tr.Class("led--new"), "written"
	case r.Returned:
		tr, what = tr.Class("led--got"), "returned"
	case r.Examined:
		tr, what = tr.Class("led--read"), "only read"
	}
	if r.More > 0 {
		what += " +" + strconv.Itoa(r.More) + " more"
	}
	last := T("td.led__w", what)
	if r.TokenHere {
		tr = tr.Class("led--tk")
		last = H("td.led__w", T("span", what), T("span.k.k--tk", "token"))
	}
	return tr.Body(append(cells, last)...)
}

func tokenRow(l *store.LessonTable) app.UI {
	span := len(l.Columns) + 3
	if l.Ranges > 1 {
		span++
	}
	return H("tr.led--tk", H("td", Attr("colspan", strconv.Itoa(span)),
		T("span.k.k--tk", "token"), Text(" The next page starts at "+Shorten(l.Token.Key().PartitionKey, 40)),
	))
}

// serverLetter names one of the four looks of a server, and serverName the
// range that it stands for.
func serverLetter(n int) string { return string([]byte{'a' + byte(n%4)}) }

func serverName(n int) string { return "R" + strconv.Itoa(n+1) }

// KeyList draws keys as strings one below the other, so that the place at which
// two of them differ stands in one column.
func KeyList(keys []store.RulerKey, caption string) app.UI {
	var rows []app.UI
	for _, k := range keys {
		rows = append(rows, H("li",
			T("span.kls__s", k.Same), T("span.kls__d", k.Differs), T("span.kls__t", k.Rest)))
	}
	return H("div.led",
		H("p.led__c", T("b", caption), T("span", "The first character that differs from the key before decides the order.")),
		H("ol.kls;tabindex=0", rows...),
	)
}

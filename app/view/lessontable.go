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
		return El("p.empty").Text("There is no table " + l.Name + " yet.")
	}
	head := []app.UI{El("th;scope=col").Body(PartitionKeyTerm()), El("th;scope=col").Body(RowKeyTerm())}
	for _, c := range l.Columns {
		head = append(head, El("th;scope=col").Text(c))
	}
	head = append(head, El("th;scope=col").Body(El("span.vh").Text("What the last command did")))
	if l.Ranges > 1 {
		head = append([]app.UI{El("th;scope=col").Text("Range")}, head...)
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
	return El("div.led").Body(
		El("div.led__s;tabindex=0;role=region").Aria("label", caption).Body(El("table").Body(
			El("caption").Body(El("b").Text(caption), El("span.num").Text(note)),
			El("thead").Body(El("tr").Body(head...)), El("tbody").Body(rows...),
		)),
		app.If(l.Total == 0, func() app.UI { return El("p.empty").Text("The table is empty.") }),
	)
}

func lessonRow(l *store.LessonTable, i int) app.UI {
	r := &l.Rows[i]
	var cells []app.UI
	if l.Ranges > 1 {
		name := El("td.led__r")
		if r.Begins {
			name = name.Body(El("span.sv").Class("sv--" + serverLetter(r.Range)).Text(serverName(r.Range)))
		}
		cells = append(cells, name.Class("led__r--"+serverLetter(r.Range)))
	}
	pk := El("td.led__pk")
	if r.First {
		pk = pk.Class("led__first")
	}
	cells = append(cells, pk.Body(El("span").Text(Shorten(r.Key.PartitionKey, 40))), El("td.led__rk").Text(Shorten(r.Key.RowKey, 40)))
	for _, c := range r.Cells {
		if c == "" {
			cells = append(cells, El("td.led__no").Body(El("span.vh").Text("not there")))
			continue
		}
		cells = append(cells, El("td").Text(Shorten(c, 28)))
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
	last := El("td.led__w").Text(what)
	if r.TokenHere {
		tr = tr.Class("led--tk")
		last = last.Body(El("span").Text(what), El("span.k.k--tk").Text("token"))
	}
	return tr.Body(append(cells, last)...)
}

func tokenRow(l *store.LessonTable) app.UI {
	span := len(l.Columns) + 3
	if l.Ranges > 1 {
		span++
	}
	return El("tr.led--tk").Body(El("td").Attr("colspan", strconv.Itoa(span)).Body(
		El("span.k.k--tk").Text("token"), app.Text(" The next page starts at "+Shorten(l.Token.Key().PartitionKey, 40))))
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
		rows = append(rows, El("li").Body(
			El("span.kls__s").Text(k.Same), El("span.kls__d").Text(k.Differs), El("span.kls__t").Text(k.Rest)))
	}
	return El("div.led").Body(
		El("p.led__c").Body(El("b").Text(caption), El("span").Text("The first character that differs from the key before decides the order.")),
		El("ol.kls;tabindex=0").Body(rows...),
	)
}

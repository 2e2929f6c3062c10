package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// wayOut tells of a cheaper way to ask the same, beside what the filter costs.
func (p *Playground) wayOut() app.UI {
	w, ok := p.store.WayOut()
	if !ok {
		return view.El("span;hidden=true")
	}
	n := len(w.Parts)
	title, button := "A way out: "+view.Count(n, "query", "queries")+" at the same time", "Run as "+view.Count(n, "query", "queries")
	if n == 1 {
		title, button = "A way out: one range", "Ask it like this"
	}
	total := p.ui.plan.Total
	rows := []app.UI{wayRow("As it is", "", p.ui.plan.Kind, w.Scan, [][2]int{{p.ui.plan.ReadFrom, p.ui.plan.ReadTo}}, total)}
	var places [][2]int
	for i, part := range w.Parts {
		place := [2]int{part.From, part.To}
		places = append(places, place)
		rows = append(rows, wayRow("Query "+strconv.Itoa(i+1), part.Filter, part.Kind, part.Cost, [][2]int{place}, total))
	}
	if n > 1 {
		rows = append(rows, wayRow("Together", "", query.Kind(0), w.Cost, places, total))
	}
	return view.El("section.way;aria-labelledby=way-title").Body(
		view.El("h3#way-title").Text(title),
		view.El("p").Text(w.Why+" "+waySentence(w)),
		view.El("div.scroll;tabindex=0;role=region;aria-label=What each way reads").Body(view.El("table").Body(
			view.El("caption.vh").Text("What the filter reads as it is, and as queries over ranges"),
			view.El("thead").Body(view.El("tr").Body(headCell("Way"), headCell("Place in the table"), view.El("th.r;scope=col").Text("Examined"), view.El("th.r;scope=col").Text("Round trips"))),
			view.El("tbody").Body(rows...),
		)),
		view.El("button#way.btn;type=button").Body(view.Icon("play"), app.Text(button)).OnClick(p.click("way", p.store.RunParts)),
	)
}

// waySentence compares the two ways.
func waySentence(w store.WayOut) string {
	if len(w.Parts) == 1 {
		return "All of these entities lie in one range of keys, so the index can go straight to it."
	}
	return "Each query reads one range of keys. The ranges do not overlap, so you can append one answer to the next: no entity comes twice, and the order holds. If you send them at the same time, you wait for " + view.Count(w.Longest, "round trip", "round trips") + "."
}

func wayRow(name, text string, kind query.Kind, cost trace.Cost, places [][2]int, total int) app.UI {
	var about app.UI = view.El("code").Body(view.Inked(view.FilterInk(text, view.NoWrong))...)
	if text == "" {
		about = view.El("span;hidden=true")
	}
	if name == "As it is" {
		about = view.El("span.muted").Text(kind.String())
	}
	return view.El("tr").Body(
		view.El("th;scope=row").Body(view.El("span").Text(name), about),
		view.El("td").Body(view.Reach(places, total)),
		view.El("td.r").Text(view.Number(cost.Examined)),
		view.El("td.r").Text(view.Number(cost.Pages)),
	)
}

package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// keyBounds tells which bounds on the keys follow from a filter on columns, and
// which of its conditions give none.
func (p *request) keyBounds() app.UI {
	k, ok := p.Store.Request.KeyBounds()
	if !ok {
		return view.El("span;hidden=true")
	}
	title := "What keeps these conditions from the keys"
	var body []app.UI
	switch n := len(k.Requests); {
	case n == 1:
		title = "The design turns this into bounds on the keys"
		body = append(body,
			view.T("p", "The service does not know how your keys are made. Your application does, and can say so:"),
			view.H("p", view.H("code", view.Inked(view.FilterInk(k.Bounds, view.NoWrong))...)),
			desk.Rests(k.Rests),
			view.H("button#add-bounds.btn.btn--sm;type=button", view.Icon("wand-sparkles"), view.Text("Add the bounds"),
				p.Click("add-bounds", p.Store.Request.AddBounds)))
	case n > 1:
		title = "The design turns this into " + view.Count(n, "request", "requests") + " with bounds on the keys"
		body = append(body, view.T("p", "The first one begins with these bounds. Add the filter as a question below to see what all of "+
			"them read."),
			view.H("p", view.H("code", view.Inked(view.FilterInk(k.Bounds, view.NoWrong))...)), desk.Rests(k.Rests))
	}
	return view.H("section.way;aria-labelledby=bounds-title", append([]app.UI{view.T("h3#bounds-title", title)},
		append(body, desk.BarrierList(&p.Desk, "plan", k.Barriers, true))...)...)
}

// wayOut tells of a cheaper way to ask the same, beside what the filter costs.
func (p *request) wayOut() app.UI {
	w, ok := p.Store.Request.WayOut()
	if !ok {
		return view.El("span;hidden=true")
	}
	n := len(w.Parts)
	title, button := "A way out: "+view.Count(n, "query", "queries")+" at the same time", "Run as "+view.Count(n, "query", "queries")
	if n == 1 {
		title, button = "A way out: one range", "Ask it like this"
	}
	total := p.plan.Total
	rows := []app.UI{wayRow("As it is", "", p.plan.Kind, w.Scan, [][2]int{{p.plan.ReadFrom, p.plan.ReadTo}}, total)}
	var places [][2]int
	for i, part := range w.Parts {
		place := [2]int{part.From, part.To}
		places = append(places, place)
		rows = append(rows, wayRow("Query "+strconv.Itoa(i+1), part.Filter, part.Kind, part.Cost, [][2]int{place}, total))
	}
	if n > 1 {
		rows = append(rows, wayRow("Together", "", query.Kind(0), w.Cost, places, total))
	}
	return view.H("section.way;aria-labelledby=way-title",
		view.T("h3#way-title", title),
		view.T("p", w.Why+" "+waySentence(w)),
		view.H("div.scroll;tabindex=0;role=region;aria-label=What each way reads", view.H("table",
			view.T("caption.vh", "What the filter reads as it is, and as queries over ranges"),
			view.H("thead", view.H("tr", desk.HeadCell("Way"), desk.HeadCell("Place in the table"), view.T("th.r;scope=col", "Examined"),
				view.T("th.r;scope=col", "Round trips"))),
			view.H("tbody", rows...),
		)),
		view.H("button#way.btn;type=button", view.Icon("play"), view.Text(button), p.Click("way", p.Store.Request.RunParts)),
	)
}

// waySentence compares the two ways.
func waySentence(w model.WayOut) string {
	if len(w.Parts) == 1 {
		return "All of these entities lie in one range of keys, so the index can go straight to it."
	}
	return "Each query reads one range of keys. The ranges do not overlap, so you can append one answer to the next: no entity comes twice, " +
		"and the order holds. If you send them at the same time, you wait for " + view.Count(w.Longest, "round trip", "round trips") + "."
}

func wayRow(name, text string, kind query.Kind, cost trace.Cost, places [][2]int, total int) app.UI {
	var about app.UI = view.H("code", view.Inked(view.FilterInk(text, view.NoWrong))...)
	if text == "" {
		about = view.El("span;hidden=true")
	}
	if name == "As it is" {
		about = view.T("span.muted", kind.String())
	}
	return view.H("tr",
		view.H("th;scope=row", view.T("span", name), about),
		view.H("td", view.Reach(places, total)),
		view.T("td.r", view.Number(cost.Examined)),
		view.T("td.r", view.Number(cost.Pages)),
	)
}

package designer

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// keyBounds tells which bounds on the keys follow from a filter on columns, and
// which of its conditions give none.
func (p *Page) keyBounds() app.UI {
	k, ok := p.store.Request.KeyBounds()
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
			rests(k.Rests),
			view.H("button#add-bounds.btn.btn--sm;type=button", view.Icon("wand-sparkles"), view.Text("Add the bounds"),
				p.Click("add-bounds", p.store.Request.AddBounds)))
	case n > 1:
		title = "The design turns this into " + view.Count(n, "request", "requests") + " with bounds on the keys"
		body = append(body, view.T("p", "The first one begins with these bounds. Add the filter as a question below to see what all of "+
			"them read."),
			view.H("p", view.H("code", view.Inked(view.FilterInk(k.Bounds, view.NoWrong))...)), rests(k.Rests))
	}
	return view.H("section.way;aria-labelledby=bounds-title", append([]app.UI{view.T("h3#bounds-title", title)},
		append(body, p.barrierList("plan", k.Barriers, true))...)...)
}

// rests says what bounds take from the rows that are there.
func rests(sentences []string) app.UI {
	if len(sentences) == 0 {
		return view.El("span;hidden=true")
	}
	return view.T("p.sc__rests", strings.Join(sentences, " "))
}

// barrierList names the conditions that do not bound a key, each with its
// reason, and with the edit that would make it where the design is the present
// one.
func (p *Page) barrierList(id string, all []model.Barrier, own bool) app.UI {
	if len(all) == 0 {
		return view.El("span;hidden=true")
	}
	var items []app.UI
	for n, b := range all {
		item := []app.UI{view.T("span", b.Reason)}
		if b.Edit != nil && own {
			key := map[bool]string{false: "PartitionKey", true: "RowKey"}[b.Edit.RowKey]
			item = append(item, view.H("div.row",
				view.H("button.btn.btn--sm;type=button", view.ID(id+"-edit-"+strconv.Itoa(n)), view.Icon("wand-sparkles"), view.Text(b.Edit.Label),
					p.Click(id+"-edit/"+b.Edit.Template, func() { p.store.Keys.Fix(*b.Edit) }),
				),
				view.H("span.muted", view.Text(key+" "), view.T("code", b.Edit.Template))))
			if b.Dearer != "" {
				item = append(item, view.T("p", b.Dearer))
			}
		}
		items = append(items, view.H("li", item...))
	}
	return view.H("ul.sc__bars;aria-label=Conditions that do not bound a key", items...)
}

// wayOut tells of a cheaper way to ask the same, beside what the filter costs.
func (p *Page) wayOut() app.UI {
	w, ok := p.store.Request.WayOut()
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
	return view.H("section.way;aria-labelledby=way-title",
		view.T("h3#way-title", title),
		view.T("p", w.Why+" "+waySentence(w)),
		view.H("div.scroll;tabindex=0;role=region;aria-label=What each way reads", view.H("table",
			view.T("caption.vh", "What the filter reads as it is, and as queries over ranges"),
			view.H("thead", view.H("tr", headCell("Way"), headCell("Place in the table"), view.T("th.r;scope=col", "Examined"),
				view.T("th.r;scope=col", "Round trips"))),
			view.H("tbody", rows...),
		)),
		view.H("button#way.btn;type=button", view.Icon("play"), view.Text(button), p.Click("way", p.store.Request.RunParts)),
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

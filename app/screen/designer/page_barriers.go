package designer

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
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

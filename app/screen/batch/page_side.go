package batch

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// side says what the service makes of the batch, rule by rule, and what a
// query sees.
func (b *Page) side() app.UI {
	title, text := b.explain()
	return view.H("aside.lab__r;aria-label=Explanation",
		explanation(title, text),
		b.rules(),
		b.readers(),
		view.T("h3", "What a transaction costs"),
		view.T("p", "One round trip, whatever the number of changes. It counts as that many entities against the target of its partition, so a "+
			"batch is no way around the target."),
	)
}

func explanation(title, text string) app.UI {
	return view.H("div;aria-live=polite", view.T("h2", title), view.T("p", text))
}

func (b *Page) explain() (title, text string) {
	v := b.Store.View()
	n := strconv.Itoa(v.Failed + 1)
	switch {
	case len(b.Store.Changes()) == 0:
		return "An empty batch", "The service refuses a transaction without changes. Add one."
	case v.Code == "" && v.Message != "":
		return "This cannot be sent", v.Message
	case v.Message == "" && b.Store.Sent():
		return "All changes are stored", "The service answered 202 for the batch, and with a status and an ETag for each change. No query has " +
			"seen a part of it."
	case v.Message == "":
		return "This batch keeps every rule", "Send it, and all of its changes are stored together."
	case v.Failed < 0:
		return "The service does not read it", string(v.Code) + ": " + v.Message +
			" The whole request is refused with 413, so the answer names no change. Send the changes in smaller batches."
	}
	title = "Change " + n + " would fail the batch"
	if b.Store.Sent() {
		title = "Change " + n + " failed the batch"
	}
	text = string(v.Code) + ": " + v.Message + " "
	if strings.HasPrefix(v.Message, strconv.Itoa(v.Failed)+":") {
		text += "The number in front of the sentence counts changes from 0. "
	}
	if v.Executed && v.Failed > 0 {
		return title, text + "The changes before it were done and are rolled back, and those after it are not tried."
	}
	return title, text + "The service finds this before it does any of the changes."
}

// rules lists each rule with the changes that break it.
func (b *Page) rules() app.UI {
	v := b.Store.View()
	items := make([]app.UI, len(batchRules))
	for i, r := range batchRules {
		var places []int
		if i < len(v.Rules) {
			places = v.Rules[i]
		}
		item := view.El("li")
		mark, word := app.UI(view.Icon("check", "ic--14")), "met"
		if len(places) > 0 {
			item, mark, word = item.Class("bad"), view.Icon("x", "ic--14"), brokenText(places)
		}
		items[i] = item.Body(mark, view.T("span", r.Title), view.T("span.rls__w", word))
	}
	return view.H("section;aria-labelledby=rules", view.T("h3#rules", "The rules"), view.H("ul.rls", items...))
}

func brokenText(places []int) string {
	switch n := len(places); {
	case places[0] < 0:
		return "broken"
	case n == 1:
		return "broken at " + strconv.Itoa(places[0]+1)
	default:
		return "broken at " + strconv.Itoa(places[0]+1) + " and " + strconv.Itoa(n-1) + " more"
	}
}

// readers says which of the changes a concurrent query sees.
func (b *Page) readers() app.UI {
	v := b.Store.View()
	items := []app.UI{}
	of := " of " + view.Count(len(b.Store.Changes()), "change", "changes")
	for i, r := range v.Readers {
		keys := strings.Join(r.Keys[:min(len(r.Keys), 5)], ", ")
		if len(r.Keys) > 5 {
			keys += " and " + strconv.Itoa(len(r.Keys)-5) + " more"
		}
		items = append(items, view.H("li",
			view.T("b", "A query that "+r.When), view.T("span.num", "sees "+strconv.Itoa(r.Changes)+of), view.T("span.mono", keys)))
		if i == 0 {
			items = append(items, view.H("li", view.T("b", "A query while the batch runs"), view.T("span.num", "sees the table before or after"),
				view.T("span", "There is no state between the two.")))
		}
	}
	return view.H("section;aria-labelledby=readers",
		view.T("h3#readers", "What a query of this partition sees"),
		view.H("ul.rds", items...),
		view.T("p", "Each page of a query is a snapshot of its partition. Two pages are two snapshots, so a batch can fall between them."),
	)
}

// http shows the batch as it is, or as it was sent.
func (b *Page) http() app.UI {
	v := b.Store.View()
	if v.Request.Method == "" {
		return view.El("div;hidden=true")
	}
	if m, ok := b.Store.Message(); ok {
		return ui.Exchanged("HTTP, one request for all changes", m, view.RequestInk(m.Request), ui.MarkInk(view.ResponseInk(m.Response),
			v.Message))
	}
	return view.H("details.http;open=true",
		view.H("summary", view.Icon("chevron-down", "chev"), view.T("span", "HTTP, one request for all changes")),
		view.H("div.http__b", ui.Pane("Request", "http-request", view.RequestInk(v.Request)),
			ui.Pane("Response", "http-response", []view.Ink{{Text: "Not sent yet."}})),
	)
}

package access

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// explain says what the last request came to.
func (a *Page) explain() (title, text string) {
	switch answer := a.Store.Answer(); {
	case answer == nil:
		return "Nothing is sent yet", "Choose what the signature allows. Then press a request to send it."
	case answer.Stale:
		return "The choices have changed", "Send a request to see what the service says now."
	default:
		return answer.Title, answer.Text
	}
}

// side says what the last request came to, and what the service looked at.
func (a *Page) side() app.UI {
	title, text := a.explain()
	return view.H("aside.lab__r;aria-label=Explanation",
		view.H("div;aria-live=polite", view.T("h2", title), view.T("p", text)),
		a.checks(),
		view.T("h3", "Who knows what"),
		view.T("p", "The owner signs with the account key and hands out the query string. Whoever has the string can use it, and nobody can "+
			"change it without the key. The service keeps no list of signatures: it puts the text together again from each request."),
		view.T("h3", "Taking it back"),
		view.T("p", "A signature is good until it ends. To end it before, let it name a stored policy, and remove the policy. A new account key "+
			"ends all signatures of the old one."),
	)
}

// looks are the icon, the word and the class of each state of a check.
var looks = map[accessState][3]string{
	met: {"check", "met", ""}, Failed: {"x", "failed", "bad"},
	unreached: {"", "not looked at", ""}, unchecked: {"", "", ""},
}

func (a *Page) checks() app.UI {
	var items []app.UI
	for _, c := range a.Store.Checks() {
		look := looks[c.State]
		mark := app.UI(view.El("span"))
		if look[0] != "" {
			mark = view.Icon(look[0], "ic--14")
		}
		items = append(items, view.H("li", view.Attr("class", look[2]), mark, view.T("span", c.Title), view.T("span.rls__w", look[1])))
	}
	return view.H("section;aria-labelledby=acc-checks",
		view.T("h3#acc-checks", "What the service looks at, in this order"),
		view.H("ol.rls", items...),
	)
}

// http shows the last request and its answer, with what is at fault marked.
func (a *Page) http() app.UI {
	answer := a.Store.Answer()
	if answer == nil {
		return view.El("div;hidden=true")
	}
	m := answer.Message
	request := view.RequestInk(m.Request)
	for _, one := range strings.Split(m.Request.URL[strings.Index(m.Request.URL, "?")+1:], "&") {
		name, _, _ := strings.Cut(one, "=")
		if slices.Contains(answer.Parameter, name) {
			request = ui.MarkInk(request, one)
		}
	}
	title := "HTTP, the last request"
	if answer.Stale {
		title = "HTTP, a request before the last choice"
	}
	return ui.Exchanged(title, m, request, view.ResponseInk(m.Response))
}

// ledger is the table in key order, with what the signature reaches.
func (a *Page) ledger() app.UI {
	var rows []app.UI
	for _, r := range a.Store.Rows() {
		reach, row := view.T("span.st.st--plain", "outside"), view.El("tr")
		if r.Inside {
			reach, row = view.T("span.st.st--ok", "inside"), row.Class("acc__i")
		}
		said := ""
		if r.Returned {
			said = "returned"
		}
		e := r.Entity
		rows = append(rows, row.Body(
			view.H("td", view.PartitionKeyChip(e.PartitionKey)), view.H("td", view.RowKeyChip(e.RowKey)),
			view.T("td.mono", step.StateText(&e)), view.H("td", reach), view.T("td", said)))
	}
	return view.H("section.card.bled;aria-labelledby=acc-rows",
		view.H("div.card__h", view.T("h2#acc-rows", "Rentals, in key order")),
		view.H("div.scroll;tabindex=0;role=region;aria-label=Ledger", view.H("table",
			view.H("thead", view.H("tr", ui.Heading("PartitionKey"), ui.Heading("RowKey"), ui.Heading("Properties"), ui.Heading("Key range"),
				ui.Heading("Last answer"))),
			view.H("tbody", rows...),
		)),
	)
}

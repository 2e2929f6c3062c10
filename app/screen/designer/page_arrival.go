package designer

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// arrivalID is the list in which the order of arrival is chosen.
const arrivalID = "arrival"

// arrival asks in what order the rows are written. Only with that order can
// anything be said about the load over time.
func arrival(p *desk.Desk) app.UI {
	now, choices := p.Store.Table.Arrival(), p.Store.Table.ArrivalChoices()
	options := make([]app.UI, len(choices))
	for i, c := range choices {
		options[i] = ui.Option(arrivalValue(c), c.String(), c == now)
	}
	return view.H("div.arrival",
		view.H("label", view.Attr("for", arrivalID), view.Text("Written in the order of")),
		p.Pick("select", "arrival", options, func(value string) {
			choices := p.Store.Table.ArrivalChoices()
			if i := slices.IndexFunc(choices, func(c draft.Arrival) bool { return arrivalValue(c) == value }); i >= 0 {
				p.Store.Table.SetArrival(choices[i])
			}
		}, view.ID(arrivalID), view.Attr("aria-describedby", arrivalID+"-why")),
		view.H("p", view.ID(arrivalID+"-why"), view.Text("A file has rows, not writes. Checks on load over time use this order, and stay silent "+
			"without one.")),
	)
}

// arrivalValue is what the list calls a choice.
func arrivalValue(a draft.Arrival) string {
	return [...]string{"unsaid", "none", "rows", "column "}[a.Kind] + a.Column
}

// unsaidArrival tells why nothing is said about load over time, and offers the
// guess.
func (p *findings) unsaidArrival(a draft.Arrival, reason string) app.UI {
	label := "Written in the order of " + a.Column
	if a.Kind == check.ReferenceData {
		label = "This is reference data"
	}
	return view.H("li",
		view.H("span.inf;role=img;aria-label=Note", view.Icon("circle-help", "ic--20")),
		view.H("div",
			view.T("h3", "Nobody said in which order these rows are written"),
			view.T("p", "Hot, append-only and prepend-only keys are therefore not looked for. "+reason),
			view.H("button.btn.btn--sm;type=button", view.Icon("wand-sparkles"), view.Text(label),
				p.Click("arrival/"+arrivalValue(a), func() { p.Store.Table.SetArrival(a) }),
			),
		),
	)
}

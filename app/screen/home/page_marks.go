package home

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// mark is one concept with the colour and shape that it keeps everywhere.
type mark struct {
	shape       []app.UI
	title, text string
}

func span(classes ...string) app.HTMLElem { return view.El("span").Class(classes...) }

func marks() app.UI {
	all := []mark{
		{[]app.UI{span("k", "k--pk").Text("Football_7991_03")}, "PartitionKey", "Groups entities. One group stays on one server."},
		{[]app.UI{span("k", "k--rk").Text("empid_000223")}, "RowKey", "Unique inside its partition and sorts the entities there."},
		{[]app.UI{span("k", "k--et").Text("v1"), view.Icon("arrow-right", "ic--14"), span("k", "k--et").Text("v2")}, "ETag",
			"The version of an entity. It changes on each write."},
		{[]app.UI{span("k", "k--tk").Text("Next: Comedy")}, "Continuation token", "A bookmark: the place where the next page starts."},
		{[]app.UI{span("rgseg", "s-a").Text("R1"), span("rgseg", "s-b").Text("R2")}, "Range partition",
			"A run of neighbouring keys that moves as one piece."},
		{[]app.UI{span("sv", "s-a").Text("A"), span("sv", "s-b").Text("B"), span("sv", "s-c").Text("C"), span("sv", "s-d").Text("D")},
			"Partition server", "Serves one or more ranges and has a fixed capacity."},
		{[]app.UI{span("ramp")}, "Heat", "Operations per second. Dark is idle, bright is busy."},
		{[]app.UI{span("hatch")}, "Rejected", "The service refused: 503 under load, 412 on a stale ETag."},
	}
	items := make([]app.UI, len(all))
	for i, m := range all {
		items[i] = view.H("li.mark",
			view.H("div.mark__g;aria-hidden=true", m.shape...),
			view.H("div", view.T("h3", m.title), view.T("p", m.text)),
		)
	}
	return view.H("section.sec",
		sectionHead("marks", "Eight marks to learn once", "Each concept keeps its colour and its shape in every drawing and table. The "+
			"playground uses PartitionKey, RowKey, the continuation token and the hatch."),
		view.H("ul.marks", items...),
	)
}

func model() app.UI {
	return view.H("section.sec",
		sectionHead("model", "What it models and what it does not", "The engine follows the documented rules of the service and counts what it "+
			"reads. It is a model, and these are its edges."),
		view.H("div.model",
			modelCard("Modelled", true,
				"All eight property types, with the service's limits and error codes.",
				"The order of keys: PartitionKey first, then RowKey, by UTF-16 code units.",
				"The whole $filter grammar, typed comparison included.",
				"Pages of at most 1,000 entities and continuation tokens in the service's own form.",
				"How many entities each query examines and returns.",
			),
			modelCard("Left out", false,
				"Seconds in the playground: it counts entities and round trips, and the network is yours. The simulator's are fitted to published "+
					"measurements.",
				"Servers, splits and throttling in the playground: its table is one range. The simulator has them, held to the figures that were "+
					"published.",
				"Prices, accounts and sign-in. No request leaves this page.",
				"More than 200,000 entities. Beyond that a browser tab is the wrong place.",
			),
		),
	)
}

func modelCard(title string, yes bool, lines ...string) app.UI {
	items := make([]app.UI, len(lines))
	for i, l := range lines {
		tick := span("chk", "chk--no").Aria("hidden", "true")
		if yes {
			tick = span("chk", "chk--done").Aria("hidden", "true").Body(view.Icon("check", "ic--12"))
		}
		items[i] = view.H("li", tick, view.T("span", l))
	}
	return view.H("div.card",
		view.H("div.card__h", view.T("h3", title)),
		view.H("ul.card__b", items...),
	)
}

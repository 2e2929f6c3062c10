package incoming

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// listedTimes bounds the columns that are offered as the time of writing.
const listedTimes = 6

// askArrival asks which column says when a row was written, and shows what follows
// from the answer. The likeliest column comes first.
func (p *Part) askArrival(own bool) app.UI {
	x, said := &p.importing, p.Store.Table.Arrival() != (draft.Arrival{})
	if !own || p.Store.Phase() != design.Ready || said && !x.step && !x.fresh {
		return view.El("div;hidden=true")
	}
	guess, reason, open := p.Store.Table.GuessedArrival()
	var first, rest []app.UI
	for i, a := range p.Store.Table.ArrivalChoices() {
		way := p.arrivalWay(i, a, open && a == guess, reason)
		switch {
		case a.Kind == check.UnknownArrival || len(rest) >= listedTimes:
		case open && a == guess:
			first = append(first, way)
		default:
			rest = append(rest, way)
		}
	}
	return view.H("section.readas__a;aria-labelledby=written-title",
		view.T("h3#written-title", "Which column says when a row was written?"),
		view.T("p.muted", "That moment decides where new writes land in the key space, and whether one server takes them all."),
		view.Around("div;role=group;aria-labelledby=written-title", append(first, rest...)),
		p.whatFollows(),
	)
}

// arrivalWay is one answer, with what speaks for it.
func (p *Part) arrivalWay(i int, a draft.Arrival, guessed bool, reason string) app.UI {
	title, why := a.Column, "Rows are written in the order of this column."
	switch a.Kind {
	case check.ReferenceData:
		title, why = "None: reference data", "The table is loaded once. Checks on writes are left out."
	case check.RowOrder:
		title, why = "None, but the rows come in that order", "Row 1 is written first, the last row last."
	}
	if guessed {
		why = reason
	}
	id := "written-" + strconv.Itoa(i)
	return view.H("div.readas__o",
		view.H("button;type=button", view.Attr("aria-describedby", id), view.Flag("aria-pressed", a == p.Store.Table.Arrival()), view.Text(title),
			p.Click("written/"+strconv.Itoa(int(a.Kind))+a.Column, func() { p.Store.Table.SetArrival(a) })),
		view.H("small", view.ID(id), view.Text(why)))
}

// whatFollows says where writes land with the present answer, under the present keys.
func (p *Part) whatFollows() app.UI {
	analysis := p.Store.Table.Analysis()
	if analysis == nil {
		return view.El("p;hidden=true")
	}
	title, detail := desk.WhereWrites(analysis.Arrival(), p.Store.Table.Findings())
	return view.H("p#written-says;role=status",
		view.H("span", view.Text("With this answer, under the present keys: "), view.T("b", title+".")), view.Text(" "+detail))
}

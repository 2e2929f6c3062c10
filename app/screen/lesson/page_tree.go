package lesson

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
)

// tree is the index of a table, and as a list what was read of it.
func (p pictures) tree(name, caption string) app.UI {
	v, ok := p.shown.tree(name)
	if !ok {
		return ledgerTable(p.table(name), caption)
	}
	t := step.TreePicture(&v, "hit")
	t.Label = caption + ": " + view.Count(len(v.Shape.Levels), "level", "levels") + ", " + view.Count(v.Shape.Nodes(), "node", "nodes") +
		", " + view.Count(len(v.Keys), "entity", "entities")
	return view.H("div.led.lt",
		view.H("p.led__c", view.T("b", caption), view.T("span.num", view.Count(len(v.Keys), "entity", "entities")+", "+view.Count(
			len(v.Shape.Levels), "level", "levels"))),
		view.H("div.led__s;tabindex=0;role=region", view.Attr("aria-label", caption), view.H("div.lt__w", t.Draw(planWidthOfLesson)),
			view.H("div.lt__n", t.Draw(view.PhoneWidth))),
		view.H("details.disc",
			view.H("summary", view.Text("The tree as a list"), view.Icon("chevron-right", "chev")),
			view.H("div", t.List(v.Fanout)),
		),
	)
}

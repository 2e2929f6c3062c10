package designer

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// previews are the three cards that follow every keystroke in a template.
func (p *findings) previews() app.UI {
	tri := view.El("div.tri")
	if p.Store.Keys.Stale() {
		tri = tri.Class("stale")
	}
	return tri.Body(p.checks(), p.sizes(), p.order())
}

// sizes is the distribution of entities over partitions, largest first.
func (p *findings) sizes() app.UI {
	return desk.Card("sizes", "Partition sizes", nil, desk.Sizes(&p.Desk)...)
}

// order is a few keys as the table sorts them, with the place of the next
// write.
func (p *findings) order() app.UI {
	sample := p.Store.Table.SortSample(model.SortedKeys)
	if len(sample.Groups) == 0 {
		return desk.Card("order", "Sort order", nil, view.T("p.muted", "No entity has a key yet."))
	}
	groups := make([]app.UI, 0, len(sample.Groups)+1)
	placed := false
	for _, g := range sample.Groups {
		groups = append(groups, sortedGroup(g))
		placed = placed || g.Next >= 0
	}
	if !placed {
		groups = append(groups, view.T("p.muted;style=font-size:var(--fs-13)", sample.Next))
	}
	end := view.H("span.st.st--plain.end", view.Icon("arrow-down", "ic--14"), view.Text("key order"))
	return desk.Card("order", "Sort order", end, groups...)
}

func sortedGroup(g check.SampleGroup) app.UI {
	rows := []app.UI{view.H("h3",
		view.H("b", view.Attr("title", g.PartitionKey), view.Text(desk.Named(g.PartitionKey))),
		view.T("span.num", view.Count(g.Entities, "entity", "entities")),
	)}
	for i, r := range g.Rows {
		if g.Next == i {
			rows = append(rows, nextWrite())
		}
		rows = append(rows, view.H("div.sort__r",
			view.H("code", view.Attr("title", r.RowKey), view.Text(desk.Named(r.RowKey))), view.T("span", "row "+view.Number(r.Row+1)),
		))
	}
	if g.Next >= len(g.Rows) {
		rows = append(rows, nextWrite())
	}
	return view.H("div.sort__p", rows...)
}

func nextWrite() app.UI {
	return view.H("div.sort__next", view.Icon("arrow-right", "ic--14"), view.Text("the next write lands here"))
}

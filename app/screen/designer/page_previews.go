package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// previews are the three cards that follow every keystroke in a template.
func (p *Page) previews() app.UI {
	tri := view.El("div.tri")
	if p.store.Keys.Stale() {
		tri = tri.Class("stale")
	}
	return tri.Body(p.checks(), p.sizes(), p.order())
}

// sizes is the distribution of entities over partitions, largest first.
func (p *Page) sizes() app.UI {
	return card("sizes", "Partition sizes", nil, p.sizesBody()...)
}

func (p *Page) sizesBody() []app.UI {
	s := p.store.Table.Sizes(model.LargestSizes)
	if s.Partitions == 0 {
		return []app.UI{view.T("p.muted", "No entity has a key yet.")}
	}
	rows := make([]app.UI, 0, len(s.Top)+1)
	for _, l := range s.Top {
		width := strconv.FormatFloat(100*float64(l.Entities)/float64(s.Top[0].Entities), 'f', 1, 64)
		rows = append(rows, view.H("tr",
			view.H("th;scope=row", view.Attr("title", l.PartitionKey), view.Text(named(l.PartitionKey))),
			view.H("td;aria-hidden=true", view.H("i", view.Attr("style", "width:"+width+"%"))),
			view.T("td.num", view.Number(l.Entities)),
		))
	}
	if s.Rest > 0 {
		rows = append(rows, view.H("tr.rest",
			view.T("th;scope=row", view.Number(s.Rest)+" more"), view.El("td;aria-hidden=true"), view.T("td.num", view.Number(s.RestEntities)),
		))
	}
	return []app.UI{
		view.H("div.big.num",
			view.T("b", view.Share(s.LargestShare)),
			view.Text("in the largest of "+view.Count(s.Partitions, "partition", "partitions")+", median "+view.Share(s.MedianShare)),
		),
		view.H("table.bars.num",
			view.T("caption.vh", "Entities by partition, largest first"),
			view.H("tbody", rows...),
		),
	}
}

// named shows a key that may be empty text, which the service allows.
func named(key string) string {
	if key == "" {
		return "(empty text)"
	}
	return key
}

// order is a few keys as the table sorts them, with the place of the next
// write.
func (p *Page) order() app.UI {
	sample := p.store.Table.SortSample(model.SortedKeys)
	if len(sample.Groups) == 0 {
		return card("order", "Sort order", nil, view.T("p.muted", "No entity has a key yet."))
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
	return card("order", "Sort order", end, groups...)
}

func sortedGroup(g check.SampleGroup) app.UI {
	rows := []app.UI{view.H("h3",
		view.H("b", view.Attr("title", g.PartitionKey), view.Text(named(g.PartitionKey))),
		view.T("span.num", view.Count(g.Entities, "entity", "entities")),
	)}
	for i, r := range g.Rows {
		if g.Next == i {
			rows = append(rows, nextWrite())
		}
		rows = append(rows, view.H("div.sort__r",
			view.H("code", view.Attr("title", r.RowKey), view.Text(named(r.RowKey))), view.T("span", "row "+view.Number(r.Row+1)),
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

// card is a titled box; end stands at the right of its title.
func card(id, title string, end app.UI, body ...app.UI) app.UI {
	head := []app.UI{view.H("h2", view.ID(id), view.Text(title))}
	if end != nil {
		head = append(head, end)
	}
	return view.H("section.card", view.Attr("aria-labelledby", id),
		view.H("div.card__h", head...),
		view.H("div.card__b", body...),
	)
}

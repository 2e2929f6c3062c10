package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
)

// previews are the three cards that follow every keystroke in a template.
func (p *Playground) previews() app.UI {
	tri := app.Elem("div").Class("tri")
	if p.store.Stale() {
		tri = tri.Class("stale")
	}
	return tri.Body(p.sizes(), p.order(), p.checks())
}

// sizes is the distribution of entities over partitions, largest first.
func (p *Playground) sizes() app.UI {
	return card("sizes", "Partition sizes", nil, p.sizesBody()...)
}

func (p *Playground) sizesBody() []app.UI {
	s := p.store.Sizes(store.LargestSizes)
	if s.Partitions == 0 {
		return []app.UI{app.Elem("p").Class("muted").Text("No entity has a key yet.")}
	}
	rows := make([]app.UI, 0, len(s.Top)+1)
	for _, l := range s.Top {
		width := strconv.FormatFloat(100*float64(l.Entities)/float64(s.Top[0].Entities), 'f', 1, 64)
		rows = append(rows, app.Elem("tr").Body(
			app.Elem("th").Attr("scope", "row").Title(l.PartitionKey).Text(named(l.PartitionKey)),
			app.Elem("td").Aria("hidden", "true").Body(app.Elem("i").Style("width", width+"%")),
			app.Elem("td").Class("num").Text(view.Number(l.Entities)),
		))
	}
	if s.Rest > 0 {
		rows = append(rows, app.Elem("tr").Class("rest").Body(
			app.Elem("th").Attr("scope", "row").Text(view.Number(s.Rest)+" more"), app.Elem("td").Aria("hidden", "true"), app.Elem("td").Class("num").Text(view.Number(s.RestEntities)),
		))
	}
	return []app.UI{
		app.Elem("div").Class("big", "num").Body(
			app.Elem("b").Text(view.Share(s.LargestShare)),
			app.Text("in the largest of "+view.Count(s.Partitions, "partition", "partitions")+", median "+view.Share(s.MedianShare)),
		),
		app.Elem("table").Class("bars", "num").Body(
			app.Elem("caption").Class("vh").Text("Entities by partition, largest first"),
			app.Elem("tbody").Body(rows...),
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
func (p *Playground) order() app.UI {
	sample := p.store.SortSample(store.SortedKeys)
	if len(sample.Groups) == 0 {
		return card("order", "Sort order", nil, app.Elem("p").Class("muted").Text("No entity has a key yet."))
	}
	groups := make([]app.UI, 0, len(sample.Groups)+1)
	placed := false
	for _, g := range sample.Groups {
		groups = append(groups, sortedGroup(g))
		placed = placed || g.Next >= 0
	}
	if !placed {
		groups = append(groups, app.Elem("p").Class("muted").Style("font-size", "var(--fs-13)").Text(sample.Next))
	}
	end := app.Elem("span").Class("st", "st--plain", "end").Body(view.Icon("arrow-down", "ic--14"), app.Text("key order"))
	return card("order", "Sort order", end, groups...)
}

func sortedGroup(g keys.SampleGroup) app.UI {
	rows := []app.UI{app.Elem("h3").Body(
		app.Elem("b").Title(g.PartitionKey).Text(named(g.PartitionKey)),
		app.Elem("span").Class("num").Text(view.Count(g.Entities, "entity", "entities")),
	)}
	for i, r := range g.Rows {
		if g.Next == i {
			rows = append(rows, nextWrite())
		}
		rows = append(rows, app.Elem("div").Class("sort__r").Body(
			app.Elem("code").Title(r.RowKey).Text(named(r.RowKey)), app.Elem("span").Text("row "+view.Number(r.Row+1)),
		))
	}
	if g.Next >= len(g.Rows) {
		rows = append(rows, nextWrite())
	}
	return app.Elem("div").Class("sort__p").Body(rows...)
}

func nextWrite() app.UI {
	return app.Elem("div").Class("sort__next").Body(view.Icon("arrow-right", "ic--14"), app.Text("the next write lands here"))
}

// card is a titled box; end stands at the right of its title.
func card(id, title string, end app.UI, body ...app.UI) app.UI {
	head := []app.UI{app.Elem("h2").ID(id).Text(title)}
	if end != nil {
		head = append(head, end)
	}
	return app.Elem("section").Class("card").Aria("labelledby", id).Body(
		app.Elem("div").Class("card__h").Body(head...),
		app.Elem("div").Class("card__b").Body(body...),
	)
}

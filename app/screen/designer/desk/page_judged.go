package desk

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Rests says what bounds take from the rows that are there.
func Rests(sentences []string) app.UI {
	if len(sentences) == 0 {
		return view.El("span;hidden=true")
	}
	return view.T("p.sc__rests", strings.Join(sentences, " "))
}

// BarrierList names the conditions that do not bound a key, each with its
// reason, and with the edit that would make it where the design is the present
// one.
func BarrierList(p *Desk, id string, all []model.Barrier, own bool) app.UI {
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
					p.Click(id+"-edit/"+b.Edit.Template, func() { p.Store.Keys.Fix(*b.Edit) }),
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

// StrayIn tells of a name in a filter that no entity has, or of a value of
// another type than its column, or returns nil.
func StrayIn(p *Desk, text string) app.UI {
	stray, _ := p.Store.Hints.Stray(text)
	if stray.End == stray.Start {
		if about := p.Store.Rows.Mismatched(text); about != "" {
			return view.T("span.mismatch", about)
		}
		return nil
	}
	return StrayName(text[stray.Start:stray.End], " is the name of no column. A comparison with a property that an entity lacks is false.")
}

// StrayName is a name with what is said of it.
func StrayName(name, about string) app.UI {
	return view.H("span", view.T("code", name), view.Text(about))
}

// Sizes is the distribution of entities over partitions, largest first.
func Sizes(p *Desk) []app.UI {
	s := p.Store.Table.Sizes(model.LargestSizes)
	if s.Partitions == 0 {
		return []app.UI{view.T("p.muted", "No entity has a key yet.")}
	}
	rows := make([]app.UI, 0, len(s.Top)+1)
	for _, l := range s.Top {
		width := strconv.FormatFloat(100*float64(l.Entities)/float64(s.Top[0].Entities), 'f', 1, 64)
		rows = append(rows, view.H("tr",
			view.H("th;scope=row", view.Attr("title", l.PartitionKey), view.Text(Named(l.PartitionKey))),
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

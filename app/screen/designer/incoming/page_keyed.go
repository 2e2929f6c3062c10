package incoming

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// keyedWidth is how many characters of a value a part of a key shows.
const keyedWidth = 32

// keyed draws how the first rows become keys: each part of a key over the column
// that it is made of.
func (p *Part) keyed(own bool) app.UI {
	if !own || p.Store.Phase() != design.Ready {
		return view.El("div;hidden=true")
	}
	partitions, rows := p.Store.Keys.FirstKeys(draft.PartitionKey), p.Store.Keys.FirstKeys(draft.RowKey)
	if len(partitions) == 0 || len(rows) == 0 {
		return view.El("div;hidden=true")
	}
	lines := make([]app.UI, len(rows))
	for i := range lines {
		lines[i] = view.H("tr",
			view.T("th.num;scope=row", "Row "+strconv.Itoa(i+1)),
			view.H("td", keyOfParts("k--pk", partitions[i])...),
			view.H("td", keyOfParts("k--rk", rows[i])...),
		)
	}
	return view.H("div.keyed.scroll", view.H("table",
		view.T("caption", "How the first rows become keys"),
		view.H("thead", view.H("tr", view.T("td", ""),
			view.H("th;scope=col", view.PartitionKeyTerm()), view.H("th;scope=col", view.RowKeyTerm()))),
		view.H("tbody", lines...),
	))
}

// keyOfParts draws a key by its parts, or says why the row has none.
func keyOfParts(class string, k model.FirstKey) []app.UI {
	if k.Fault != nil {
		return []app.UI{view.T("span.bad", "No key: "+k.Fault.Error())}
	}
	parts := make([]app.UI, len(k.Pieces))
	for i, piece := range k.Pieces {
		if piece.Literal {
			parts[i] = view.T("span.keyed__l", piece.Gives)
			continue
		}
		parts[i] = view.H("span.keyed__p",
			view.H("span.k", view.Attr("class", class), view.Attr("title", piece.Text),
				view.Text(view.Shorten(desk.Named(piece.Gives), keyedWidth))),
			view.T("small", madeOf(piece)),
		)
	}
	return parts
}

// madeOf names the columns of a part, or what it is made of instead.
func madeOf(piece model.Piece) string {
	if names := piece.Columns(); len(names) > 0 {
		return strings.Join(names, ", ")
	}
	return strings.Trim(piece.Text, "{}")
}

// inKeys marks a column that stands in a key.
func (p *Part) inKeys(column int) app.UI {
	if column < 0 || column >= len(p.Store.Rows.Columns()) {
		return view.El("span;hidden=true")
	}
	name := p.Store.Rows.Columns()[column].Name
	reads := func(part draft.Part) bool {
		return slices.ContainsFunc(p.Store.Keys.Pieces(part), func(x model.Piece) bool { return slices.Contains(x.Columns(), name) })
	}
	return view.H("small.keyed__c",
		app.If(reads(draft.PartitionKey), view.PartitionKeyTerm),
		app.If(reads(draft.RowKey), view.RowKeyTerm),
	)
}

package tokens

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
)

// track is the key space as one bar: an ordered list of partitions, each a list
// of entities, with the ranges, what was read and the bookmark.
func (p *Page) track() app.UI {
	rows := p.Store.Reading.Rows()
	var parts []app.UI
	pages := len(p.Store.Reading.Pages())
	for i := 0; i < len(rows); {
		n := i + 1
		for n < len(rows) && !rows[n].First {
			n++
		}
		part := view.El("li").Style("flex-grow", strconv.Itoa(n-i))
		name := view.El("span.tkt__n").Title(rows[i].Key.PartitionKey).Text(rows[i].Key.PartitionKey)
		if rows[i].Begins && p.Store.Reading.Ranges() > 1 {
			part = part.Class("cut")
			name = name.Body(view.T("b", "R"+strconv.Itoa(rows[i].Range+1)), view.Text(" "+rows[i].Key.PartitionKey))
		}
		var dots []app.UI
		for ; i < n; i++ {
			dots = append(dots, p.dot(&rows[i], pages, i > len(rows)/2))
		}
		parts = append(parts, part.Body(name, view.H("ol", dots...)))
	}
	live := app.UI(view.El("span;hidden=true"))
	if token, ok := p.Store.Reading.Marked(); ok {
		live = view.H("p.only-sm.tkt__m;aria-hidden=true", view.T("span.k.k--tk", words(token)))
	}
	return view.H("section.card.tkt;aria-labelledby=token-track",
		view.T("h2#token-track", "Key space"),
		view.H("ol.tkt__b", parts...),
		live,
		view.H("p.tkt__k;aria-hidden=true",
			view.H("span", view.El("i.x.hit.m"), view.Text("returned")),
			view.H("span", view.El("i.x.m"), view.Text("matches, not returned")),
			view.H("span", view.El("i.x.e"), view.Text("examined")),
			view.H("span", view.El("i.x.now"), view.Text("by the last page")),
			app.If(p.Store.Reading.Ranges() > 1, func() app.UI { return view.H("span", view.El("i.cut"), view.Text("range boundary")) }),
		),
	)
}

// rowState says what the reading did with an entity.
func rowState(r *tokenRow) string {
	number := "page " + strconv.Itoa(r.Read)
	switch {
	case r.Gone && r.Returned > 0:
		return "returned on page " + strconv.Itoa(r.Page) + ", deleted since"
	case r.Gone:
		return "deleted"
	case r.Returned > 1:
		return "returned " + strconv.Itoa(r.Returned) + " times, last on page " + strconv.Itoa(r.Page)
	case r.Returned == 1:
		return "returned, page " + strconv.Itoa(r.Page)
	case r.Read > 0 && r.Since:
		return "inserted since " + number
	case r.Read > 0:
		return "read, " + number
	case r.Outside:
		return "outside the filter"
	case r.Matches:
		return "ahead, matches"
	}
	return "ahead"
}

func (p *Page) dot(r *tokenRow, pages int, right bool) app.UI {
	text := r.Key.RowKey + ", " + rowState(r)
	li := view.El("li.x").Title(text)
	for _, look := range []struct {
		class string
		on    bool
	}{
		{"e", r.Read > 0 && !r.Gone}, {"now", r.Read == pages && pages > 0}, {"m", r.Matches}, {"hit", r.Returned > 0},
		{"gone", r.Gone}, {"bm", r.Live}, {"bm--r", r.Live && right}, {"was", r.Bookmark > 0 && !r.Live},
	} {
		if look.on {
			li = li.Class(look.class)
		}
	}
	body := []app.UI{view.T("span.vh", text)}
	if token, ok := p.Store.Reading.Marked(); ok && r.Live {
		body = append(body, view.T("span.tkt__p", "Bookmark: "+words(token)))
	}
	return li.Body(body...)
}

// words writes a token as the two keys that it holds.
func words(t query.ContinuationToken) string {
	if t.HasRowKey {
		return t.NextPartitionKey + ", " + t.NextRowKey
	}
	return t.NextPartitionKey + ", no NextRowKey"
}

// ledger is the table in key order: its text is what the track shows.
func (p *Page) ledger() app.UI {
	rows, pages := p.Store.Reading.Rows(), len(p.Store.Reading.Pages())
	ranged := p.Store.Reading.Ranges() > 1
	head := []app.UI{view.H("th;scope=col", view.PartitionKeyTerm()), view.H("th;scope=col", view.RowKeyTerm()),
		view.T("th;scope=col", "Year"), view.T("th;scope=col", "Reading")}
	if ranged {
		head = append([]app.UI{view.T("th;scope=col", "Range")}, head...)
	}
	lines := make([]app.UI, len(rows))
	for i := range rows {
		lines[i] = p.line(&rows[i], ranged, pages)
	}
	return view.H("div.led.tkl",
		view.H("p.led__c", view.T("b", "Ledger, in key order"), view.T("span.num", view.Count(len(rows), "entity", "entities"))),
		view.H("div#token-ledger.led__s;tabindex=0;role=region;aria-label=Ledger", view.H("table",
			view.T("caption.vh", "Ledger"),
			view.H("thead", view.H("tr", head...)), view.H("tbody", lines...),
		)),
	)
}

func (p *Page) line(r *tokenRow, ranged bool, pages int) app.UI {
	var cells []app.UI
	letter := string([]byte{'a' + byte(r.Range%4)})
	if ranged {
		name := view.El("td").Class("led__r--" + letter)
		if r.Begins {
			name = name.Body(view.H("span.sv", view.Attr("class", "s-"+letter), view.Text("R"+strconv.Itoa(r.Range+1))))
		}
		cells = append(cells, name)
	}
	pk := view.El("td.led__pk")
	if r.First {
		pk = pk.Class("led__first")
	}
	state := view.T("td.led__w", rowState(r))
	tr := view.El("tr")
	for _, look := range []struct {
		class string
		on    bool
	}{
		{"led--got", r.Returned > 0}, {"now", r.Read == pages && pages > 0}, {"led--tk", r.Live},
		{"was", r.Bookmark > 0 && !r.Live}, {"out", r.Outside}, {"gone", r.Gone}, {"e", r.Read > 0},
	} {
		if look.on {
			tr = tr.Class(look.class)
		}
	}
	switch token, ok := p.Store.Reading.Marked(); {
	case r.Live && ok:
		tr = tr.ID("token-here")
		state = view.H("td.led__w", view.Text(rowState(r)+" "), view.T("span.k.k--tk", words(token)))
	case r.Bookmark > 0:
		state = view.H("td.led__w", view.Text(rowState(r)+" "), view.T("span.tkl__u", "token "+strconv.Itoa(r.Bookmark)+", used"))
	}
	return tr.Body(append(cells, pk.Body(view.T("span", r.Key.PartitionKey)), view.T("td.led__rk", r.Key.RowKey), view.T("td.num", r.Year),
		state)...)
}

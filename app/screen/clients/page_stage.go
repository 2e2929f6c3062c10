package clients

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// circle draws a client.
func circle(who int) app.UI {
	return view.T("span.cl;aria-hidden=true", Names[who])
}

// cards show what each side knows of the entity.
func (c *Page) cards() app.UI {
	return view.H("div.trio", c.clientCard(0), c.serviceCard(), c.clientCard(1))
}

func (c *Page) clientCard(who int) app.UI {
	e, tag, known := c.Store.remembered(who)
	now, there := c.Store.entity()
	state := app.UI(view.El("span;hidden=true"))
	switch {
	case known && !there:
		state = view.T("span.st.st--bad", "gone")
	case known && tag != now.ETag():
		state = view.T("span.st.st--bad", "stale")
	}
	body := app.UI(view.T("p.muted", "Has not read the entity."))
	if known {
		body = properties(e.Properties, now.Properties, "differs")
	}
	return view.H("article.who",
		view.H("h2.who__h", circle(who), view.T("span", "Client "+Names[who]), state, ui.Etag(c.Store.Diagram().Name(tag))),
		body,
		c.program(who),
	)
}

// properties lists values, and says which are not those of another list.
func properties(list, other []table.Property, word string) app.UI {
	rows := make([]app.UI, len(list))
	theirs := table.Entity{Properties: other}
	for i, p := range list {
		value := p.Value.String()
		if p.Value.Type() == table.String {
			value = p.Value.Str()
		}
		cells := []app.UI{view.T("dt", p.Name), view.T("dd", value)}
		if len(other) > 0 && theirs.Property(p.Name) != p.Value {
			cells = append(cells, view.T("dd.ent__n", word))
		}
		rows[i] = view.H("div", cells...)
	}
	return view.H("dl.ent", rows...)
}

// serviceCard shows the entity as it is stored, and the versions before it.
func (c *Page) serviceCard() app.UI {
	d := c.Store.Diagram()
	e, there := c.Store.entity()
	tags := []app.UI{}
	first := max(0, len(d.Versions)-3)
	for _, v := range d.Versions[first:] {
		tag := view.El("span.k.k--et").Text(v.Name)
		if v.Tag != e.ETag() || !there {
			tag = tag.Class("old").Title("An earlier version")
		}
		if !v.Deleted {
			tags = append(tags, tag)
		}
	}
	body := app.UI(view.T("p.muted", "There is no such entity."))
	if there {
		var before []table.Property
		if n := len(d.Versions); n > 1 {
			before = d.Versions[n-2].Properties
		}
		body = properties(e.Properties, before, "new")
	}
	return view.H("article.who.who--svc",
		view.H("h2.who__h", view.Icon("database"), view.T("span", "Service"), view.H("span.vv", tags...)),
		view.H("div.row.ent__k", view.PartitionKeyChip(c.Store.subject.key.PartitionKey), view.RowKeyChip(c.Store.subject.key.RowKey)),
		body,
		c.versions(d),
	)
}

// versions is the history of the entity as a list.
func (c *Page) versions(d *Diagram) app.UI {
	items := []app.UI{}
	for _, v := range d.Versions[c.undrawn(len(d.Versions)):] {
		by := "the set-up"
		if v.By != "" {
			by = v.By
		}
		text := v.Name + " by " + by
		if v.Deleted {
			text = "deleted by " + by
		}
		item := []app.UI{view.T("span", text)}
		for _, l := range v.Lost {
			item = append(item[:1], view.T("b.bad", " over "+l.Of+"'s "+wordOr(l.Property, "entity")))
		}
		items = append(items, view.H("li", item...))
	}
	return view.H("details.vh__d",
		view.T("summary", "History, "+view.Count(len(d.Versions), "version", "versions")),
		app.If(len(items) < len(d.Versions), func() app.UI { return view.T("p.hint", "The last "+view.Number(len(items))+" of them.") }),
		view.H("ol", items...),
	)
}

func wordOr(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// sequence is the diagram: an ordered list, drawn as arrows between three
// lines.
func (c *Page) sequence() app.UI {
	d := c.Store.Diagram()
	first := c.undrawn(len(d.Rows))
	items := make([]app.UI, 0, len(d.Rows)-first+2)
	if first > 0 {
		items = append(items, view.H("li.sq.sq--note.sq--c", c.moreRows(first)))
	}
	for i, r := range d.Rows[first:] {
		items = append(items, c.row(first+i, r))
	}
	if len(items) == 0 {
		items = append(items, view.T("li.seq__0", "Pick a step for A or B. You decide who goes first."))
	}
	head := view.H("li.sq__h;aria-hidden=true", view.T("span", "A"), view.T("span", "Service"), view.T("span", "B"))
	return view.H("ol.seq;aria-label=Messages", append([]app.UI{head}, items...)...)
}

// drawnRows is how many rows are drawn at first, the latest ones, and how many
// more with each press: thousands would keep the page for a moment with every step.
const drawnRows = 120

// undrawn is how many of the first rows of a list are not drawn.
func (c *Page) undrawn(rows int) int { return max(0, rows-drawnRows*(1+c.earlier)) }

// moreRows is the button that draws earlier rows.
func (c *Page) moreRows(undrawn int) app.UI {
	text := "Show " + view.Number(min(drawnRows, undrawn)) + " of " + view.Count(undrawn, "earlier row", "earlier rows")
	return view.H("button#earlier-rows.btn.btn--sm;type=button", view.Text(text), c.Click("earlier-rows", func() { c.earlier++ }))
}

// rowText is a row as a sentence.
func rowText(r Row) string {
	who := "The clock"
	if r.Client >= 0 {
		who = "Client " + Names[r.Client]
	}
	with := ""
	if r.Version != "" {
		with = " with " + r.Version
	}
	switch r.Kind {
	case requestRow:
		text := who + " sends " + r.Text + with + ", " + r.About
		if r.Lost {
			text += ". The request is lost"
		}
		return text
	case compareRow:
		text := "The service compares " + r.Version + " with " + r.Stored
		if r.OK && r.After != "" {
			return text + ": match, stored as " + r.After
		}
		if r.OK {
			return text + ": match"
		}
		return text + ": stale, nothing changes"
	case responseRow:
		text := who + " hears " + r.Text + " " + r.About + with
		if r.Lost {
			text = "The service answers " + r.Text + " " + r.About + ", and the answer is lost"
		}
		return text
	}
	return who + ": " + r.Text
}

func (c *Page) row(i int, r Row) app.UI {
	side := "b"
	if r.Client == 0 {
		side = "a"
	}
	item := view.El("li").Class("sq", "sq--"+side)
	say := view.T("span.vh", rowText(r))
	switch r.Kind {
	case noteRow:
		if r.Client < 0 {
			item = view.El("li.sq.sq--c")
		}
		return item.Class("sq--note").Body(say, view.T("span.sq__n;aria-hidden=true", r.Text))
	case compareRow:
		return item.Class("sq--cmp").Body(say, c.comparison(r))
	}
	toService := r.Kind == requestRow
	item = item.Class("sq--msg")
	for _, look := range []struct {
		class string
		on    bool
	}{
		{"sq--right", toService == (r.Client == 0)}, {"sq--rsp", !toService}, {"sq--bad", !toService && !r.OK},
		{"sq--lost", r.Lost}, {"sq--late", r.Late}, {"sq--on", i == c.picked()},
	} {
		if look.on {
			item = item.Class(look.class)
		}
	}
	what := "Show the request as HTTP"
	if !toService {
		what = "Show the response as HTTP"
	}
	return item.Body(
		say,
		view.H("button;type=button", view.Attr("aria-label", what+", row "+strconv.Itoa(i+1)), view.Flag("aria-pressed", i == c.picked()),
			c.Click("row/"+strconv.Itoa(i), func() { c.Store.View.Row = i }),
		),
		view.H("span.sq__t;aria-hidden=true", view.T("b", r.Text), view.T("span.lg", arrowText(r)), ui.Etag(r.Version)),
		view.El("span.sq__a;aria-hidden=true"),
	)
}

func arrowText(r Row) string {
	switch {
	case r.Lost:
		return "lost"
	case r.Late:
		return "arrives late"
	case r.Kind == requestRow && r.Version != "":
		return "If-Match"
	case r.Kind == responseRow && !r.OK:
		return r.About
	}
	return ""
}

func (c *Page) comparison(r Row) app.UI {
	sign, word, class := "≠", "stale, change nothing", "sq__c sq__c--no"
	if r.OK {
		sign, word, class = "=", "match", "sq__c sq__c--ok"
		if r.Version == "*" {
			sign, word = "∗", "any version will do"
		}
		if r.After != "" {
			word += ", store as"
		}
	}
	stored := app.UI(ui.Etag(r.Stored))
	if r.Stored == "none" {
		stored, word = view.T("span", "nothing"), "there is no entity"
	}
	return view.H("span;aria-hidden=true", view.Attr("class", class), ui.Etag(r.Version), view.T("b", sign), stored, view.T("span", word),
		ui.Etag(r.After))
}

// picked is the row whose call is shown as HTTP: the last message unless
// another one was chosen.
func (c *Page) picked() int {
	rows := c.Store.Diagram().Rows
	if row := c.Store.View.Row; row >= 0 && row < len(rows) {
		return row
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].Message >= 0 && rows[i].Kind != compareRow {
			return i
		}
	}
	return -1
}

// http shows the call of the picked row.
func (c *Page) http(open bool) app.UI {
	i := c.picked()
	if i < 0 {
		return view.El("div;hidden=true")
	}
	r := c.Store.Diagram().Rows[i]
	messages := c.Store.traffic(r.Command)
	if r.Message >= len(messages) {
		return view.El("div;hidden=true")
	}
	m := messages[r.Message]
	return view.H("details.http", view.Flag("open", open),
		view.H("summary", view.Icon("chevron-down", "chev"), view.T("span", "HTTP, row "+strconv.Itoa(i+1)), ui.StatusChip(m)),
		view.H("div.http__b",
			ui.Pane("Request", "http-request", view.RequestInk(m.Request)),
			ui.Pane("Response", "http-response", ui.HeardInk(m)),
		),
	)
}

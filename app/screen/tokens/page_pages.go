package tokens

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
)

// pages are the answers as cards from left to right.
func (p *Page) pages() app.UI {
	pages := p.Store.Reading.Pages()
	cards := make([]app.UI, len(pages))
	for i := range pages {
		cards[i] = p.card(i, &pages[i], i == len(pages)-1)
	}
	if len(cards) == 0 {
		cards = []app.UI{view.T("li.tkp__0", "No page yet. Press First page.")}
	}
	return view.H("section.tkp;aria-labelledby=token-cards",
		view.H("div.row",
			view.T("h2#token-cards", "Pages"),
			view.H("div.seg;role=group;aria-label=Tokens as", p.form("Decoded", false), p.form("Raw", true)),
		),
		view.H("ol#token-pages.tkp__l;tabindex=0;aria-label=Pages, the last at the end", cards...),
	)
}

func (p *Page) form(text string, raw bool) app.UI {
	return view.H("button;type=button", view.Flag("aria-pressed", p.Store.View.Raw == raw), view.Text(text), p.Click("form/"+text,
		func() { p.Store.View.Raw = raw }))
}

// stopText says why a page ended.
func stopText(p *tokenPage) (icon, text string) {
	n, top := p.Fills()
	switch p.Stop {
	case query.PageFull:
		if top {
			return "table-2", "Page full: $top=" + strconv.Itoa(n)
		}
		return "table-2", "Page full: " + view.Count(n, "entity", "entities")
	case query.TimeUp:
		return "clock", "Time up: " + view.Count(p.Budget, "read", "reads")
	case query.RangeBoundary:
		return "split", "Range boundary"
	case query.SizeFull:
		return "table-2", "Size: " + view.Count(p.Bytes, "byte", "bytes")
	}
	return "check", "End: nothing is left"
}

func (p *Page) card(i int, page *tokenPage, last bool) app.UI {
	number := strconv.Itoa(i + 1)
	more := "the end"
	if page.Next != nil {
		more = "more to come"
	}
	picked := i == p.Store.Picked()
	card := view.El("li")
	if last {
		card = card.ID("token-last")
	}
	article := view.El("article").Aria("labelledby", "page-"+number)
	if picked {
		article = article.Class("on")
	}
	if page.Refusal != nil {
		return card.Body(article.Body(
			view.H("h3", view.ID("page-"+number), view.T("b", "Page "+number), view.Text(": refused")),
			view.T("p.bad", string(page.Refusal.Code)),
			view.T("p.muted", page.Refusal.Message),
			p.cardButtons(i, page, picked),
		))
	}
	icon, why := stopText(page)
	return card.Body(article.Body(
		view.H("h3", view.ID("page-"+number),
			view.T("b", "Page "+number), view.Text(": "+view.Count(len(page.Entities), "entity", "entities")+", "+view.Number(
				page.Examined)+" examined, "+more),
		),
		view.H("p.tkp__w", view.Icon(icon, "ic--14"), view.T("span", why)),
		changedText(page),
		p.token(page),
		p.cardButtons(i, page, picked),
	))
}

// changedText says how the request of a page differs from the one before.
func changedText(page *tokenPage) app.UI {
	text := ""
	switch {
	case page.Lost:
		text = "Sent without the token"
	case page.Changed && page.Request.Filter == "":
		text = "Sent without a filter"
	case page.Changed:
		text = "Sent with the filter " + page.Request.Filter
	}
	return view.T("p.tkp__c", text)
}

// token is the bookmark of a page, decoded or as it is sent.
func (p *Page) token(page *tokenPage) app.UI {
	if page.Next == nil {
		return view.T("p.muted", "No token")
	}
	row, has := page.Next.RowText()
	names := [2]string{page.Next.NextPartitionKey, page.Next.NextRowKey}
	if p.Store.View.Raw {
		names = [2]string{page.Next.PartitionText(), row}
	}
	second := app.UI(view.T("dd.muted", "absent"))
	if has {
		second = view.T("dd.mono", names[1])
	}
	return view.H("dl.tkp__t",
		view.T("dt", "NextPartitionKey"), view.T("dd.mono", names[0]),
		view.T("dt", "NextRowKey"), second,
	)
}

func (p *Page) cardButtons(i int, page *tokenPage, picked bool) app.UI {
	number := strconv.Itoa(i + 1)
	buttons := []app.UI{
		view.H("button.btn.btn--sm;type=button", view.Flag("aria-pressed", picked && p.Store.View.HTTP),
			view.Attr("aria-label", "Show the HTTP of page "+number), view.Text("HTTP"),
			p.Click("http/"+number, func() {
				p.Store.View.HTTP = !picked || !p.Store.View.HTTP
				p.Store.Pick(i)
			}),
		),
	}
	if page.Next != nil && i < len(p.Store.Reading.Pages())-1 {
		buttons = append(buttons, view.H("button.btn.btn--sm;type=button", view.Attr("aria-label", "Resume with the token of page "+number),
			view.Text("Resume"),
			p.Click("keep/"+number, func() { p.Store.Keep(i) }),
		))
	}
	return view.H("div.row", buttons...)
}

// exchange is the call of the page that is looked at.
func (p *Page) exchange() app.UI {
	i := p.Store.Picked()
	if i < 0 {
		return view.El("div;hidden=true")
	}
	title := view.T("span", "HTTP, page "+strconv.Itoa(i+1))
	if !p.Store.View.HTTP {
		return view.H("details.http;open=false", view.H("summary", view.Icon("chevron-down", "chev"), title, p.toggleHTTP()))
	}
	messages := p.Store.Reading.Traffic(i)
	if len(messages) == 0 {
		return view.El("div;hidden=true")
	}
	return view.H("details.http;open=true",
		view.H("summary", view.Icon("chevron-down", "chev"), title, ui.StatusChip(messages[0]), p.toggleHTTP()),
		view.H("div.http__b",
			ui.Pane("Request", "http-request", view.RequestInk(messages[0].Request)),
			ui.Pane("Response", "http-response", ui.HeardInk(messages[0])),
		),
	)
}

func (p *Page) toggleHTTP() app.UI {
	return p.On("click", "http", func(_ app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.View.HTTP = !p.Store.View.HTTP
	})
}

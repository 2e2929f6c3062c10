package questions

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// secondCopy is the card about questions that no design answers cheaply: what
// they are, and the index table that would answer them, once it was tried.
func (p *Part) secondCopy() app.UI {
	c, ok := p.Store.Copies.SecondCopy()
	card := view.El("section.way.sc__copy;aria-labelledby=copy-title")
	if !ok {
		return card.Hidden(true)
	}
	body := []app.UI{
		view.T("h3#copy-title;tabindex=-1", "A second copy"),
		view.T("p", c.Finding(p.Store.Rival.Comparing())),
		view.T("p#copy-outcome;role=status", c.Outcome()),
	}
	switch c.State {
	case score.CopyUntried:
		body = append(body, view.H("button#find-copy.btn.btn--sm;type=button", view.Icon("search"), view.Text("Find a second copy"),
			p.Click("find-copy", p.findCopy),
		))
	case score.CopyFound:
		body = append(body, copyKeys(c.Design), copyGains(c.Gains), copyWrites(c.Writes),
			view.H("button#open-copy.btn.btn--sm.btn--primary;type=button", view.Icon("arrow-left-right"), view.Text("Open as design B"),
				p.Click("open-copy", p.openCopy),
			))
	case score.CopyPair:
		body = append(body, copyWrites(c.Writes))
	}
	return card.Body(body...)
}

// findCopy begins the search. The button goes with it, so the title takes the focus.
func (p *Part) findCopy() {
	p.Store.Copies.FindCopy()
	p.Focus = "copy-title"
}

func (p *Part) openCopy() {
	p.Store.Copies.OpenCopy()
	p.Focus = desk.EditorIDs[desk.RivalPart]
}

func copyKeys(d draft.Design) app.UI {
	return view.H("div", templateLine("PartitionKey", d.PartitionKey, "slot--pk"), templateLine("RowKey", d.RowKey, "slot--rk"))
}

// copyGains are the questions that the copy answers better, each with what it
// examines and how many requests it takes.
func copyGains(gains []score.CopyGain) app.UI {
	var rows []app.UI
	figures := func(examined, pages int) string {
		return view.Number(examined) + " in " + view.Count(pages, "request", "requests")
	}
	for _, g := range gains {
		rows = append(rows, view.H("tr",
			view.T("th;scope=row", g.Title),
			view.T("td.r", figures(g.Now.Examined, g.Now.Pages)),
			view.T("td.r", figures(g.Then.Examined, g.Then.Pages)),
		))
	}
	return view.H("div.scroll;tabindex=0;role=region;aria-label=What the second copy saves", view.H("table",
		view.T("caption.vh", "Entities examined under design A and in the second copy, both run on every row"),
		view.H("thead", view.H("tr", desk.HeadCell("Question"), view.T("th.r;scope=col", "Examined by A"),
			view.T("th.r;scope=col", "By the copy"))),
		view.H("tbody", rows...),
	))
}

func copyWrites(writes []string) app.UI {
	var items []app.UI
	for _, w := range writes {
		items = append(items, view.T("li", w))
	}
	return view.H("div", view.T("h4", "What it costs to keep"), view.H("ul", items...))
}

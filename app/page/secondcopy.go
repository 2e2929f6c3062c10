package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// secondCopy is the card about questions that no design answers cheaply: what
// they are, and the index table that would answer them, once it was tried.
func (p *Playground) secondCopy() app.UI {
	c, ok := p.store.SecondCopy()
	card := view.El("section.way.sc__copy;aria-labelledby=copy-title")
	if !ok {
		return card.Hidden(true)
	}
	body := []app.UI{
		view.El("h3#copy-title;tabindex=-1").Text("A second copy"),
		view.El("p").Text(c.Finding(p.store.Comparing())),
		view.El("p#copy-outcome;role=status").Text(c.Outcome()),
	}
	switch c.State {
	case store.CopyUntried:
		body = append(body, view.El("button#find-copy.btn.btn--sm;type=button").Body(view.Icon("search"), app.Text("Find a second copy")).
			OnClick(p.click("find-copy", p.findCopy)))
	case store.CopyFound:
		body = append(body, copyKeys(c.Design), copyGains(c.Gains), copyWrites(c.Writes),
			view.El("button#open-copy.btn.btn--sm.btn--primary;type=button").Body(view.Icon("arrow-left-right"), app.Text("Open as design B")).
				OnClick(p.click("open-copy", p.openCopy)))
	case store.CopyPair:
		body = append(body, copyWrites(c.Writes))
	}
	return card.Body(body...)
}

// findCopy begins the search. The button goes with it, so the title takes the focus.
func (p *Playground) findCopy() {
	p.store.FindCopy()
	p.ui.score.focus = "copy-title"
}

func (p *Playground) openCopy() {
	p.store.OpenCopy()
	p.ui.score.focus = editorIDs[rivalPart]
}

func copyKeys(d store.Design) app.UI {
	return view.El("div").Body(templateLine("PartitionKey", d.PartitionKey, "slot--pk"), templateLine("RowKey", d.RowKey, "slot--rk"))
}

// copyGains are the questions that the copy answers better, each with what it
// examines and how many requests it takes.
func copyGains(gains []store.CopyGain) app.UI {
	var rows []app.UI
	figures := func(examined, pages int) string {
		return view.Number(examined) + " in " + view.Count(pages, "request", "requests")
	}
	for _, g := range gains {
		rows = append(rows, view.El("tr").Body(
			view.El("th;scope=row").Text(g.Title),
			view.El("td.r").Text(figures(g.Now.Examined, g.Now.Pages)),
			view.El("td.r").Text(figures(g.Then.Examined, g.Then.Pages)),
		))
	}
	return view.El("div.scroll;tabindex=0;role=region;aria-label=What the second copy saves").Body(view.El("table").Body(
		view.El("caption.vh").Text("Entities examined under design A and in the second copy, both run on every row"),
		view.El("thead").Body(view.El("tr").Body(headCell("Question"), view.El("th.r;scope=col").Text("Examined by A"), view.El("th.r;scope=col").Text("By the copy"))),
		view.El("tbody").Body(rows...),
	))
}

func copyWrites(writes []string) app.UI {
	var items []app.UI
	for _, w := range writes {
		items = append(items, view.El("li").Text(w))
	}
	return view.El("div").Body(view.El("h4").Text("What it costs to keep"), view.El("ul").Body(items...))
}

package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// answer is what the request returned: its pages, and the grid of its entities.
type answer struct {
	desk.Desk
	ready  func() bool           // whether its card is there
	behind func() bool           // whether its card does not show yet what there is
	began  func(ctx app.Context) // what follows when the grid is there

	grid *browser.Grid
	rev  int
	rows *view.Rows
}

func (p *answer) stop() {
	if p.grid != nil {
		p.grid.Stop()
		p.grid = nil
	}
}

// resultCard is the answer: its pages with their bookmarks, and the entities.
func (p *answer) resultCard() app.UI {
	r := p.Store.Request.Result()
	head := "Choose a question or run a filter."
	if r.Ran() {
		head = view.Count(r.Len(), "entity", "entities") + " from " + view.Count(len(r.Pages), "page", "pages")
	}
	return view.H("section.card;aria-labelledby=result-title",
		view.H("div.card__h",
			view.T("h2#result-title", "Result"), view.T("span#result-count.muted.num;style=font-size:var(--fs-13)", head),
		),
		view.H("div", app.If(r.Ran(), p.pageList)),
		p.gridFrame(),
	)
}

// pageList shows how the answer came: page by page, with the token of each.
func (p *answer) pageList() app.UI {
	r := p.Store.Request.Result()
	var items []app.UI
	for i := len(r.Pages) - 1; i >= 0 && len(items) < shownPages; i-- {
		items = append(items, pageItem(i, r.Pages[i].Cost.Examined, r.Pages[i].Cost.Returned, r.Pages[i].Stop.String(), r.Pages[i].Next,
			i == len(r.Pages)-1, partName(len(r.Parts), r.Pages[i].Part)))
	}
	next := view.El("button#next.btn.btn--sm.btn--primary;type=button").Body(view.Icon("bookmark"), view.Text("Next page")).OnClick(
		p.ClickHandler("next", p.Store.Request.Next))
	rest := view.El("button#run-all.btn.btn--sm;type=button").Body(view.Icon("fast-forward"), view.Text("Run all pages")).OnClick(
		p.ClickHandler("run-all", p.Store.Request.RunAll))
	status := view.T("span.muted;style=font-size:var(--fs-13)", "The token says that there may be more.")
	if !r.More() {
		next, rest = next.Aria("disabled", "true"), rest.Aria("disabled", "true") // they keep the focus
		status = view.T("span.st.st--ok", "No token: this is all")
	}
	if older := len(r.Pages) - len(items); older > 0 {
		items = append(items, view.H("li", view.El("span"), view.T("span.muted.num", view.Count(older, "page", "pages")+" before these")))
	}
	return view.H("div",
		view.H("div.pages__bar", next, rest, status),
		view.H("ol.pages;tabindex=0;aria-label=Pages, newest first", items...),
	)
}

// shownPages bounds the list of pages; older ones are only counted.
const shownPages = 6

// partName says which of several queries a page answers.
func partName(parts, part int) string {
	if parts == 0 {
		return ""
	}
	return "query " + strconv.Itoa(part+1) + ": "
}

func pageItem(i, examined, returned int, stop, next string, newest bool, part string) app.UI {
	chip := view.El("span.k.k--tk")
	if !newest {
		chip = chip.Class("used")
	}
	var token app.UI = view.T("span.muted", "no token")
	if next != "" {
		token = chip.Title(next).Text(next)
	}
	return view.H("li",
		view.T("b.num", "Page "+strconv.Itoa(i+1)),
		view.H("span.row.num",
			view.T("span", part+view.Number(examined)+" examined, "+view.Number(returned)+" returned, "+stop), token,
		),
	)
}

// grid is the frame of the result grid. Its rows are not among go-app's
// elements: browser.Grid writes the visible ones, so that 200,000 of them
// scroll as lightly as twenty.
func (p *answer) gridFrame() app.UI {
	r := p.Store.Request.Result()
	properties := properties(&p.Desk)
	head := make([]app.UI, len(properties))
	for i, x := range properties {
		class := x.Class()
		if class == "pk" || class == "rk" {
			class = "t t--" + class
		}
		head[i] = gridHead(i, x.Name, class)
	}
	grid := view.El("div").ID(gridID).Class("grid").Attr("role", "grid").TabIndex(0).Aria("labelledby", "result-title").
		Aria("rowcount", strconv.Itoa(r.Len()+1)).Aria("colcount", strconv.Itoa(len(properties))).
		Aria("readonly", "true").Style("--cols", view.GridColumns(properties))
	if r.Len() < shownRows {
		grid = grid.Style("height", strconv.Itoa(max(r.Len(), 2)*view.RowHeight+view.RowHeight+18)+"px")
	} else {
		grid = grid.Style("height", strconv.Itoa(shownRows*view.RowHeight+view.RowHeight+18)+"px")
	}
	return grid.Body(
		view.H("div;role=rowgroup", view.H("div.grid__h;role=row;aria-rowindex=1", head...)),
		view.H("div.grid__b;role=rowgroup", view.ID(gridBodyID)),
	)
}

// shownRows is how many rows of a long answer are seen at once.
const shownRows = 13

func gridHead(i int, name, class string) app.UI {
	return view.H("span;role=columnheader", view.Attr("class", class), view.Attr("aria-colindex", strconv.Itoa(i+1)), view.Attr("title", name),
		view.Text(name))
}

// properties are the columns of the grid: the keys and every property, or what
// $select named.
func properties(p *desk.Desk) []view.Property {
	all := view.Keys()
	for _, c := range p.Store.Rows.Columns() {
		all = append(all, view.Property{Name: c.Name, Type: c.Type})
	}
	names := p.Store.Request.Result().Names()
	if names == nil {
		return all
	}
	all = append(all, view.Property{Name: "Timestamp", Type: table.DateTime})
	selected := make([]view.Property, len(names))
	for i, name := range names {
		selected[i].Name = name
		for _, x := range all {
			if x.Name == name {
				selected[i] = x
			}
		}
	}
	return selected
}

// missing stands for a property that an entity lacks. The service returns one
// that $select names as null, and leaves it out otherwise.
func (p *answer) missing() string {
	if p.Store.Request.Result().Names() == nil {
		return "–"
	}
	return "null"
}

// show follows the elements of the grid and draws its rows after every
// change of the answer.
func (p *answer) show(ctx app.Context) {
	if !p.Store.Rows.HasData() || !p.ready() {
		p.stop()
		return
	}
	if p.grid == nil {
		p.grid = browser.NewGrid(browser.GridSource{
			Scroller: gridID, Body: gridBodyID, Height: view.RowHeight, RowID: view.RowID, Rows: p.gridRows,
		})
		p.began(ctx)
		p.rev = -1
	}
	if p.rev != p.Store.Edit.Rev() && !p.behind() {
		p.rev = p.Store.Edit.Rev()
		p.rows = nil
		p.grid.Show(p.Store.Request.Result().Len())
	}
}

// gridRows writes the visible rows. It runs on the browser's frame, outside
// go-app's turn, so it guards itself.
func (p *answer) gridRows(first, count, active int) (html string) {
	p.Guard(func() {
		if p.rows == nil {
			p.rows = view.NewRows(func(i int) table.Row { return p.Store.Request.Result().Row(i) }, properties(&p.Desk), p.missing())
		}
		last := p.Store.Request.Result().Len()
		first, count = min(first, last), min(count, max(0, last-first))
		html = p.rows.HTML(first, count, active)
	})
	return html
}

package reference

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/content"
)

// Register adds the page to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Path: "/reference", Listed: true,
		Title:       "Limits, operators, error codes and patterns · Keyrange",
		Description: "What to look up: limits, filter operators, error codes, what each kind of query costs, and patterns, each with its lesson.",
		New:         func(*workspace.Tab) app.Composer { return &Page{} },
	})
}

// Page is the page.
type Page struct{ app.Compo }

// Render draws the tables.
func (p *Page) Render() app.UI {
	titles := map[string]string{}
	for _, e := range content.Catalogue() {
		titles[e.ID] = e.Title
	}
	sections := content.Reference()
	contents := make([]app.UI, len(sections))
	body := make([]app.UI, len(sections))
	for i, s := range sections {
		id := strings.ReplaceAll(strings.ToLower(s.Title), " ", "-")
		contents[i] = view.H("li", view.H("a", view.Attr("href", "#"+id), view.Text(s.Title)))
		body[i] = section(s, id, titles)
	}
	return ui.Shell("/reference", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx.ref", append([]app.UI{
		view.H("div.idx__h",
			view.T("h1", "Reference"),
			view.T("p.lede", "What you look up in the middle of work, each with the lesson that explains it. "+
				"Figures of the service have their year."),
			view.H("nav;aria-label=On this page", view.H("ul.ref__c", contents...)),
		),
	}, body...)...)))
}

// section is a table.
func section(s content.Section, id string, titles map[string]string) app.UI {
	head := make([]app.UI, 0, len(s.Heads)+1)
	for _, h := range append(s.Heads, "Lesson") {
		head = append(head, view.T("th;scope=col", h))
	}
	rows := make([]app.UI, len(s.Rows))
	for i, r := range s.Rows {
		cells := []app.UI{view.T("th;scope=row", r.Cells[0])}
		for _, c := range r.Cells[1:] {
			cells = append(cells, view.T("td", c))
		}
		rows[i] = view.H("tr", append(cells, view.H("td", view.H("a", view.Attr("href", ui.Address("/lessons/"+r.Lesson)),
			view.Text(titles[r.Lesson]))))...)
	}
	return view.H("section.idx__w", view.Attr("aria-labelledby", id), view.H("h2", view.ID(id), view.Text(s.Title)),
		view.H("div.tbl;tabindex=0;role=group", view.Attr("aria-label", s.Title+", a table that can be scrolled"),
			view.H("table", view.H("thead", view.H("tr", head...)), view.H("tbody", rows...))))
}

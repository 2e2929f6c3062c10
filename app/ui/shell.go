package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// link is one entry of the site's navigation.
type link struct{ Path, Title string }

// Places are the pages that the header leads to.
var Places = []link{{"/lessons", "Lessons"}, {"/playground", "Playground"}, {"/simulator", "Simulator"}}

// Address is where a path of the site lies, also below a sub-path. Outside the
// browser the builder adds the sub-path itself.
func Address(path string) string {
	if app.IsServer {
		return path
	}
	root := app.Getenv("GOAPP_ROOT_PREFIX")
	for len(root) > 0 && root[len(root)-1] == '/' {
		root = root[:len(root)-1]
	}
	return root + path
}

// Shell is the frame around a page: skip link, header and footer. here is the
// Path of the page, main its content.
func Shell(here string, footer bool, main app.UI) app.UI {
	return Framed(here, nil, main, app.If(footer, siteFooter))
}

// Framed is the frame around a page with a tool of its own in the header; nil
// stands for none.
func Framed(here string, tool app.UI, main ...app.UI) app.UI {
	body := []app.UI{skipLink(), header(here, tool)}
	if onBench(here) {
		body = append(body, &benches{Here: here})
	}
	return view.H("div", append(body, main...)...)
}

// skipLink moves the keyboard itself, because go-app takes a click on a link
// to be a navigation and would leave the focus where it is.
func skipLink() app.UI {
	return view.H("a.skip;href=#main", view.Text("Skip to content"), view.On("click", "", func(_ app.Context, e app.Event) {
		e.PreventDefault()
		browser.Focus("main")
	}))
}

func brand() app.UI {
	return view.H("a.brand", view.Attr("href", Address("/")), view.Logo(), view.T("span", "Keyrange"))
}

func header(here string, tool app.UI) app.UI {
	links := make([]app.UI, len(Places))
	for i, p := range Places {
		a := view.El("a").Attr("href", Address(p.Path)).Text(p.Title)
		switch {
		case p.Path == here:
			a = a.Aria("current", "page")
		case p.Path == "/playground" && onBench(here), strings.HasPrefix(here, p.Path+"/"):
			a = a.Aria("current", "true")
		}
		links[i] = a
	}
	return view.H("header.hdr",
		brand(),
		view.H("nav.nav;aria-label=Main", links...),
		view.H("div.hdr__end", &searchLink{},
			app.If(tool != nil, func() app.UI { return tool }),
			view.H("a.btn.btn--quiet.btn--icon;aria-label=Settings;title=Settings", view.Attr("href", Address("/settings")), view.Icon("settings-2")),
			&themeSwitch{Now: browser.SavedTheme()},
		),
	)
}

func siteFooter() app.UI {
	return view.H("footer.ftr", view.H("div.wrap.ftr__g",
		view.H("div",
			brand(),
			view.T("p", "An independent teaching model of a partitioned table service. Every number comes from the engine in this tab, never from a live account. Nothing you load leaves the page."),
		),
		footerList("Build", link{"/playground", "Key designer"}, link{"/simulator", "Load simulator"}, link{"/figures", "Published figures"}, link{"/playground#import", "Import your data"}),
		footerList("Samples", link{"/playground#movies", "Movies"}, link{"/playground#flights", "Flights"}, link{"/playground#football", "Football"}, link{"/playground#github", "GitHub"}),
		footerList("About", link{"/#marks", "The eight marks"}, link{"/#model", "What the model leaves out"}),
	))
}

func footerList(title string, links ...link) app.UI {
	items := make([]app.UI, len(links))
	for i, l := range links {
		items[i] = view.H("li", view.H("a", view.Attr("href", Address(l.Path)), view.Text(l.Title)))
	}
	return view.H("div", view.T("h2", title), view.H("ul", items...))
}

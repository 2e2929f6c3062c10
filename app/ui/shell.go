package ui

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// Link is one entry of the site's navigation.
type Link struct{ Path, Title string }

// places are the pages that the header leads to.
var places = []Link{{"/lessons", "Lessons"}, {"/playground", "Playground"}, {"/simulator", "Simulator"}, {"/live", "Live"}}

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

// Shell is the frame around a page: skip link, header and footer. here is the path
// of the page, main its content.
func Shell(here string, footer bool, main app.UI) app.UI {
	return Framed(here, nil, nil, main, app.If(footer, siteFooter))
}

// Framed is the frame around a page with a tool of its own in the header, nil for
// none. beside are the screens among which it stands where it is one of them.
func Framed(here string, beside []Link, tool app.UI, main ...app.UI) app.UI {
	if !slices.ContainsFunc(beside, func(l Link) bool { return l.Path == here }) {
		beside = nil
	}
	body := []app.UI{skipLink(), header(here, len(beside) > 0, tool)}
	if len(beside) > 0 {
		body = append(body, &benches{Here: here, Places: beside})
	}
	return view.H("div", append(body, main...)...)
}

// Apart is the frame around a page that runs nothing: links alone.
func Apart(main app.UI) app.UI {
	links := []app.UI{view.H("a", view.Attr("href", "/teach"), view.Text("For teachers"))}
	for _, p := range places {
		links = append(links, view.H("a", view.Attr("href", p.Path), view.Text(p.Title)))
	}
	return view.H("div", view.T("a.skip;href=#main", "Skip to content"),
		view.H("header.hdr", brand(), view.H("nav.nav;aria-label=Main", links...)), main)
}

func skipLink() app.UI { return SkipLink("Skip to content", "main") }

// SkipLink leads the keyboard to the element with an ID. It moves the keyboard
// itself, because go-app takes a click on a link to be a navigation and would
// leave the focus where it is.
func SkipLink(text, id string) app.UI {
	return view.H("a.skip", view.Attr("href", "#"+id), view.Text(text), view.On("click", id, func(_ app.Context, e app.Event) {
		e.PreventDefault()
		browser.Focus(id)
	}))
}

// SkipToPlay leads to the button that plays what a page has done, if it has that
// button; without one it keeps its place, so that nothing after it is drawn anew.
func SkipToPlay(plays bool) app.UI {
	if !plays {
		return view.El("span;hidden=true")
	}
	return SkipLink("Skip to Play", PlayID)
}

func brand() app.UI {
	return view.H("a.brand", view.Attr("href", Address("/")), view.Logo(), view.T("span", "Keyrange"))
}

func header(here string, onBench bool, tool app.UI) app.UI {
	links := make([]app.UI, len(places))
	for i, p := range places {
		a := view.El("a").Attr("href", Address(p.Path)).Text(p.Title)
		switch {
		case p.Path == here:
			a = a.Aria("current", "page")
		case p.Path == "/playground" && onBench, strings.HasPrefix(here, p.Path+"/"):
			a = a.Aria("current", "true")
		}
		links[i] = a
	}
	return view.H("header.hdr",
		brand(),
		view.H("nav.nav;aria-label=Main", links...),
		view.H("div.hdr__end", &searchLink{},
			app.If(tool != nil, func() app.UI { return tool }),
			view.H("button#present.btn.btn--quiet.btn--icon.hide-sm;type=button;data-own=1;data-present-button=1;aria-keyshortcuts=P;"+
				"aria-label=Present this screen;title=Present this screen (P)", view.Icon("presentation")),
			view.H("a.btn.btn--quiet.btn--icon;aria-label=Settings;title=Settings", view.Attr("href", Address("/settings")),
				view.Icon("settings-2")),
			&themeSwitch{Now: browser.SavedTheme()},
		),
	)
}

func siteFooter() app.UI {
	return view.H("footer.ftr", view.H("div.wrap.ftr__g",
		view.H("div",
			brand(),
			view.T("p", "An independent teaching model of a partitioned table service. Every number comes from the engine in this tab, never from "+
				"a live account. Nothing you load leaves the page."),
		),
		footerList("Build", Link{"/playground", "Key designer"}, Link{"/simulator", "Load simulator"}, Link{"/figures", "Published figures"},
			Link{"/playground#import", "Import your data"}, Link{"/embed", "Embed it"}),
		footerList("Samples", Link{"/playground#movies", "Movies"}, Link{"/playground#flights", "Flights"},
			Link{"/playground#football", "Football"}, Link{"/playground#github", "GitHub"}),
		footerList("About", Link{"/#marks", "The eight marks"}, Link{"/#model", "What the model leaves out"}, Link{"/workshop", "Run a workshop"},
			Link{"/teach", "For teachers"}),
	))
}

func footerList(title string, links ...Link) app.UI {
	items := make([]app.UI, len(links))
	for i, l := range links {
		items[i] = view.H("li", view.H("a", view.Attr("href", Address(l.Path)), view.Text(l.Title)))
	}
	return view.H("div", view.T("h2", title), view.H("ul", items...))
}

// Package site lists the pages of the site: their addresses, titles and
// descriptions, and the component that draws each.
//
// A reader meets Page and Pages first; Route hands them to go-app. What always
// holds: the browser program and the site builder read the same list, so a
// page that was rendered ahead and the page that the program draws agree. How
// a page looks is left to app/page.
package site

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/page"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// Name is the site's name as titles and the install prompt show it.
const Name = "Keyrange"

// Page is one address of the site.
type Page struct {
	// Path is the address below the base path: "/" or "/name", never with a
	// slash at its end.
	Path string

	// Title and Description stand in the head of the page. A title is at most
	// 60 characters long and a description 160, which is what result lists show.
	Title, Description string

	// Instant pages need the engine for everything they do, so they start it
	// at once. The others start it at the first gesture or after a few seconds.
	Instant bool

	// Listed pages stand in the site map and may be indexed.
	Listed bool

	// New makes the component that draws the page.
	New func() app.Composer
}

// Pages is every page of the site, the start page first. Missing is not among
// them.
func Pages() []Page {
	return []Page{
		{
			Path:        "/",
			Title:       "Keyrange: see what your table keys do",
			Description: "Choose a PartitionKey and a RowKey over your own data, query it in the browser, and see which partitions a query reads.",
			Listed:      true,
			New:         func() app.Composer { return &page.Home{} },
		},
		{
			Path:        "/playground",
			Title:       "Playground: define keys and query them · Keyrange",
			Description: "Load a CSV or JSON file, write key templates, look at partition sizes and sort order, and run a $filter against the result. Nothing leaves the page.",
			Instant:     true,
			Listed:      true,
			New:         func() app.Composer { return &page.Playground{} },
		},
	}
}

// Missing is the page for every address that the site does not have.
func Missing() Page {
	return Page{
		Path:        "/404",
		Title:       "Page not found · Keyrange",
		Description: "There is no page at this address.",
		New:         func() app.Composer { return &page.NotFound{} },
	}
}

// Route registers every page with go-app, under each form of its address that
// a static host may show in the address bar, and Missing under its own. path is
// the address that the program was started at, below the base path: when no
// page has it, Missing gets it too. Links lead to pages only, so no other
// address is ever asked for, and a pattern for all the rest would bring the
// whole of package regexp into the program.
func Route(path string) {
	pages := append(Pages(), Missing())
	for _, p := range pages {
		for _, address := range Addresses(p.Path) {
			app.Route(address, func() app.Composer { return &document{Page: p} })
		}
	}
	known := func(p Page) bool { return slices.Contains(Addresses(p.Path), path) }
	if path != "" && !slices.ContainsFunc(pages, known) {
		app.Route(path, func() app.Composer { return &document{Page: Missing()} })
	}
}

// Addresses are the forms in which a static host may serve the page at path:
// as it is, as a file with its ending, and as a folder with an index.
func Addresses(path string) []string {
	if path == "/" {
		return []string{"/", "/index.html"}
	}
	return []string{path, path + "/", path + ".html", path + "/index.html"}
}

// Icons are the names of the icons that the pages draw.
func Icons() []string { return view.Icons() }

// DataFiles are the names of the sample data's files.
func DataFiles() []string {
	var names []string
	for _, s := range store.Samples() {
		names = append(names, s.File)
	}
	return names
}

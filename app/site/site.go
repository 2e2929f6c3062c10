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
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/screen/btree"
	"github.com/keyrange/keyrange/app/screen/designer"
	"github.com/keyrange/keyrange/app/screen/figures"
	"github.com/keyrange/keyrange/app/screen/home"
	"github.com/keyrange/keyrange/app/screen/lesson"
	"github.com/keyrange/keyrange/app/screen/settings"
	"github.com/keyrange/keyrange/app/screen/simulator"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/content"
)

// Name is the site's name as titles and the install prompt show it.
const Name = "Keyrange"

// FiguresID is the element of the page of the published figures that holds them.
const FiguresID = figures.ID

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
	New func(tab *workspace.Tab) app.Composer
}

// Pages is every page of the site, the start page first. Missing is not among
// them.
func Pages() []Page {
	return append([]Page{
		{
			Path:        "/",
			Title:       "Keyrange: see what your table keys do",
			Description: "Choose a PartitionKey and a RowKey over your own data, query it in the browser, and see which partitions a query reads.",
			Listed:      true,
			New:         func(*workspace.Tab) app.Composer { return home.New(&simulator.LoadDuel{}) },
		},
		{
			Path:        "/playground",
			Title:       "Playground: define keys and query them · Keyrange",
			Description: "Load a CSV or JSON file, write key templates, look at partition sizes and sort order, and run a $filter against the result. Nothing leaves the page.",
			Instant:     true,
			Listed:      true,
			New:         func(tab *workspace.Tab) app.Composer { return designer.New(tab) },
		},
		{
			Path:        "/btree",
			Title:       "Index: what a lookup, a range and an insert read · Keyrange",
			Description: "Your table as a real B-tree, node by node. Look up a key, read a range, watch a full node split, and set the fan-out from 4 to 64.",
			Instant:     true,
			Listed:      true,
			New:         func(tab *workspace.Tab) app.Composer { return btree.New(tab) },
		},
		{
			Path:        "/simulator",
			Title:       "Simulator: your keys under load · Keyrange",
			Description: "Send a load to a partitioned table and see the heat map of its key ranges: what splits, moves and merges, and what is throttled. All in the browser.",
			Instant:     true,
			Listed:      true,
			New:         func(tab *workspace.Tab) app.Composer { return simulator.New(tab) },
		},
		{
			Path:        "/figures",
			Title:       "The published figures, run again · Keyrange",
			Description: "The measurements of 2010 on throughput, latency and throttling, run again on the simulator in your browser: published points over our curves.",
			Listed:      true,
			New:         func(*workspace.Tab) app.Composer { return &figures.Page{} },
		},
		{
			Path:        "/settings",
			Title:       "Settings: shortcuts, motion and saved work · Keyrange",
			Description: "Single character shortcuts, reduced motion, and the work that this browser keeps: export it, import it, open or clear it.",
			Instant:     true,
			New:         func(tab *workspace.Tab) app.Composer { return settings.New(tab) },
		},
	}, append(stepPages(), lessonPages()...)...)
}

// Missing is the page for every address that the site does not have.
func Missing() Page {
	return Page{
		Path:        "/404",
		Title:       "Page not found · Keyrange",
		Description: "There is no page at this address.",
		New:         func(*workspace.Tab) app.Composer { return &ui.NotFound{} },
	}
}

// NewTab returns the tab that the pages share.
func NewTab() *workspace.Tab { return workspace.NewTab() }

// Route registers every page with go-app, under each form of its address that
// a static host may show in the address bar, and Missing under its own. path is
// the address that the program was started at, below the base path: when no
// page has it, Missing gets it too. Links lead to pages only, so no other
// address is ever asked for, and a pattern for all the rest would bring the
// whole of package regexp into the program.
func Route(tab *workspace.Tab, path string) {
	pages := append(Pages(), Missing())
	for _, p := range pages {
		for _, address := range Addresses(p.Path) {
			app.Route(address, func() app.Composer { return &document{Page: p, tab: tab} })
		}
	}
	known := func(p Page) bool { return slices.Contains(Addresses(p.Path), path) }
	if path != "" && !slices.ContainsFunc(pages, known) {
		app.Route(path, func() app.Composer { return &document{Page: Missing(), tab: tab} })
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

// lessonPages are the list of lessons and every lesson. The last is for those
// of packs, which only the program can show.
func lessonPages() []Page {
	list := []Page{{
		Path:        "/lessons",
		Title:       "Lessons on keys, queries and hot ranges · Keyrange",
		Description: "Short lessons on PartitionKey and RowKey, queries and their pages, and load on ranges. Each has a picture to change and tasks that check what you did.",
		Listed:      true,
		New:         func(tab *workspace.Tab) app.Composer { return lesson.NewList(tab) },
	}}
	list = append(list, Page{
		Path:        "/glossary",
		Title:       "Glossary of tables, keys and ranges · Keyrange",
		Description: "Every term of the lessons once, in one plain sentence, with the lesson that explains it.",
		Listed:      true,
		New:         func(*workspace.Tab) app.Composer { return &lesson.Glossary{} },
	}, Page{
		Path:        "/search",
		Title:       "Search lessons and terms · Keyrange",
		Description: "Search the lessons and the glossary. The search runs in the browser, also offline.",
		Instant:     true,
		New:         func(tab *workspace.Tab) app.Composer { return lesson.NewSearch(tab) },
	})
	for _, e := range content.Catalogue() {
		list = append(list, Page{
			Path:        lessonsPath + e.ID,
			Title:       e.Title + " · Keyrange",
			Description: cut(e.Goal, 160),
			Listed:      true,
			New:         func(tab *workspace.Tab) app.Composer { return lesson.New(tab, e.ID) },
		})
	}
	return append(list, Page{
		Path:        lessonsPath + "pack",
		Title:       "A lesson from a pack · Keyrange",
		Description: "A lesson that was opened from a file.",
		New:         func(tab *workspace.Tab) app.Composer { return lesson.New(tab, "pack") },
	})
}

const lessonsPath = "/lessons/"

// cut shortens a text at a word.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return text[:strings.LastIndexByte(text[:limit-2], ' ')] + " …"
}

// Prepare loads what the first drawing of the page at path needs, and calls
// done when it is there or cannot be had.
func Prepare(tab *workspace.Tab, path string, done func()) {
	id, found := strings.CutPrefix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(path, "/"), "/index.html"), ".html"), lessonsPath)
	if !found || id == "pack" || !slices.ContainsFunc(content.Catalogue(), func(e content.Entry) bool { return e.ID == id }) {
		done()
		return
	}
	lesson.LoadLesson(tab, id, done)
}

// Icons are the names of the icons that the pages draw.
func Icons() []string { return view.Icons() }

// Made returns the content of a data file that is generated and not taken from
// a package, or nil.
func Made(name string) []byte {
	if name == design.MicroblogFile {
		return design.Microblog()
	}
	return nil
}

// Stills are the pictures of finished runs that pages show before anybody has run
// them: their names and their pixels, four bytes each.
func Stills() (names []string, pixels [][]byte, width, height int) { return simulator.Stills() }

// DataFiles are the names of the sample data's files.
func DataFiles() []string {
	var names []string
	for _, s := range design.Samples() {
		names = append(names, s.File)
	}
	return names
}

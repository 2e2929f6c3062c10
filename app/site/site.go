// Package site lists the pages of the site: their addresses, titles and
// descriptions, and the component that draws each.
//
// A reader meets Page and Pages first; Route hands them to go-app. What always
// holds: the browser program and the site builder read the same list, so a
// page that was rendered ahead and the page that the program draws agree; only what
// stands apart the program does not have. What a page shows and how it looks is
// left to the screens.
package site

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/btree"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/designer"
	"github.com/keyrange/keyrange/app/screen/embed"
	"github.com/keyrange/keyrange/app/screen/figures"
	"github.com/keyrange/keyrange/app/screen/gallery"
	"github.com/keyrange/keyrange/app/screen/home"
	"github.com/keyrange/keyrange/app/screen/lesson"
	"github.com/keyrange/keyrange/app/screen/live"
	"github.com/keyrange/keyrange/app/screen/reference"
	"github.com/keyrange/keyrange/app/screen/settings"
	"github.com/keyrange/keyrange/app/screen/simulator"
	"github.com/keyrange/keyrange/app/screen/teach"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/app/screen/workshop"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/content"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// Name is the site's name as titles and the install prompt show it.
const Name = "Keyrange"

// FiguresID is the element of the page of the published figures that holds them.
const FiguresID = figures.ID

// RaceID is the element of the start page that holds its comparison.
const RaceID = home.RaceID

// EmbedderID is the element of the page of the embeds that holds its controls.
const EmbedderID = embed.ID

// Page is one address of the site.
type Page = workspace.Entry

// registry is every page of the site, the start page first.
func registry() *workspace.Registry {
	r := &workspace.Registry{}
	home.Register(r)
	for _, register := range []func(*workspace.Registry){
		designer.Register, btree.Register, simulator.Register, figures.Register, settings.Register,
		clients.Register, tokens.Register, batch.Register, across.Register, access.Register, embed.Register, lesson.Register,
		reference.Register, workshop.Register, live.Register, teach.Register, gallery.Register,
	} {
		register(r)
	}
	return r
}

// Pages is every page of the site, the start page first. Missing is not among
// them.
func Pages() []Page { return registry().Entries() }

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
func NewTab() *workspace.Tab { return workspace.NewTab(registry()) }

// Route registers every page with go-app, under each form of its address that
// a static host may show in the address bar, and Missing under its own. path is
// the address that the program was started at, below the base path: when no
// page has it, Missing gets it too. Links lead to pages only, so no other
// address is ever asked for, and a pattern for all the rest would bring the
// whole of package regexp into the program.
func Route(tab *workspace.Tab, path string) {
	pages := append(Pages(), Missing())
	for _, p := range pages {
		for _, address := range allAddresses(p) {
			app.Route(address, func() app.Composer { return &document{Page: p, tab: tab} })
		}
	}
	known := func(p Page) bool { return slices.Contains(allAddresses(p), path) }
	if path != "" && !slices.ContainsFunc(pages, known) {
		app.Route(path, func() app.Composer { return &document{Page: Missing(), tab: tab} })
	}
}

// allAddresses are the forms of the page's own path and of those that people guess.
func allAddresses(p Page) []string {
	list := addresses(p.Path)
	for _, guess := range p.Guesses {
		list = append(list, addresses(guess)...)
	}
	return list
}

// addresses are the forms in which a static host may serve the page at path:
// as it is, as a file with its ending, and as a folder with an index.
func addresses(path string) []string {
	if path == "/" {
		return []string{"/", "/index.html"}
	}
	return []string{path, path + "/", path + ".html", path + "/index.html"}
}

// Prepare loads what the first drawing of the page at path needs, and calls
// done when it is there or cannot be had.
func Prepare(tab *workspace.Tab, path string, done func()) {
	path = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(path, "/"), "/index.html"), ".html")
	if id, found := strings.CutPrefix(path, workshop.Path+"/"); found && agenda.Shipped(id) {
		workshop.Load(tab, id, done)
		return
	}
	id, found := strings.CutPrefix(path, lesson.Path)
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
	if name == draft.MicroblogFile {
		return draft.Microblog()
	}
	return nil
}

// Still is the picture of a finished run that a page shows before anybody has run
// it: its name and its pixels, four bytes each.
func Still() (name string, pixels []byte, width, height int) { return simulator.Still() }

// DataFiles are the names of the sample data's files.
func DataFiles() []string {
	var names []string
	for _, s := range draft.Samples() {
		names = append(names, s.File)
	}
	return names
}

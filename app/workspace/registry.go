package workspace

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
)

// Entry is one page of the site: its address, how it is listed, and the component
// that draws it.
type Entry struct {
	// Path is the address below the base path: "/" or "/name", never with a
	// slash at its end.
	Path string

	// Guesses are other addresses at which people look for the page: it stands at
	// each, and links lead to Path.
	Guesses []string

	// Title and Description stand in the head of the page. A title is at most
	// 60 characters long and a description 160, which is what result lists show.
	Title, Description string

	// Instant pages need the engine for everything they do, so they start it
	// at once. The others start it at the first gesture or after a few seconds.
	Instant bool

	// Listed pages stand in the site map and may be indexed.
	Listed bool

	// Apart pages stand as the site builder made them: they run nothing, and the
	// program in a browser does not know them.
	Apart bool

	// Name is that of a screen whose moment can be shared, as the navigation and
	// an offered moment call it; empty for other pages.
	Name string

	// Bench screens stand beside each other in the navigation of the playground.
	Bench bool

	// Stage is the name by which a lesson calls a screen onto its stage, and
	// OnStage puts it there; both are empty for a page that cannot be one.
	Stage   string
	OnStage func(on Stand) Performer

	// Replay opens a moment apart from everything else, so that it is done again
	// and judged; nil for a page on which no task can be set. like is an earlier
	// one whose data it may share, or nil.
	Replay func(moment []byte, like Replay, rest func()) (Replay, error)

	// New makes the component that draws the page.
	New func(tab *Tab) app.Composer
}

// Registry is the pages of a site, in the order in which they were registered.
// The zero value has none.
type Registry struct{ entries []Entry }

// Register adds a page.
func (r *Registry) Register(e Entry) { r.entries = append(r.entries, e) }

// Entries returns the pages. They must not be changed.
func (r *Registry) Entries() []Entry { return r.entries }

// Benches are the screens of the playground, for the navigation.
func (t *Tab) Benches() (list []ui.Link) {
	for _, e := range t.entries {
		if e.Bench {
			list = append(list, ui.Link{Path: e.Path, Title: e.Name})
		}
	}
	return list
}

// ScreenName is the name of the screen at a path, empty where there is none.
func (t *Tab) ScreenName(path string) string {
	for _, e := range t.entries {
		if e.Path == path {
			return e.Name
		}
	}
	return ""
}

// ScreenAt returns the path of the screen at which an address ends, empty for
// none.
func (t *Tab) ScreenAt(address string) string {
	for _, e := range t.entries {
		if e.Name != "" && strings.HasSuffix(address, e.Path) {
			return e.Path
		}
	}
	return ""
}

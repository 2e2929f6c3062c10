package workshop

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/workspace"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// Path is the address of the list, and Path with a slash begins that of each workshop.
const Path = "/workshop"

// Register adds the list of workshops and every workshop to a site. The last is for
// one from a file, which only the program can show.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/workshops", "/class"},
		Path:    Path, Listed: true,
		Title: "Workshops to lead yourself · Keyrange",
		Description: "Run a class on keys, queries and conflicts from a link: an agenda with times for everybody, " +
			"notes and a timer for who leads.",
		New: func(tab *workspace.Tab) app.Composer { return NewList(tab) },
	})
	for _, e := range agenda.Catalogue() {
		site.Register(workspace.Entry{
			Path: Path + "/" + e.ID, Listed: true,
			Title:       e.Title + " · Keyrange",
			Description: "A workshop of " + strconv.Itoa(e.Minutes) + " minutes: its agenda with lessons and times, and notes for who leads it.",
			New:         func(tab *workspace.Tab) app.Composer { return New(tab, e.ID) },
		})
	}
	site.Register(workspace.Entry{
		Path:        Path + "/" + fileID,
		Title:       "A workshop from a file · Keyrange",
		Description: "A workshop that was opened from a file.",
		New:         func(tab *workspace.Tab) app.Composer { return New(tab, fileID) },
	})
}

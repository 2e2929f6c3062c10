package lesson

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/content"
)

// Path begins the address of every lesson.
const Path = "/lessons/"

// Register adds the list of lessons and every lesson to a site, and the glossary
// and the search beside them. The last is for lessons of packs, which only the
// program can show.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/learn", "/lesson", "/tutorial"},
		Path:    "/lessons", Listed: true,
		Title: "Lessons on keys, queries and hot ranges · Keyrange",
		Description: "Short lessons on PartitionKey and RowKey, queries and their pages, and load on ranges. Each has " +
			"a picture to change and tasks that check what you did.",
		New: func(tab *workspace.Tab) app.Composer { return NewList(tab) },
	})
	site.Register(workspace.Entry{
		Path: "/glossary", Listed: true,
		Title:       "Glossary of tables, keys and ranges · Keyrange",
		Description: "Every term of the lessons once, in one plain sentence, with the lesson that explains it.",
		New:         func(*workspace.Tab) app.Composer { return &Glossary{} },
	})
	site.Register(workspace.Entry{
		Path: "/search", Instant: true,
		Title:       "Search lessons and terms · Keyrange",
		Description: "Search the lessons and the glossary. The search runs in the browser, also offline.",
		New:         func(tab *workspace.Tab) app.Composer { return NewSearch(tab) },
	})
	for _, e := range content.Catalogue() {
		site.Register(workspace.Entry{
			Path: Path + e.ID, Listed: true,
			Title:       e.Title + " · Keyrange",
			Description: cut(e.Goal, 160),
			New:         func(tab *workspace.Tab) app.Composer { return New(tab, e.ID) },
		})
	}
	site.Register(workspace.Entry{
		Path:        Path + packID,
		Title:       "A lesson from a pack · Keyrange",
		Description: "A lesson that was opened from a file.",
		New:         func(tab *workspace.Tab) app.Composer { return New(tab, packID) },
	})
}

// cut shortens a text at a word.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return text[:strings.LastIndexByte(text[:limit-2], ' ')] + " …"
}

//go:build !js

package teach

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/workshop"
)

// Path is the address of the list, and with a slash it begins that of each lesson's page.
const Path = "/teach"

// Register adds the pages for teachers to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/teachers", "/teaching"},
		Path:    Path, Listed: true, Apart: true,
		Title: "For teachers · Keyrange",
		Description: "Teach keys, queries and hot ranges: ready workshops, and for each lesson what it needs, the answers and " +
			"the common mistakes.",
		New: func(*workspace.Tab) app.Composer { return &Index{} },
	})
	for _, e := range content.Catalogue() {
		site.Register(workspace.Entry{
			Path: Path + "/" + e.ID, Listed: true, Apart: true,
			Title:       cut(e.Title, 34) + ", for teachers · Keyrange",
			Description: cut("What the lesson needs, its answer key, the common mistakes and what people then read: "+e.Title+".", 160),
			New:         func(*workspace.Tab) app.Composer { return &Page{ID: e.ID} },
		})
	}
}

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most-3] + "…"
}

// Index lists what there is for teachers.
type Index struct{ app.Compo }

// Render draws the list.
func (p *Index) Render() app.UI {
	body := []app.UI{
		view.H("div.idx__h", view.T("h1", "For teachers"), view.T("p.lede", "For each lesson: what it needs, the answers, what people get wrong "+
			"and what they then read, and what the lesson leaves out. Each page prints on a few sheets of A4 or Letter.")),
		view.H("section.idx__t;aria-labelledby=begin", view.T("h2#begin", "A first class"), view.H("ol.tch__o",
			view.H("li", view.Text("Choose a "), view.H("a", view.Attr("href", "/workshop"), view.Text("workshop")),
				view.Text(": "+workshops()+".")),
			view.T("li", "Do its lessons yourself, and read their pages here."),
			view.T("li", "Give the class the address of the workshop. Open it yourself and choose to lead: you get notes, answers and a timer."),
			view.T("li", "On the projector press P. Hints and answers wait until you press A, and N opens your notes in a second window."),
		)),
	}
	for _, t := range lessons.Tracks() {
		body = append(body, track(t))
	}
	return ui.Apart(view.H("main#main;tabindex=-1", view.Around("div.wrap.idx", body)))
}

// workshops names those that are ready.
func workshops() string {
	text := ""
	for i, e := range workshop.Catalogue() {
		if i > 0 {
			text += "; "
		}
		text += e.Title
	}
	return text
}

func track(t lessons.Track) app.UI {
	var items []app.UI
	for _, e := range content.Catalogue() {
		if e.Track != t.ID {
			continue
		}
		items = append(items, view.H("li", view.Attr("value", strconv.Itoa(e.Number)), view.T("span.num.muted", strconv.Itoa(e.Number)),
			view.H("div", view.H("a", view.Attr("href", Path+"/"+e.ID), view.Text(e.Title)), view.T("p", e.Goal)),
			view.T("span.num.muted", strconv.Itoa(e.Minutes)+" min, "+view.Count(e.Tasks, "task", "tasks"))))
	}
	return view.H("section.idx__t", view.Attr("aria-labelledby", t.ID), view.H("h2", view.ID(t.ID), view.Text(t.Title)),
		view.H("ol", items...))
}

package lesson

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons/content"
)

// Glossary is the page with every term of the lessons.
type Glossary struct{ app.Compo }

// Render draws the terms.
func (g *Glossary) Render() app.UI {
	var items []app.UI
	for _, t := range content.Glossary() {
		items = append(items, meaning(t)...)
	}
	return ui.Shell("/glossary", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx",
		view.H("div.idx__h",
			view.T("h1", "Glossary"),
			view.T("p.lede", "Each term means one thing on this site. The colours are those of the pictures."),
		),
		view.H("dl.glo", items...),
	)))
}

// meaning is a term with what it means.
func meaning(t content.Term) []app.UI {
	name := view.El("dt").ID(t.ID)
	if t.Colour == "" {
		name = name.Text(t.Forms[0])
	} else {
		name = name.Body(view.H("span.t", view.Attr("class", "t--"+t.Colour), view.Text(t.Forms[0])))
	}
	body := []app.UI{view.Text(t.Means)}
	if title := lessonTitle(t.Lesson); title != "" {
		body = append(body, view.Text(" "), view.H("a", view.Attr("href", ui.Address("/lessons/"+t.Lesson)), view.Text(title)))
	}
	return []app.UI{name, view.H("dd", body...)}
}

// lessonTitle returns the title of a lesson, "" for one that is not there.
func lessonTitle(id string) string {
	for _, e := range content.Catalogue() {
		if e.ID == id {
			return e.Title
		}
	}
	return ""
}

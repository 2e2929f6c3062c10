package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// lastName is the name under which the lesson is kept that was opened last.
const lastName = "lesson"

// courseOf returns the course of a tab.
func courseOf(tab *workspace.Tab) course {
	return course{shelfOf(tab).book(), content.Catalogue(), browser.Remembered(lastName)}
}

// resume says how much is left, and leads to where the reader was.
func (c course) resume() app.UI {
	minutes, count := c.left(c.list)
	e, more := c.next()
	if !more {
		return view.T("p", "You have done all "+view.Count(len(c.list), "lesson", "lessons")+".")
	}
	text, verb := hours(minutes)+" in "+view.Count(count, "lesson", "lessons"), "Start with "
	if count < len(c.list) || c.last == e.ID {
		text, verb = text+" are left", "Continue with "
	}
	return view.H("p.row",
		view.H("a.btn.btn--primary", view.Attr("href", ui.Address(Path+e.ID)), view.Text(verb+strconv.Itoa(e.Number)+". "+e.Title)),
		view.T("span.num.muted", text+"."))
}

// paths recommends an order to three people.
func (c course) paths() app.UI {
	var cards []app.UI
	for _, path := range content.Paths() {
		list := c.along(path)
		minutes, count := c.left(list)
		items := make([]app.UI, len(list))
		for i, e := range list {
			look, state := "", " "
			if reachedIn(c.book, e) == complete {
				look, state = "done", " done, "
			}
			items[i] = view.H("li", view.Attr("class", look), view.H("a", view.Attr("href", ui.Address(Path+e.ID)), view.Text(e.Title)),
				view.T("span.muted", state+strconv.Itoa(e.Minutes)+" min"))
		}
		id := "path-" + path.ID
		cards = append(cards, view.H("section.card.way", view.Attr("aria-labelledby", id),
			view.H("h3", view.ID(id), view.Text(path.Title)), view.T("p", path.Why),
			view.T("p.num.muted", hours(minutes)+" in "+view.Count(count, "lesson", "lessons")+" left"),
			view.H("ol", items...)))
	}
	return view.H("section.idx__w;aria-labelledby=paths", view.T("h2#paths", "Which of these are you?"), view.H("div.ways", cards...))
}

// edges draws a line from each lesson to those that build on it.
func (c course) edges(at map[string]spot) string {
	var d strings.Builder
	for _, e := range c.list {
		to := at[e.ID]
		for _, id := range e.Needs {
			from := at[id]
			bend := to.x - mapColumn/2
			d.WriteString("M" + pair(from.x, from.y) + "C" + pair(bend, from.y) + " " + pair(bend, to.y) + " " + pair(to.x, to.y))
		}
	}
	return d.String()
}

func pair(x, y int) string { return strconv.Itoa(x) + " " + strconv.Itoa(y) }

// chart draws what builds on what. The list of the lessons says the same in words.
func (c course) chart() app.UI {
	at := c.spots()
	right, bottom, track := 0, 0, ""
	shapes := []app.UI{view.Shape("path", "d", c.edges(at), "class", "map-e")}
	for _, e := range c.list {
		s := at[e.ID]
		if e.Track != track {
			track = e.Track
			shapes = append(shapes, view.Shape("text", "x", strconv.Itoa(mapLeft-mapRound), "y", strconv.Itoa(s.y-mapRound-10), "class", "map-t").
				Text(trackTitle(track)))
		}
		right, bottom = max(right, s.x), max(bottom, s.y)
		look, mark := "map-n", strconv.Itoa(e.Number)
		switch reachedIn(c.book, e) {
		case complete:
			look, mark = "map-n map-n--done", "✓"
		case begun:
			look = "map-n map-n--now"
		}
		x, y := strconv.Itoa(s.x), strconv.Itoa(s.y)
		shapes = append(shapes, view.Shape("circle", "cx", x, "cy", y, "r", strconv.Itoa(mapRound), "class", look),
			view.Shape("text", "x", x, "y", y, "dy", "5", "class", look).Text(mark))
	}
	svg := view.Shape("svg", "viewBox", "0 0 "+pair(right+mapLeft, bottom+mapLeft), "role", "img").Class("map").
		Aria("label", "Map of the lessons: a row for each track, a line from each lesson to those that build on it. The lists below say "+
			"the same.")
	return view.H("section.idx__w;aria-labelledby=map", view.T("h2#map", "What builds on what"),
		view.H("div.map__s;tabindex=0;role=group;aria-label=Map, can be scrolled", svg.Body(shapes...)))
}

// trackTitle returns the title of a track.
func trackTitle(id string) string {
	for _, t := range lessons.Tracks() {
		if t.ID == id {
			return t.Title
		}
	}
	return ""
}

// buildsOn names the lessons that one builds on, nothing for none.
func (c course) buildsOn(e content.Entry) app.UI {
	if len(e.Needs) == 0 {
		return view.El("span;hidden=true")
	}
	parts := []app.UI{view.Text("Builds on ")}
	for i, id := range e.Needs {
		need, _ := c.entry(id)
		if i > 0 {
			parts = append(parts, view.Text(", "))
		}
		parts = append(parts, view.Text(strconv.Itoa(need.Number)+". "+need.Title))
	}
	return view.H("p.muted", parts...)
}

package lesson

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/content"
)

const searchID = "search"

// search is the page that looks for words in the lessons and the glossary.
type search struct {
	app.Compo
	gestures
	tab  *workspace.Tab
	text string
}

// OnMount puts the keyboard into the field.
func (s *search) OnMount(ctx app.Context) {
	s.Ctx = ctx
	ctx.Defer(func(app.Context) { browser.Focus(searchID) })
}

// Render draws the field and what was found.
func (s *search) Render() app.UI {
	var field app.UI = view.T("p.muted", "The search starts with the engine.")
	if !app.IsServer {
		field = view.H("input.field;type=search;autocomplete=off;spellcheck=false;maxlength=200;placeholder=A word, such as split;"+
			"aria-label=Search lessons and terms", view.ID(searchID),
			s.On("input", "search", func(app.Context, app.Event) { s.text = browser.Field(searchID) }),
		)
	}
	return ui.Shell("/search", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx",
		view.H("div.idx__h", view.T("h1", "Search"), field),
		s.found(),
	)))
}

// found lists lessons and terms that have all the words.
func (s *search) found() app.UI {
	words := strings.Fields(strings.ToLower(s.text))
	if len(words) == 0 {
		return view.T("p;role=status", "Type a word to search the titles, goals and subjects of the lessons, and every term.")
	}
	var lessonItems, terms []app.UI
	c := courseOf(s.tab)
	for _, e := range c.list {
		if hasAll(e.Title+" "+e.Goal+" "+e.Teaches, words) {
			lessonItems = append(lessonItems, c.row(e))
		}
	}
	for _, t := range content.Glossary() {
		if hasAll(strings.Join(t.Forms, " ")+" "+t.Means, words) {
			terms = append(terms, meaning(t)...)
		}
	}
	return view.H("div.idx__t",
		view.T("p;role=status", view.Count(len(lessonItems), "lesson", "lessons")+" and "+view.Count(len(terms)/2, "term", "terms")+" found."),
		view.H("ol", lessonItems...),
		view.H("dl.glo", terms...),
	)
}

func hasAll(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// NewSearch returns the page of a tab.
func NewSearch(tab *workspace.Tab) *search { return &search{tab: tab} }

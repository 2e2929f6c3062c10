package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/snippet"
)

// codeID is the ID of the program that is shown.
const codeID = "code"

// languageKey is the name under which the last language is kept.
const languageKey = "language"

// Code is a card with a program in a language to choose, and a button that copies it.
// A page has at most one.
type Code struct {
	Gestures  *Gestures
	Languages []snippet.Language
	Program   func(language string) string // by its ID
	Note      func(language string) string // below the program; nil for none

	language string // ID, "" before it is known
	said     string // what became of copying
}

// Card draws it under a title.
func (c *Code) Card(title string) app.UI {
	at := c.at()
	tabs := make([]app.UI, len(c.Languages))
	for i, l := range c.Languages {
		tab := view.El("button;type=button;role=tab").ID("code-"+l.ID).Aria("selected", Truth(i == at)).Aria("controls", codeID).Text(l.Name).
			OnClick(c.Gestures.ClickHandler("code/"+l.ID, func() { c.speak(l.ID) })).
			OnKeyDown(c.Gestures.Handler("code-key/"+l.ID, func(ctx app.Context, e app.Event) { c.turn(ctx, e, i) }))
		if i != at {
			tab = tab.Attr("tabindex", "-1")
		}
		tabs[i] = tab
	}
	l := c.Languages[at]
	note := ""
	if c.Note != nil {
		note = c.Note(l.ID)
	}
	return view.H("section.card.codec;aria-labelledby=code-title",
		view.H("div.codec__h",
			view.T("h2#code-title", title),
			view.H("div.tabs;role=tablist;aria-labelledby=code-title", tabs...),
			view.H("button#copy-code.btn.btn--sm.btn--quiet;type=button", view.Icon("copy"), view.Text("Copy"),
				c.Gestures.On("click", "copy-code", c.copy),
			),
		),
		view.Around("pre;role=tabpanel;tabindex=0", commented(c.Program(l.ID)), view.ID(codeID), view.Attr("aria-labelledby", "code-"+l.ID)),
		view.H("p.codec__n",
			view.T("span;role=status", c.said),
			view.T("span.muted", note),
		),
	)
}

// at is the place of the language that is shown.
func (c *Code) at() int {
	if c.language == "" {
		c.language = browser.Remembered(languageKey)
	}
	for i, l := range c.Languages {
		if l.ID == c.language {
			return i
		}
	}
	return 0
}

// speak chooses a language for now and the next time.
func (c *Code) speak(language string) {
	c.language, c.said = language, ""
	browser.Remember(languageKey, language)
}

// turn moves between the tabs with the arrows, as tabs do.
func (c *Code) turn(ctx app.Context, e app.Event, at int) {
	n := len(c.Languages)
	switch e.Get("key").String() {
	case "ArrowRight":
		at = (at + 1) % n
	case "ArrowLeft":
		at = (at + n - 1) % n
	case "Home":
		at = 0
	case "End":
		at = n - 1
	default:
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
	c.speak(c.Languages[at].ID)
	ctx.Defer(func(app.Context) { browser.Focus("code-" + c.Languages[at].ID) })
}

// copy copies the program, or selects it for a reader whose browser refuses.
func (c *Code) copy(ctx app.Context, _ app.Event) {
	l := c.Languages[c.at()]
	program := c.Program(l.ID)
	browser.Copy(program, func(ok bool) {
		ctx.Dispatch(func(app.Context) {
			c.said = "Copied " + view.Count(strings.Count(program, "\n"), "line", "lines") + " of " + l.Name + "."
			if !ok {
				c.said = "The browser does not let the page copy. The program is selected: copy it with Ctrl+C."
				browser.SelectAll(codeID)
			}
		})
	})
}

// commented sets the comments of a program apart.
func commented(program string) []app.UI {
	var inks []view.Ink
	for line := range strings.Lines(program) {
		trimmed, look := strings.TrimSpace(line), ""
		if strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "#") {
			look = "ink-kw"
		}
		if n := len(inks); n > 0 && inks[n-1].Class == look {
			inks[n-1].Text += line
			continue
		}
		inks = append(inks, view.Ink{Text: line, Class: look})
	}
	return view.Inked(inks)
}

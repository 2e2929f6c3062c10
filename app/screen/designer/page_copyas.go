package designer

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/snippet"
)

// codeID is the ID of the program that is shown.
const codeID = "code"

// languageKey is the name under which the last language is kept.
const languageKey = "language"

// code is what belongs to the card with the query as a program.
type code struct {
	language string // ID, "" before it is known
	said     string // what became of copying
}

// program is the query as a program.
type program struct {
	desk.Desk
	code code
}

// codeCard is the query as a program in a language to choose.
func (p *program) codeCard() app.UI {
	languages := snippet.Languages()
	at := p.languageAt(languages)
	tabs := make([]app.UI, len(languages))
	for i, l := range languages {
		tab := view.El("button;type=button;role=tab").ID("code-"+l.ID).Aria("selected", ui.Truth(i == at)).Aria("controls", codeID).Text(l.Name).
			OnClick(p.ClickHandler("code/"+l.ID, func() { p.speak(l.ID) })).
			OnKeyDown(p.Handler("code-key/"+l.ID, func(ctx app.Context, e app.Event) { p.turnTabs(ctx, e, languages, i) }))
		if i != at {
			tab = tab.Attr("tabindex", "-1")
		}
		tabs[i] = tab
	}
	program := p.Store.Program(languages[at].ID)
	return view.H("section.card.codec;aria-labelledby=code-title",
		view.H("div.codec__h",
			view.T("h2#code-title", "Copy as"),
			view.H("div.tabs;role=tablist;aria-labelledby=code-title", tabs...),
			view.H("button#copy-code.btn.btn--sm.btn--quiet;type=button", view.Icon("copy"), view.Text("Copy"),
				p.On("click", "copy-code", p.copyCode),
			),
		),
		view.Around("pre;role=tabpanel;tabindex=0", commented(program), view.ID(codeID), view.Attr("aria-labelledby", "code-"+languages[at].ID)),
		view.H("p.codec__n",
			view.T("span;role=status", p.code.said),
			view.T("span.muted", connection(languages[at].ID)),
		),
	)
}

// connection says what a program finds in its environment.
func connection(language string) string {
	if language == "curl" {
		return "The address and a shared access signature come from the environment."
	}
	return "TABLES_CONNECTION is the connection string of your account. Credentials stay out of the program."
}

func (p *program) languageAt(languages []snippet.Language) int {
	if p.code.language == "" {
		p.code.language = browser.Remembered(languageKey)
	}
	for i, l := range languages {
		if l.ID == p.code.language {
			return i
		}
	}
	return 0
}

// speak chooses a language for now and the next time.
func (p *program) speak(language string) {
	p.code = code{language: language}
	browser.Remember(languageKey, language)
}

// turnTabs moves between the tabs with the arrows, as tabs do.
func (p *program) turnTabs(ctx app.Context, e app.Event, languages []snippet.Language, at int) {
	n := len(languages)
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
	p.speak(languages[at].ID)
	ctx.Defer(func(app.Context) { browser.Focus("code-" + languages[at].ID) })
}

// copyCode copies the program, or selects it for a reader whose browser
// refuses.
func (p *program) copyCode(ctx app.Context, _ app.Event) {
	languages := snippet.Languages()
	l := languages[p.languageAt(languages)]
	program := p.Store.Program(l.ID)
	browser.Copy(program, func(ok bool) {
		ctx.Dispatch(func(app.Context) {
			p.code.said = "Copied " + view.Count(strings.Count(program, "\n"), "line", "lines") + " of " + l.Name + "."
			if !ok {
				p.code.said = "The browser does not let the page copy. The program is selected: copy it with Ctrl+C."
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

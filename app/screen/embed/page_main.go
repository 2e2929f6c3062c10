package embed

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// ID is the element that holds what web/maker.js draws.
const ID = "embedder"

// Page is the page of the embeds.
type Page struct{ app.Compo }

// OnMount has the page drawn where it was not rendered ahead.
func (p *Page) OnMount(app.Context) { browser.OpenEmbedder(ID) }

// Render draws the page.
func (p *Page) Render() app.UI {
	return ui.Shell("/embed", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx",
		view.H("div.idx__h",
			view.T("h1", "Put it in your own page"),
			view.T("p.lede", "A tutorial, a course or a notebook can show one picture, one task or a whole lesson. It is light until "+
				"somebody works with it, and it needs no account and no server."),
		),
		view.El("div.mk").ID(ID),
	)))
}

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/embeds"},
		Path:    "/embed",
		Title:   "Put a picture or a lesson in your own page · Keyrange",
		Description: "Choose what a page of yours shows of Keyrange, look at it, and copy the lines for it, or save a package for a " +
			"learning system: SCORM 1.2 or xAPI.",
		Listed: true,
		New:    func(*workspace.Tab) app.Composer { return &Page{} },
	})
}

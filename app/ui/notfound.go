package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// NotFound is the page for an address that the site does not have.
type NotFound struct{ app.Compo }

// Render draws the page.
func (n *NotFound) Render() app.UI {
	return Shell("", true, view.H("main#main;tabindex=-1",
		view.H("div.wrap", view.H("div.lost",
			view.T("h1", "There is no page at this address"),
			view.T("p", "The address may be misspelt, or the page has moved. The home page and the playground are where they always are."),
			view.H("div.hero__cta",
				view.H("a.btn.btn--primary.btn--lg", view.Attr("href", Address("/")), view.Text("Go to the home page")),
				view.H("a.btn.btn--lg", view.Attr("href", Address("/playground")), view.Text("Open the playground")),
			),
		)),
	))
}

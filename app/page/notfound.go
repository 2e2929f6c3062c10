package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// NotFound is the page for an address that the site does not have.
type NotFound struct{ app.Compo }

// Render draws the page.
func (n *NotFound) Render() app.UI {
	return shell("", true, app.Elem("main").ID("main").TabIndex(-1).Body(
		app.Elem("div").Class("wrap", "lost").Body(
			app.Elem("h1").Text("There is no page at this address"),
			app.Elem("p").Text("The address may be misspelt, or the page has moved. The home page and the playground are where they always are."),
			app.Elem("div").Class("hero__cta").Body(
				app.Elem("a").Class("btn", "btn--primary", "btn--lg").Attr("href", address("/")).Text("Go to the home page"),
				app.Elem("a").Class("btn", "btn--lg").Attr("href", address("/playground")).Text("Open the playground"),
			),
		),
	))
}

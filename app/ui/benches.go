package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// benches leads from one screen of the playground to the others. Where they have
// no room beside each other, the present one is scrolled into view.
type benches struct {
	app.Compo
	Here   string // path of the screen that is shown
	Places []Link
}

// OnMount shows the present screen's name.
func (b *benches) OnMount(ctx app.Context) { b.reveal(ctx) }

// OnUpdate shows it again: the page has become another one.
func (b *benches) OnUpdate(ctx app.Context) { b.reveal(ctx) }

func (b *benches) reveal(ctx app.Context) {
	ctx.Defer(func(app.Context) { browser.RevealIn("benches", "bench-here") })
}

// Render draws the links.
func (b *benches) Render() app.UI {
	links := make([]app.UI, len(b.Places))
	for i, p := range b.Places {
		a := view.El("a").Attr("href", Address(p.Path)).Text(p.Title)
		if p.Path == b.Here {
			a = a.Aria("current", "page").ID("bench-here")
		}
		links[i] = a
	}
	return view.H("nav#benches.benches;aria-label=Playground", links...)
}

package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// benchPlaces are the screens of the playground.
var benchPlaces = []link{
	{"/playground", "Keys and queries"},
	{"/btree", "Index"},
	{"/clients", "Two clients"},
	{"/tokens", "Tokens"},
	{"/transactions", "Batch builder"},
	{"/across", "Across partitions"},
	{"/access", "Access"},
}

// onBench reports whether a page is a screen of the playground.
func onBench(here string) bool {
	return slices.ContainsFunc(benchPlaces, func(l link) bool { return l.path == here })
}

// benches leads from one screen of the playground to the others.
func benches(here string) app.UI {
	links := make([]app.UI, len(benchPlaces))
	for i, p := range benchPlaces {
		a := view.El("a").Attr("href", address(p.path)).Text(p.title)
		if p.path == here {
			a = a.Aria("current", "page")
		}
		links[i] = a
	}
	return view.El("nav.benches;aria-label=Playground").Body(links...)
}

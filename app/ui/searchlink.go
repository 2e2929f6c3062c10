package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// searchLink leads to the search, also by the key /.
type searchLink struct {
	app.Compo
	stop func()
}

// OnMount begins to take the key.
func (l *searchLink) OnMount(ctx app.Context) {
	l.stop = browser.WatchKeys(func(k browser.Key) bool {
		if k.Name != "/" || k.InField || k.Command || k.Alt || !browser.Shortcuts() {
			return false
		}
		ctx.Dispatch(func(ctx app.Context) { ctx.Navigate(Address("/search")) })
		return true
	})
}

// OnDismount lets go of the key.
func (l *searchLink) OnDismount() { l.stop() }

// Render draws the link.
func (l *searchLink) Render() app.UI {
	return view.H("a.btn.btn--icon.btn--quiet;aria-label=Search;title=Search (/)", view.Attr("href", Address("/search")), view.Icon("search"))
}

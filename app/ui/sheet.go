package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// Peek is the head of a sheet: what is seen of one while it is closed, at the foot of
// a narrow window, where it opens and closes it. Elsewhere it is not drawn.
//
// What always holds: a sheet has the class sheet and, while it is open, sheet--open;
// its Peek comes first in it. A panel in it is hidden with it.
func Peek(id, pane string, open bool, head, says string, toggle app.UI) app.UI {
	return view.H("button.peek;type=button", view.ID(id), view.Attr("aria-controls", pane), view.Flag("aria-expanded", open),
		view.T("b", head), view.T("span", says), toggle)
}

// Sheet is the class of a sheet.
func Sheet(open bool) app.UI {
	if open {
		return view.Attr("class", "sheet sheet--open")
	}
	return view.Attr("class", "sheet")
}

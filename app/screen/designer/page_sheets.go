package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// peekID is the head of the sheet of the query.
const peekID = "query-peek"

// sheetPlaces are the panels in that sheet, as a moment names them.
var sheetPlaces = [...]string{strconv.Itoa(planPanel), strconv.Itoa(resultPanel)}

// queryPeek is the head of the sheet: what the request came to.
func queryPeek(p *Page) app.UI {
	says := "Choose a question or run a filter."
	if r := p.Store.Request.Result(); p.Store.Request.Answered() {
		says = view.Number(r.Cost.Examined) + " examined, " + view.Number(r.Cost.Returned) + " returned"
	}
	return ui.Peek(peekID, panelID(planPanel), p.ui.sheet, "Query", says, p.Click("query-peek/"+ui.Truth(p.ui.sheet),
		func() { p.ui.sheet = !p.ui.sheet }))
}

// isAnyOpen reports whether there is a drawer, a sheet or a panel that Escape closes.
func isAnyOpen(p *Page) bool {
	return p.ui.drawer || p.presets.open || p.Store.Guide.Wizard().Open || p.ui.sheet
}

// closeLast closes one of them, the one that lies on top first, and gives the keyboard
// back to what opened it.
func closeLast(p *Page) {
	switch {
	case p.ui.drawer:
		p.ui.drawer = false
		browser.Focus(columnsOpenID)
	case p.presets.open:
		p.presets.toggle()
	case p.Store.Guide.Wizard().Open:
		p.guide.Leave()
	case p.ui.sheet:
		p.ui.sheet = false
		browser.Focus(peekID)
	}
}

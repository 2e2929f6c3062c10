package designer

import (
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Desk is what the parts of the screen share: the playground, the tab, and how the
// page takes gestures.
//
// What always holds: all parts of a page have one desk, the page's own.
type Desk struct {
	ui.Gestures
	tab   *workspace.Tab
	store *design.Playground
}

// gesture does something to the store and then what follows from it.
func (p *Desk) gesture(ctx app.Context, do func()) {
	p.Guard(do)
	if p.After != nil {
		p.After(ctx)
	}
}

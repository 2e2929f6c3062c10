package desk

import (
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Desk is what the parts of the screen share: the playground, the tab, and how the
// page takes gestures.
//
// What always holds: the page and all of its parts have equal desks. Each part has
// its own, so that it reaches the playground in one step: a program that goes by way
// of the page in several hundred places is 4 KB larger.
type Desk struct {
	*ui.Gestures
	Tab   *workspace.Tab
	Store *design.Playground
}

// Gesture does something to the store and then what follows from it.
func (p *Desk) Gesture(ctx app.Context, do func()) {
	p.Guard(do)
	if p.After != nil {
		p.After(ctx)
	}
}

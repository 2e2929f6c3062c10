package batch

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// performer is the batch builder as the stage of a lesson, over the log of the
// lesson's step.
type performer struct{ page *Page }

// perform puts the batch builder onto the stage of a lesson.
func perform(on workspace.Stand) workspace.Performer {
	b := &Page{}
	b.Scope, b.May, b.Store = on.Gestures.Scope, on.Gestures.May, newStage(on)
	b.After = func(ctx app.Context) {
		b.settle(ctx)
		on.Gestures.After(ctx)
	}
	return performer{b}
}

// newStage returns a batch that is sent to the World of a lesson.
func newStage(on workspace.Stand) *State {
	b := &State{table: on.Table, first: on.Changes, stepLog: step.Log{Live: on.World, Begin: on.Begin}}
	b.follow()
	return b
}

// Mount takes the context of the lesson.
func (p performer) Mount(ctx app.Context) { p.page.Ctx = ctx }

// Perform draws the batch builder.
func (p performer) Perform() app.UI {
	b := p.page
	return view.H("div.lab",
		view.H("div.lab__s", explanation(b.explain())),
		b.changes(),
		b.ledger(),
		b.rules(),
		b.readers(),
		b.http(),
	)
}

// Follow takes up where the log of the lesson stands.
func (p performer) Follow() { p.page.Store.follow() }

// Leave has nothing to end.
func (p performer) Leave() {}

package batch

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// perform puts the batch builder onto the stage of a lesson, over the log of the
// lesson's step.
func perform(on workspace.Stand) workspace.Performer {
	b := &Page{}
	store := newStage(on)
	return b.Onto(on, store, step.Stage{Settle: b.settle, Draw: b.perform, Moved: store.follow})
}

// newStage returns a batch that is sent to the World of a lesson.
func newStage(on workspace.Stand) *State {
	b := &State{table: on.Table, first: on.Changes, stepLog: step.Log{Live: on.World, Begin: on.Begin}}
	b.follow()
	return b
}

// perform draws the batch builder on the stage of a lesson.
func (b *Page) perform() app.UI {
	return view.H("div.lab",
		view.H("div.lab__s", explanation(b.explain())),
		b.changes(),
		b.ledger(),
		b.rules(),
		b.readers(),
		b.http(),
	)
}

package across

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// perform puts a client, a queue and a worker onto the stage of a lesson, over the
// log of the lesson's step.
func perform(on workspace.Stand) workspace.Performer {
	a := &Page{}
	store := newStage(on)
	return a.Onto(on, store, step.Stage{Settle: a.settle, Draw: a.perform, Moved: func() {
		if store != nil {
			store.follow()
		}
	}})
}

// newStage returns a story that goes on with the log of a lesson, nil when the
// lesson does not begin as the story does.
func newStage(on workspace.Stand) *State {
	e, ok := errandByID(on.Story)
	setup := e.begin()
	if ok = ok && on.Begin == len(setup) && len(on.Ways) > 0; !ok {
		return nil
	}
	for n, c := range setup {
		if !on.World.Command(n).Equal(c) {
			return nil
		}
	}
	for _, way := range on.Ways {
		if way < 0 || way >= len(e.Ways) {
			return nil
		}
	}
	a := &State{errand: e, way: on.Ways[0], ways: on.Ways, stepLog: step.Log{Live: on.World, Begin: on.Begin}}
	a.follow()
	return a
}

// perform draws the story on the stage of a lesson.
func (a *Page) perform() app.UI {
	if a.Store == nil {
		return view.T("p.empty", "This step does not begin as the story does that it names, so there is nothing to show. Its start has to "+
			"be the set-up of that story and its queues.")
	}
	return view.H("div.lab",
		view.H("div.lab__s", a.verdict()),
		view.H("div.trio", a.clientCard(), a.workerCard(), a.tablesCard()),
		a.crashes(),
		a.happened(),
	)
}

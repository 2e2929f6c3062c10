package across

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// performer is a client, a queue and a worker as the stage of a lesson, over the
// log of the lesson's step.
type performer struct{ page *Page }

// perform puts a story onto the stage of a lesson.
func perform(on workspace.Stand) workspace.Performer {
	a := &Page{}
	a.Scope, a.May, a.Store = on.Gestures.Scope, on.Gestures.May, newStage(on)
	a.After = func(ctx app.Context) {
		a.settle(ctx)
		on.Gestures.After(ctx)
	}
	return performer{a}
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

// Mount takes the context of the lesson.
func (p performer) Mount(ctx app.Context) { p.page.Ctx = ctx }

// Perform draws the story.
func (p performer) Perform() app.UI {
	a := p.page
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

// Follow takes up where the log of the lesson stands.
func (p performer) Follow() {
	if p.page.Store != nil {
		p.page.Store.follow()
	}
}

// Leave has nothing to end.
func (p performer) Leave() {}

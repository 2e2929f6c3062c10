package clients

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script/schedule"
)

// performer is the two clients as the stage of a lesson: the cards, the
// sequence and what there is to say, over the log of the lesson's step.
type performer struct{ page *Page }

// perform puts the two clients onto the stage of a lesson.
func perform(on workspace.Stand) workspace.Performer {
	c := &Page{}
	c.Scope, c.May, c.Store = on.Gestures.Scope, on.Gestures.May, newStage(on)
	c.After = func(ctx app.Context) {
		c.settle(ctx)
		on.Gestures.After(ctx)
	}
	return performer{c}
}

// newStage returns two clients in the World of a lesson.
func newStage(on workspace.Stand) *State {
	c := &State{subject: subject{table: on.Table, key: on.Key}, programs: on.Turns, stepLog: step.Log{Live: on.World, Begin: on.Begin},
		View: ClientsView{Row: -1, Adding: -1, Ending: schedule.Lost}}
	c.subject.learn(on.World, on.Turns)
	c.follow(atOnce)
	return c
}

// Mount takes the context of the lesson.
func (p performer) Mount(ctx app.Context) { p.page.Ctx = ctx }

// Perform draws the two clients.
func (p performer) Perform() app.UI {
	c := p.page
	return view.H("div.lab",
		view.H("div.lab__s", c.explanation(), c.options()),
		c.cards(),
		c.sequence(),
		c.orders(),
		c.http(false),
	)
}

// Follow takes up where the log of the lesson stands.
func (p performer) Follow() { p.page.Store.follow(atOnce) }

// Leave ends the orders that are being tried.
func (p performer) Leave() { p.page.stopped = true }

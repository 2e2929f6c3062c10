package clients

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script/schedule"
)

// perform puts the two clients onto the stage of a lesson: the cards, the sequence
// and what there is to say, over the log of the lesson's step.
func perform(on workspace.Stand) workspace.Performer {
	c := &Page{}
	store := newStage(on)
	return c.Onto(on, store, step.Stage{
		Settle: c.settle,
		Draw:   c.perform,
		Moved:  func() { store.follow(atOnce) },
		Ended:  func() { c.stopped = true }, // orders that are being tried
	})
}

// newStage returns two clients in the World of a lesson.
func newStage(on workspace.Stand) *State {
	c := &State{subject: subject{table: on.Table, key: on.Key}, programs: on.Turns, stepLog: step.Log{Live: on.World, Begin: on.Begin},
		View: ClientsView{Row: -1, Adding: -1, Ending: schedule.Lost}}
	c.subject.learn(on.World, on.Turns)
	c.follow(atOnce)
	return c
}

// perform draws the two clients on the stage of a lesson.
func (c *Page) perform() app.UI {
	return view.H("div.lab",
		view.H("div.lab__s", c.explanation(), c.options()),
		c.cards(),
		c.sequence(),
		c.orders(),
		c.http(false),
	)
}

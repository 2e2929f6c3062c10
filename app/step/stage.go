package step

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/workspace"
)

// Stage is a screen that goes step by step as the stage of a lesson, over the log
// of the lesson's step: what differs from screen to screen. Onto makes a Performer
// of it.
type Stage struct {
	Settle func(ctx app.Context) // what the screen does after each gesture
	Draw   func() app.UI
	Moved  func() // takes up a log that was moved by somebody else
	Ended  func() // ends work of the screen, nil where there is none
}

// Onto puts a page with a state onto the stage of a lesson, where the lesson's
// gestures are its own.
func (p *Page[S]) Onto(on workspace.Stand, store S, stage Stage) workspace.Performer {
	p.Scope, p.May, p.Store = on.Gestures.Scope, on.Gestures.May, store
	p.After = func(ctx app.Context) {
		stage.Settle(ctx)
		on.Gestures.After(ctx)
	}
	return performer{stage, &p.gestures}
}

// performer is a Stage with the gestures of its page.
type performer struct {
	Stage
	on *gestures
}

// Mount takes the context of the lesson.
func (p performer) Mount(ctx app.Context) { p.on.Ctx = ctx }

// Perform draws the screen.
func (p performer) Perform() app.UI { return p.Draw() }

// Follow takes up where the log of the lesson stands.
func (p performer) Follow() { p.Moved() }

// Leave ends the work of the screen.
func (p performer) Leave() {
	if p.Ended != nil {
		p.Ended()
	}
}

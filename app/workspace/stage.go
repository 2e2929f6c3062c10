package workspace

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// Stand is where a screen stands when it is the stage of a lesson: the World of
// the lesson's step, whose log its gestures go on with, and what the step gives
// it to begin with.
//
// What always holds: the World stands at Begin or after it, and whoever stands
// there leaves it so.
type Stand struct {
	World *script.World
	Begin int // commands that set the stage

	Table   string
	Key     table.Key          // of the entity that two clients share
	Turns   [2][]schedule.Turn // what each client is about to do
	Changes []command.Command  // of a transaction
	Story   string             // of work across partitions
	Ways    []int              // in which its worker can be written

	Gestures ui.Gestures // of the lesson's page: when they may be done, and what follows them
}

// Performer is a screen on the stage of a lesson.
type Performer interface {
	// Mount gives it the context of the page once that is there.
	Mount(ctx app.Context)
	// Perform draws it.
	Perform() app.UI
	// Follow takes up a log that was moved by somebody else.
	Follow()
	// Leave ends its work.
	Leave()
}

// Perform puts the screen of a site that has a name onto the stage of a lesson, nil where
// there is none.
func Perform(t *Tab, stage string, on Stand) Performer {
	for _, e := range t.entries {
		if e.Stage == stage && e.OnStage != nil {
			return e.OnStage(on)
		}
	}
	return nil
}

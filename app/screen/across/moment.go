package across

import (
	"strconv"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
)

const screen = "across"

// Moment returns the story as a text for a link; see Screen.
func (a *State) Moment(rest func()) string { return a.MomentLink(screen, a.notes(), rest) }

// Saved returns the story as a text for a storage; see Screen.
func (a *State) Saved() string { return a.MomentText(screen, a.notes()) }

func (a *State) notes() (n moment.Notes) {
	n.Put(a.errand.ID)
	n.Count(a.way)
	n.Flags(len(a.runs) > 0)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (a *State) OpenMoment(text string, rest func()) error {
	m, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	next, errand := &State{}, n.Text()
	e, ok := errandByID(errand)
	if !ok {
		return link.OtherStory
	}
	way, runs := n.Number(0, len(e.Ways)-1), n.Flag()
	if err := n.Done(); err != nil {
		return err
	}
	next.Tell(e, way)
	if err := m.Continue(next.Live, worksAcross); err != nil {
		return err
	}
	if err := next.proved(); err != nil {
		return err
	}
	if next.follow(); runs {
		next.CrashEverywhere()
	}
	*a = *next
	return nil
}

// worksAcross reports whether the verb of a command is one that a story has.
func worksAcross(c command.Command) bool {
	switch c.Verb {
	case command.QueuePut, command.QueueGet, command.QueueDelete, command.QueuePoison, command.BlobPut, command.BlobGet, command.Advance,
		command.Policy, command.Query, command.Batch:
		return true
	}
	return c.Verb == command.Get || c.Verb == command.Insert || c.Verb == command.Merge || c.Verb == command.Delete ||
		c.Verb == command.Replace || c.Verb == command.InsertOrReplace || c.Verb == command.InsertOrMerge
}

// proved goes along every branch and makes sure that each command is one that a
// gesture gives at its place. It ends where it began.
func (a *State) proved() error {
	now := a.Live.Current()
	for _, b := range a.Live.Branches() {
		if a.Live.Switch(b.Name); b.Len > a.Begin+maxAcross {
			return link.Damaged
		}
		a.GoTo(0)
		for a.follow(); a.Position() < a.Len(); {
			if !a.could(a.Live.Command(a.Live.Position())) {
				return link.Damaged
			}
			r, _ := a.Live.Redo()
			a.hear(r)
		}
		a.Live.Seek(b.Position)
	}
	return a.Live.Switch(now)
}

// could reports whether a gesture gives a command at this place.
func (a *State) could(c command.Command) bool {
	for _, gesture := range a.gestures() {
		if gesture.Equal(c) {
			return true
		}
	}
	return false
}

// gestures are the commands that can follow here: those of the client, the
// clock, a crash and the worker's next step.
func (a *State) gestures() []command.Command {
	list := []command.Command{
		{Client: "C", Verb: command.QueuePut, Table: jobs, Text: a.errand.message},
		{Verb: command.Advance, Duration: retryAfter},
		a.nextStep(),
	}
	if a.worker.number < maxWorkers {
		list = append(list, command.Command{Client: "W" + strconv.Itoa(a.worker.number+1), Verb: command.Policy})
	}
	return list
}

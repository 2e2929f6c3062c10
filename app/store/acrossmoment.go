package store

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/script"
)

const acrossScreen = "across"

// Moment returns the story as a text for a link; see Screen.
func (a *Across) Moment() string { return a.momentLink(acrossScreen, a.notes()) }

// Saved returns the story as a text for a storage; see Screen.
func (a *Across) Saved() string { return a.momentText(acrossScreen, a.notes()) }

func (a *Across) notes() (n notes) {
	n.put(a.errand.ID)
	n.count(a.way)
	n.flags(len(a.runs) > 0)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (a *Across) OpenMoment(text string) error {
	m, n, err := openMoment(text, acrossScreen)
	if err != nil {
		return err
	}
	next, errand := &Across{}, n.text()
	e, ok := ErrandByID(errand)
	if !ok {
		return script.ShareOtherStory
	}
	way, runs := n.number(0, len(e.Ways)-1), n.flag()
	if err := n.done(); err != nil {
		return err
	}
	next.Tell(e, way)
	if err := m.Continue(next.world, worksAcross); err != nil {
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
func worksAcross(c script.Command) bool {
	switch c.Verb {
	case script.QueuePut, script.QueueGet, script.QueueDelete, script.QueuePoison, script.BlobPut, script.BlobGet, script.Advance, script.Policy, script.Query, script.Batch:
		return true
	}
	return c.Verb == script.Get || c.Verb == script.Insert || c.Verb == script.Merge || c.Verb == script.Delete ||
		c.Verb == script.Replace || c.Verb == script.InsertOrReplace || c.Verb == script.InsertOrMerge
}

// proved goes along every branch and makes sure that each command is one that a
// gesture gives at its place. It ends where it began.
func (a *Across) proved() error {
	now := a.world.Current()
	for _, b := range a.world.Branches() {
		if a.world.Switch(b.Name); b.Len > a.begin+maxAcross {
			return script.ShareDamaged
		}
		a.goTo(0)
		for a.follow(); a.Position() < a.Len(); {
			if !a.could(a.world.Command(a.world.Position())) {
				return script.ShareDamaged
			}
			r, _ := a.world.Redo()
			a.hear(r)
		}
		a.world.Seek(b.Position)
	}
	return a.world.Switch(now)
}

// could reports whether a gesture gives a command at this place.
func (a *Across) could(c script.Command) bool {
	for _, gesture := range a.gestures() {
		if gesture.Equal(c) {
			return true
		}
	}
	return false
}

// gestures are the commands that can follow here: those of the client, the
// clock, a crash and the worker's next step.
func (a *Across) gestures() []script.Command {
	list := []script.Command{
		{Client: "C", Verb: script.QueuePut, Table: jobs, Text: a.errand.message},
		{Verb: script.Advance, Duration: RetryAfter},
		a.nextStep(),
	}
	if a.worker.number < maxWorkers {
		list = append(list, script.Command{Client: "W" + strconv.Itoa(a.worker.number+1), Verb: script.Policy})
	}
	return list
}

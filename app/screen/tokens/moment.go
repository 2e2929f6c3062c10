package tokens

import (
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
)

const screen = "tokens"

// Moment returns the reading as a text for a link; see Screen.
func (t *State) Moment(rest func()) string { return t.MomentLink(screen, t.notes(), rest) }

// Saved returns the reading as a text for a storage; see Screen.
func (t *State) Saved() string { return t.MomentText(screen, t.notes()) }

func (t *State) notes() (n moment.Notes) {
	l := &t.Loop
	n.Put(t.Reading.story.ID, t.Reading.Typed.Filter, t.Reading.Typed.Top, l.Chosen().ID)
	n.Count(l.Fix, l.Language, max(l.at-t.Begin, -1))
	n.Put(l.request.Filter)
	n.Count(l.request.Top, t.picked)
	n.Flags(t.View.Raw, t.View.HTTP)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (t *State) OpenMoment(text string, rest func()) error {
	m, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	next, story := &State{}, n.Text()
	s, ok := storyByID(story)
	if !ok {
		return link.OtherStory
	}
	next.Tell(s)
	l := &next.Loop
	n.Texts(&next.Reading.Typed.Filter, &next.Reading.Typed.Top, &l.id)
	l.Fix, l.Language, l.at = n.Number(0, len(l.Chosen().fixes)-1), n.Number(0, len(loopFresh)-1), n.Number(-1, step.MaxLogCommands)
	l.request.Filter, l.request.Top = n.Text(), n.Number(-1, maxRead)
	picked := n.Number(-1, step.MaxLogCommands)
	next.View = TokensView{Raw: n.Flag(), HTTP: n.Flag()}
	if err := n.Done(); err != nil {
		return err
	}
	if err := m.Continue(next.Live, turnsPages); err != nil {
		return err
	}
	if next.follow(rest); l.at >= 0 {
		l.at = min(l.at+next.Begin, next.Live.Len())
	}
	next.picked = picked
	*t = *next
	return nil
}

// maxRead bounds $top.
const maxRead = 1_000

// turnsPages reports whether a command is one that a reading can give.
func turnsPages(c command.Command) bool {
	switch c.Verb {
	case command.Query, command.Split, command.Insert, command.Delete:
		return c.Client == "" && c.Table == moviesTable
	}
	return c.Client == "" && (c.Verb == command.Next || c.Verb == command.Limits)
}

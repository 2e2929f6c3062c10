package store

import "github.com/keyrange/keyrange/engine/script"

const tokensScreen = "tokens"

// Moment returns the reading as a text for a link; see Screen.
func (t *Tokens) Moment() string { return t.momentLink(tokensScreen, t.notes()) }

// Saved returns the reading as a text for a storage; see Screen.
func (t *Tokens) Saved() string { return t.momentText(tokensScreen, t.notes()) }

func (t *Tokens) notes() (n notes) {
	l := &t.loop
	n.put(t.story.ID, t.filter, t.top, t.Loop().ID)
	n.count(l.fix, l.language, max(l.at-t.begin, -1))
	n.put(l.request.Filter)
	n.count(l.request.Top, t.picked)
	n.flags(t.View.Raw, t.View.HTTP)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (t *Tokens) OpenMoment(text string) error {
	m, n, err := openMoment(text, tokensScreen)
	if err != nil {
		return err
	}
	next, story := &Tokens{}, n.text()
	s, ok := TokenStoryByID(story)
	if !ok {
		return script.ShareOtherStory
	}
	next.Tell(s)
	l := &next.loop
	n.texts(&next.filter, &next.top, &l.chosen)
	l.fix, l.language, l.at = n.number(0, len(next.Loop().fixes)-1), n.number(0, len(loopFresh)-1), n.number(-1, maxLogCommands)
	l.request.Filter, l.request.Top = n.text(), n.number(-1, maxRead)
	picked := n.number(-1, maxLogCommands)
	next.View = TokensView{Raw: n.flag(), HTTP: n.flag()}
	if err := n.done(); err != nil {
		return err
	}
	if err := m.Continue(next.world, turnsPages); err != nil {
		return err
	}
	if next.follow(); l.at >= 0 {
		l.at = min(l.at+next.begin, next.world.Len())
	}
	next.picked = picked
	*t = *next
	return nil
}

// maxRead bounds $top.
const maxRead = 1_000

// turnsPages reports whether a command is one that a reading can give.
func turnsPages(c script.Command) bool {
	switch c.Verb {
	case script.Query, script.Split, script.Insert, script.Delete:
		return c.Client == "" && c.Table == moviesTable
	}
	return c.Client == "" && (c.Verb == script.Next || c.Verb == script.Limits)
}

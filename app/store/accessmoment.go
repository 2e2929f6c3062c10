package store

import "github.com/keyrange/keyrange/engine/script"

const accessScreen = "access"

// Moment returns the choices and requests as a text for a link; see Screen.
func (a *Access) Moment() string { return a.momentLink(accessScreen, a.notes()) }

// Saved returns the choices and requests as a text for a storage; see Screen.
func (a *Access) Saved() string { return a.momentText(accessScreen, a.notes()) }

func (a *Access) notes() (n notes) {
	n.put(a.story.ID)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (a *Access) OpenMoment(text string) error {
	m, n, err := openMoment(text, accessScreen)
	if err != nil {
		return err
	}
	story, ok := AccessStoryByID(n.text())
	if !ok {
		return script.ShareOtherStory
	}
	if err := n.done(); err != nil {
		return err
	}
	next := &Access{}
	next.open(story)
	if err := m.Continue(next.world, chooses); err != nil {
		return err
	}
	for _, b := range next.Branches() {
		if b.Len > maxAccessMoves {
			return script.ShareDamaged
		}
	}
	next.follow()
	*a = *next
	return nil
}

// chooses reports whether a command is a move.
func chooses(c script.Command) bool {
	m := moveOf(c)
	return c.Equal(m.command()) && m.legal()
}

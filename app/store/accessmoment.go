package store

import (
	"strings"

	"github.com/keyrange/keyrange/engine/script"
)

const accessScreen = "access"

// Moment returns the choices and requests as a text for a link; see Screen.
func (a *Access) Moment() string { return a.moment().Link() }

// Saved returns the choices and requests as a text for a storage; see Screen.
func (a *Access) Saved() string { return a.moment().Text() }

func (a *Access) moment() script.Moment {
	var lines []string
	for _, m := range a.moves {
		lines = append(lines, m.Name+"="+m.Value)
	}
	n := notes{}
	n.put(a.story.ID, strings.Join(lines, "\n"))
	n.count(a.at)
	return script.Moment{Screen: accessScreen, Notes: n.list}
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (a *Access) OpenMoment(text string) error {
	_, n, err := openMoment(text, accessScreen)
	if err != nil {
		return err
	}
	story, ok := AccessStoryByID(n.text())
	if !ok {
		return script.ShareOtherStory
	}
	next := &Access{story: story}
	for _, line := range strings.SplitN(n.text(), "\n", maxAccessMoves+1) {
		name, value, _ := strings.Cut(line, "=")
		if m := (AccessMove{name, value}); line != "" && m.legal() && len(next.moves) < maxAccessMoves {
			next.moves = append(next.moves, m)
		} else if line != "" {
			return script.ShareDamaged
		}
	}
	at := n.number(0, len(next.moves))
	if err := n.done(); err != nil {
		return err
	}
	next.Seek(at)
	*a = *next
	return nil
}

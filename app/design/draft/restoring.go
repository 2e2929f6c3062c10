package draft

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// The bounds of what is read back.
const (
	MaxSavedText = 4 << 20  // bytes of one moment
	maxSavedAll  = 64 << 20 // bytes of all moments
	maxFolded    = command.MaxCommands
	readPerStep  = 8 // moments that one step reads
)

// The reasons for which saved work cannot be opened. It stays where it is.
var (
	ErrSavedNewer   = errors.New("This work was saved by a newer version of the site. It is kept. Load the page again to get that version.")
	ErrSavedDamaged = errors.New("The saved work is damaged and cannot be opened. It is kept as it is.")
)

// Restoring reads saved work step by step. A page adds the head and every
// moment, in any order, and calls Step until it reports that all is read.
//
// What always holds: no bytes make it panic, and the playground stays as it was
// unless Finish returns nil.
type Restoring struct {
	Head     Head
	texts    []string
	screens  map[string]string
	bytes    int
	gestures map[int]journal.Saved[Gesture]
	Err      error
}

// NewRestoring begins to read saved work.
func NewRestoring(head string) *Restoring {
	r := &Restoring{gestures: map[int]journal.Saved[Gesture]{}, screens: map[string]string{}}
	if len(head) > maxSavedAll || json.Unmarshal([]byte(head), &r.Head) != nil || r.Head.Version < 1 {
		r.Err = ErrSavedDamaged
	} else if r.Head.Version > SavedVersion {
		r.Err = ErrSavedNewer
	}
	return r
}

// ReadHead reads the head of saved work, for a list. ok is false when it is
// damaged.
func ReadHead(text string) (h Head, ok bool) {
	return h, json.Unmarshal([]byte(text), &h) == nil && h.Version > 0
}

// Add takes a moment, or what Screen.Saved gave, as it was saved. One that was
// added before with the same number or of the same screen is replaced.
func (r *Restoring) Add(text string) {
	if r.bytes += len(text); r.bytes > maxSavedAll || len(text) > MaxSavedText {
		r.Err = ErrSavedDamaged
		return
	}
	if name, ok := script.SavedScreen(text); ok {
		r.screens[name] = text
		return
	}
	r.texts = append(r.texts, text)
}

// Screens returns the states of the other screens by their names, as they were
// saved. Whether they can be opened is found when they are.
func (r *Restoring) Screens() map[string]string { return r.screens }

// Step reads some moments. It reports whether there is more to read.
func (r *Restoring) Step() (more bool) {
	for _, text := range r.texts[:min(len(r.texts), readPerStep)] {
		var m savedMoment
		if json.Unmarshal([]byte(text), &m) != nil || !m.sound() {
			r.Err = ErrSavedDamaged
			break
		}
		r.gestures[m.N] = journal.Saved[Gesture]{Parent: m.P, Value: Gesture{Label: m.L, Command: m.C, typed: m.T, Work: m.W}}
	}
	r.texts = r.texts[min(len(r.texts), readPerStep):]
	return r.Err == nil && len(r.texts) > 0
}

// sound reports whether a moment is one that could have been saved. What it
// holds is drawn, so all of it has bounds.
func (m *savedMoment) sound() bool {
	if m.N < 0 || m.P < -1 || m.P >= m.N || len(m.L) > 4*MaxLabel || !utf8.ValidString(m.L) {
		return false
	}
	if m.C != "" {
		if c, err := command.Parse(m.C); err != nil || c.String() != m.C {
			return false
		}
	}
	if m.W.Set.Sample != "" {
		if _, known := SampleByID(m.W.Set.Sample); !known {
			return false
		}
	}
	return m.W.Sound()
}

// Done puts the gestures together. ok is false when they are no journal.
func (r *Restoring) Done() (_ *Journal, ok bool) {
	if r.Err != nil || len(r.gestures) > maxGestures+1 || len(r.Head.Folded) > maxFolded {
		return nil, false
	}
	for id, g := range r.gestures {
		if parent, found := r.gestures[g.Parent]; found {
			g.Value.newTable = !g.Value.Work.SameTable(&parent.Value.Work)
			r.gestures[id] = g
		}
	}
	j := &Journal{}
	if j.Tree, ok = journal.Restore(r.Head.Head, r.gestures); !ok {
		return nil, false
	}
	for _, f := range r.Head.Folded {
		j.folded = append(j.folded, Step{f.Moment, f.Text})
	}
	j.Tree.Touch()
	return j, true
}

package draft

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	words "github.com/keyrange/keyrange/engine/text"
)

// The bounds of what is read back.
const (
	MaxSavedText = 4 << 20  // bytes of one moment
	maxSavedAll  = 64 << 20 // bytes of all moments
	maxFolded    = command.MaxCommands
	maxScreens   = 32       // beside the playground
	readPerStep  = 8        // moments that one step reads
	bytesPerStep = 16 << 10 // after which a step reads no further moment
)

// Restoring reads saved work step by step. A page adds the head and every
// moment, in any order, and calls Step until it reports that all is read.
//
// What always holds: no bytes make it panic, what it parses is within its bounds,
// and the playground stays as it was unless Finish returns nil.
type Restoring struct {
	Head     Head
	origin   Origin
	texts    []string
	added    int // moments
	screens  map[string]string
	bytes    int
	gestures map[int]journal.Saved[Gesture]
	Err      error
}

// NewRestoring begins to read work.
func NewRestoring(head string, from Origin) *Restoring {
	r := &Restoring{origin: from, gestures: map[int]journal.Saved[Gesture]{}, screens: map[string]string{}}
	if r.Err = from.beyond(headShape.beyond(head)); r.Err != nil {
		return r
	}
	if json.Unmarshal([]byte(head), &r.Head) != nil || r.Head.Version < 1 {
		r.Err = from.damaged()
	} else if r.Head.Version > SavedVersion {
		r.Err = from.newer()
	}
	return r
}

// Fail notes the first reason why the work cannot be opened; without one it is
// damaged.
func (r *Restoring) Fail(err error) {
	if err == nil {
		err = r.origin.damaged()
	}
	if r.Err == nil {
		r.Err = err
	}
}

// ReadHead reads the head of saved work, for a list. ok is false when it is
// damaged.
func ReadHead(text string) (h Head, ok bool) {
	return h, json.Unmarshal([]byte(text), &h) == nil && h.Version > 0
}

// Add takes a moment, or what Screen.Saved gave, as it was saved. One that was
// added before with the same number or of the same screen is replaced.
func (r *Restoring) Add(text string) {
	if r.bytes += len(text); r.bytes > maxSavedAll {
		r.Fail(r.origin.beyond(most("has more than " + words.Number(maxSavedAll) + " bytes of gestures")))
		return
	}
	if name, ok := script.SavedScreen(text); ok {
		if r.screens[name] = text; len(r.screens) > maxScreens {
			r.Fail(nil)
		}
		return
	}
	if r.added++; r.added <= maxGestures+1 {
		r.texts = append(r.texts, text)
	}
}

// Screens returns the states of the other screens by their names, as they were
// saved. Whether they can be opened is found when they are.
func (r *Restoring) Screens() map[string]string { return r.screens }

// Step reads some moments, a few milliseconds' worth of them. It reports whether
// there is more to read. All must be added before.
func (r *Restoring) Step() (more bool) {
	if r.added > maxGestures+1 {
		r.Fail(r.origin.gestures(r.added - 1))
	}
	for n, bytes := 0, 0; r.Err == nil && len(r.texts) > 0 && n < readPerStep && bytes < bytesPerStep; n++ {
		bytes += len(r.texts[0])
		r.read(r.texts[0])
		r.texts = r.texts[1:]
	}
	return r.Err == nil && len(r.texts) > 0
}

// read reads one moment.
func (r *Restoring) read(text string) {
	if err := r.origin.beyond(Beyond(text)); err != nil {
		r.Fail(err)
		return
	}
	var m savedMoment
	if json.Unmarshal([]byte(text), &m) != nil || !m.sound() {
		r.Fail(nil)
		return
	}
	r.gestures[m.N] = journal.Saved[Gesture]{Parent: m.P, Value: Gesture{Label: m.L, Command: m.C, typed: m.T, Work: m.W}}
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

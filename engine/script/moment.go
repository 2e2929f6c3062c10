package script

import (
	"strings"

	"github.com/keyrange/keyrange/engine/hash"
)

// Prefixes of the two forms of a moment as text.
const (
	linkVersion = "km1."
	textVersion = "kt1."
)

// The bounds of a moment.
const (
	// MaxMoment is the longest text of a moment.
	MaxMoment = 1 << 20
	// MaxNotes is how many notes a moment may have.
	MaxNotes = 400
	// MaxMomentCommands is how many commands it may have.
	MaxMomentCommands = 4_000
	// MaxMomentWeight is how many bytes the values of its commands may have in
	// memory.
	MaxMomentWeight = 64 << 20
)

// Moment is what a reader made of a World whose beginning is known: the
// commands after the beginning, in all branches or in one, where the World
// stands, and notes on what stands beside it. Screen names the beginning's
// kind.
//
// What always holds: a Moment that OpenMoment gives is within its bounds, but
// only Continue tells whether its commands make sense.
type Moment struct {
	Screen string
	Notes  []string
	log    []byte
}

// MomentOf returns the moment of a World whose first commands are the
// beginning, with all branches or with the current one alone.
func MomentOf(w *World, begin int, whole bool) Moment {
	p := packer{}
	p.number(w.beginning(begin))
	log := w.tree
	if !whole {
		log = log.Cut(0, w.Len())
	}
	p.log(log, begin)
	return Moment{log: p.bytes}
}

// beginning is the fingerprint of the first commands.
func (w *World) beginning(n int) uint64 {
	h := hasher(hash.Basis)
	h.number(w.seed)
	h.ticks(w.start)
	for i := range n {
		h.text(w.Command(i).String())
	}
	return uint64(hash.Fold(uint64(h)))
}

func (m Moment) pack() []byte {
	p := packer{}
	p.number(uint64(len(m.Notes)))
	for _, n := range m.Notes {
		p.text(n)
	}
	return append(p.bytes, m.log...)
}

// Link returns the moment as a short text. It takes some time for a long one.
func (m Moment) Link() string { return m.seal(linkVersion, compress(m.pack())) }

// Text returns the moment as a text that is made quickly.
func (m Moment) Text() string { return m.seal(textVersion, m.pack()) }

func (m Moment) seal(version string, packed []byte) string {
	return version + m.Screen + "." + sealed(packed)
}

// OpenMoment reads what Link or Text gave. The error is a ShareError; no text
// makes it panic.
func OpenMoment(text string) (m Moment, err error) {
	text = strings.TrimSpace(text)
	body, short := strings.CutPrefix(text, linkVersion)
	if !short {
		body = strings.TrimPrefix(text, textVersion)
	}
	switch {
	case len(text) > MaxMoment:
		return m, ShareTooLong
	case len(body) == len(text):
		return m, ShareUnknown
	}
	m.Screen, body, _ = strings.Cut(body, ".")
	packed, err := unsealed(body)
	if err != nil {
		return m, err
	}
	u := &unpacker{bytes: packed}
	if short {
		plain, ok := decompress(packed, MaxMoment)
		if !ok {
			return m, ShareTooLarge
		}
		u.bytes = plain
	}
	for range u.count(MaxNotes) {
		m.Notes = append(m.Notes, u.text())
	}
	if m.log = u.bytes; u.broken {
		return m, ShareDamaged
	}
	return m, nil
}

// Continue does in a World, which has done its beginning and nothing else, what
// the moment has. Commands that allow refuses are not done. On an error, a
// ShareError, the World is of no use.
func (m Moment) Continue(w *World, allow func(Command) bool) error {
	u := &unpacker{bytes: m.log}
	if u.number() != w.beginning(w.Len()) {
		return ShareOtherStory
	}
	weight := 0
	err := u.log(w, w.Len(), MaxMomentCommands, func(c Command) bool {
		weight += c.weight()
		return weight <= MaxMomentWeight && allow(c)
	})
	if err == nil && len(u.bytes) > 0 {
		err = ShareDamaged
	}
	if err != nil {
		return err
	}
	return w.catchUp(MaxWork)
}

// weight returns how many bytes the values of a command have in memory.
func (c *Command) weight() int {
	n := len(c.Text)
	for _, p := range c.Properties {
		n += len(p.Value.Bytes())
	}
	for i := range c.Changes {
		n += c.Changes[i].weight()
	}
	return n
}

// Load returns how many commands the branches of a World have together, how
// long they are as texts, and how many bytes their values have in memory.
func (w *World) Load() (commands, length, weight int) {
	for _, e := range w.tree.All() {
		length += e.length
		weight += e.weight
	}
	return w.tree.Size() - 1, length, weight
}

// SavedScreen returns the screen of which a text of Moment.Text claims to be. ok
// is false for another text.
func SavedScreen(text string) (screen string, ok bool) {
	body, ok := strings.CutPrefix(text, textVersion)
	if screen, _, ok = strings.Cut(body, "."); !ok || len(body) == len(text) {
		return "", false
	}
	return screen, true
}

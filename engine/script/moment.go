package script

import (
	"strings"

	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
	words "github.com/keyrange/keyrange/engine/text"
)

// Prefixes of the two forms of a moment as text.
const (
	linkVersion = "km1."
	textVersion = "kt1."
)

// The bounds of a moment.
const (
	// MaxMoment is the longest text of a moment in a file or a storage. That of a
	// link has link.MaxText.
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
	rest   func() // called between two pieces of the work of Continue
}

// MomentOf returns the moment of a World whose first commands are the
// beginning, with all branches or with the current one alone.
func MomentOf(w *World, begin int, whole bool) Moment {
	p := link.Writer{}
	p.Number(w.beginning(begin))
	log := w.tree
	if !whole {
		log = log.Cut(0, w.Len())
	}
	writeLog(&p, log, begin)
	return Moment{log: p.Bytes}
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
	p := link.Writer{}
	p.Number(uint64(len(m.Notes)))
	for _, n := range m.Notes {
		p.Text(n)
	}
	return append(p.Bytes, m.log...)
}

// Link returns the moment as a short text, an empty one where it holds more than a
// link may. It takes some time for a long one; rest is called between two pieces of
// the work.
func (m Moment) Link(rest func()) string {
	packed := m.pack()
	if len(packed) > link.MaxText {
		return ""
	}
	if text := m.seal(linkVersion, link.Compress(packed, rest)); len(text) <= link.MaxText {
		return text
	}
	return ""
}

// Text returns the moment as a text that is made quickly.
func (m Moment) Text() string { return m.seal(textVersion, m.pack()) }

func (m Moment) seal(version string, packed []byte) string {
	return version + m.Screen + "." + link.Seal(packed)
}

// OpenMoment reads what Link or Text gave. The error is a link.Error; no text
// makes it panic. rest is called between two pieces of the work, also of that which
// Continue does with the moment.
func OpenMoment(text string, rest func()) (m Moment, err error) {
	if len(text) > MaxMoment {
		return m, TextTooLong
	}
	text = strings.TrimSpace(text)
	body, short := strings.CutPrefix(text, linkVersion)
	if !short {
		body = strings.TrimPrefix(text, textVersion)
	}
	switch {
	case short && len(text) > link.MaxText:
		return m, link.TooLong
	case len(body) == len(text):
		return m, link.Unknown
	}
	m.rest = rest
	m.Screen, body, _ = strings.Cut(body, ".")
	packed, err := link.Unseal(body)
	if err != nil {
		return m, err
	}
	if short {
		var ok bool
		if packed, ok = link.Decompress(packed, link.MaxText, rest); !ok {
			return m, link.TooLarge
		}
	}
	return m, m.read(packed)
}

// TextTooLong is why a file is not opened.
const TextTooLong link.Error = "This moment has more than 1,048,576 characters, which is the most that can be opened."

// read takes the notes and the log out of what was packed.
func (m *Moment) read(packed []byte) error {
	u := &link.Reader{Bytes: packed}
	notes := u.Number()
	if notes > MaxNotes {
		return tooMany(notes, "parts", MaxNotes)
	}
	for range notes {
		m.Notes = append(m.Notes, u.Text())
	}
	if m.log = u.Bytes; u.Broken {
		return link.Damaged
	}
	return nil
}

// tooMany says that a moment has more of something than can be opened.
func tooMany(n uint64, what string, most int) link.Error {
	if n > link.MaxText { // more than there is room for: no number, but noise
		return link.Damaged
	}
	return link.Error("This moment has " + words.Count(int(n), "", what) + ". At most " + words.Number(most) + " can be opened.")
}

// Continue does in a World, which has done its beginning and nothing else, what
// the moment has. Commands that allow refuses are not done. On an error, a
// link.Error, the World is of no use.
func (m Moment) Continue(w *World, allow func(command.Command) bool) error {
	u := &link.Reader{Bytes: m.log}
	if u.Number() != w.beginning(w.Len()) {
		return link.OtherStory
	}
	weight := 0
	err := readLog(u, w, w.Len(), MaxMomentCommands, func(c command.Command) bool {
		m.rest()
		weight += c.Weight()
		return weight <= MaxMomentWeight && allow(c)
	})
	if err == nil && len(u.Bytes) > 0 {
		err = link.Damaged
	}
	if err != nil {
		return err
	}
	return w.catchUp(MaxWork, m.rest)
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

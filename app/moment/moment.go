package moment

import (
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
)

// Screen is a screen whose whole state can be written as a text and read back.
//
// What always holds: opening what Moment or Saved gave makes the same state,
// unless the screen's own beginnings have changed since; on an error, which is
// a plain sentence, the screen is as it was. rest is called between two pieces of
// work that takes long, so that the page can have its turn.
type Screen interface {
	// Moment returns the state as a short text, for a link: with all branches if
	// it is then no longer than MaxLink, else with the current one alone. It is
	// empty for a state that holds more than a link may.
	Moment(rest func()) string
	// Saved returns the whole state as a longer text that is made quickly, for a
	// storage or a file.
	Saved() string
	// OpenMoment takes up what Moment or Saved gave.
	OpenMoment(text string, rest func()) error
}

// MaxLink is how many characters the text of a link should have at most: longer
// ones are cut off by programs on their way.
const MaxLink = 2_000

// FromFile says of a file what an error says of a link.
func FromFile(err error) error {
	if err == link.Damaged {
		return link.Error("This file is damaged. A part of it may be missing.")
	}
	return err
}

// OpenMoment reads a text that must be of a screen.
func OpenMoment(text, screen string, rest func()) (m script.Moment, n Notes, err error) {
	m, err = script.OpenMoment(text, rest)
	if err == nil && m.Screen != screen {
		err = link.OtherScreen
	}
	return m, Notes{List: m.Notes}, err
}

// Notes are the texts beside the log of a moment, written and read in the same
// order. Reading what does not fit gives an empty text or 0, and makes them bad.
type Notes struct {
	List []string
	Bad  bool
}

// maxNote is how many bytes one note may have.
const maxNote = 128 << 10

// Put writes texts.
func (n *Notes) Put(texts ...string) { n.List = append(n.List, texts...) }

// Count writes numbers.
func (n *Notes) Count(numbers ...int) {
	for _, v := range numbers {
		n.Put(strconv.Itoa(v))
	}
}

// Flags writes truths.
func (n *Notes) Flags(list ...bool) {
	for _, v := range list {
		if n.Put(""); v {
			n.List[len(n.List)-1] = "1"
		}
	}
}

// Text reads a text.
func (n *Notes) Text() string {
	if len(n.List) == 0 || len(n.List[0]) > maxNote || !utf8.ValidString(n.List[0]) {
		n.Bad, n.List = true, nil
		return ""
	}
	first := n.List[0]
	n.List = n.List[1:]
	return first
}

// Texts reads as many texts as there are places for them.
func (n *Notes) Texts(to ...*string) {
	for _, p := range to {
		*p = n.Text()
	}
}

// Number reads one from low to high.
func (n *Notes) Number(low, high int) int {
	text := n.Text()
	v, err := strconv.Atoi(text)
	if err != nil || v < low || v > high || strconv.Itoa(v) != text {
		n.Bad = true
		return max(low, 0)
	}
	return v
}

// Flag reads a truth.
func (n *Notes) Flag() bool { return n.Text() == "1" }

// Done returns the error of what was read.
func (n *Notes) Done() error {
	if n.Bad || len(n.List) > 0 {
		return link.Damaged
	}
	return nil
}

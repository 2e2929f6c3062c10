package store

import (
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/script"
)

// Screen is a screen whose whole state can be written as a text and read back.
//
// What always holds: opening what Moment or Saved gave makes the same state,
// unless the screen's own beginnings have changed since; on an error, which is
// a plain sentence, the screen is as it was.
type Screen interface {
	// Moment returns the state as a short text, for a link: with all branches if
	// it is then no longer than MaxLink, else with the current one alone.
	Moment() string
	// Saved returns the whole state as a longer text that is made quickly, for a
	// storage or a file.
	Saved() string
	// OpenMoment takes up what Moment or Saved gave.
	OpenMoment(text string) error
}

// MaxLink is how many characters the text of a link should have at most: longer
// ones are cut off by programs on their way.
const MaxLink = 2_000

// openMoment reads a text that must be of a screen.
func openMoment(text, screen string) (m script.Moment, n notes, err error) {
	m, err = script.OpenMoment(text)
	if err == nil && m.Screen != screen {
		err = script.ShareOtherScreen
	}
	return m, notes{list: m.Notes}, err
}

// notes are the texts beside the log of a moment, written and read in the same
// order. Reading what does not fit gives an empty text or 0, and makes them bad.
type notes struct {
	list []string
	bad  bool
}

// maxNote is how many bytes one note may have.
const maxNote = 128 << 10

// put writes texts.
func (n *notes) put(texts ...string) { n.list = append(n.list, texts...) }

// count writes numbers.
func (n *notes) count(numbers ...int) {
	for _, v := range numbers {
		n.put(strconv.Itoa(v))
	}
}

// flags writes truths.
func (n *notes) flags(list ...bool) {
	for _, v := range list {
		if n.put(""); v {
			n.list[len(n.list)-1] = "1"
		}
	}
}

// text reads a text.
func (n *notes) text() string {
	if len(n.list) == 0 || len(n.list[0]) > maxNote || !utf8.ValidString(n.list[0]) {
		n.bad, n.list = true, nil
		return ""
	}
	first := n.list[0]
	n.list = n.list[1:]
	return first
}

// texts reads as many texts as there are places for them.
func (n *notes) texts(to ...*string) {
	for _, p := range to {
		*p = n.text()
	}
}

// number reads one from low to high.
func (n *notes) number(low, high int) int {
	text := n.text()
	v, err := strconv.Atoi(text)
	if err != nil || v < low || v > high || strconv.Itoa(v) != text {
		n.bad = true
		return max(low, 0)
	}
	return v
}

// flag reads a truth.
func (n *notes) flag() bool { return n.text() == "1" }

// done returns the error of what was read.
func (n *notes) done() error {
	if n.bad || len(n.list) > 0 {
		return script.ShareDamaged
	}
	return nil
}

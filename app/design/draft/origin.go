package draft

import (
	"errors"

	"github.com/keyrange/keyrange/engine/link"
	words "github.com/keyrange/keyrange/engine/text"
)

// Origin is where work is read from. A reason why it cannot be opened blames that,
// and never the reader's own work for what came from elsewhere.
type Origin uint8

// The origins.
const (
	FromStorage Origin = iota
	FromFile
	FromLink
)

// The reasons for which work cannot be opened. Saved work stays where it is.
var (
	ErrSavedNewer   = errors.New("This work was saved by a newer version of the site. It is kept. Load the page again to get that version.")
	ErrSavedDamaged = errors.New("The saved work is damaged and cannot be opened. It is kept as it is.")
	errFileNewer    = errors.New("This file was made by a newer version of the site. Load the page again to get that version.")
	errLinkNewer    = errors.New("This link was made by a newer version of the site. Load the page again to get that version.")

	// ErrWorkFile is why a file is no file of work.
	ErrWorkFile = errors.New("This file is no work of this site, or a part of it is damaged or missing.")
)

func (o Origin) damaged() error {
	return [...]error{FromStorage: ErrSavedDamaged, FromFile: ErrWorkFile, FromLink: link.Damaged}[o]
}

func (o Origin) newer() error {
	return [...]error{FromStorage: ErrSavedNewer, FromFile: errFileNewer, FromLink: errLinkNewer}[o]
}

// beyond says which bound is passed, such as "has a text of more than 9 bytes".
func (o Origin) beyond(bound string) error {
	if bound == "" {
		return nil
	}
	text := [...]string{FromStorage: "The saved work", FromFile: "This file", FromLink: "This link"}[o] + " " + bound + "."
	if o == FromStorage {
		text += " It is kept as it is."
	}
	return errors.New(text)
}

// gestures says that there are more than a journal holds.
func (o Origin) gestures(n int) error {
	return o.beyond("holds " + words.Number(n) + " gestures, and at most " + words.Number(maxGestures) + " can be opened")
}

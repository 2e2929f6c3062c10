package assign

import (
	"strings"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
)

// emptyWorld is a World in which nothing was done.
func emptyWorld() *script.World { return script.New(1, script.DefaultStart, nil) }

// The forms of a moment that is not packed small: a file of work, and the long
// form of a script.Moment. Packed twice, a text would hardly shrink with the
// words of a task, so a moment is taken out of its own packing first.
const (
	workForm    = "kw1."
	commandForm = "kt1."
)

// Loosen returns the text of a moment in a form that is not packed small, or as
// it is where it is none that is known here. rest is called between two pieces
// of the work.
func Loosen(moment string, rest func()) string {
	if strings.HasPrefix(moment, workForm) {
		return moment
	}
	if plain, err := link.Unpack(moment, rest); err == nil {
		return workForm + link.Seal(plain)
	}
	if m, err := script.OpenMoment(moment, rest); err == nil {
		return m.Text()
	}
	return moment
}

// LoosenFile is Loosen for a file of work.
func LoosenFile(file []byte) string { return workForm + link.Seal(file) }

// Opened returns a moment as its screen opens it.
func Opened(moment string) []byte {
	if body, ok := strings.CutPrefix(moment, workForm); ok {
		if plain, err := link.Unseal(body); err == nil {
			return plain
		}
	}
	return []byte(moment)
}

// The forms of a moment among other bytes.
const (
	asItIs = iota
	ofWork
	ofCommands
)

// putMoment writes a moment that Loosen gave.
func putMoment(w *link.Writer, text string) {
	if body, ok := strings.CutPrefix(text, workForm); ok {
		if plain, err := link.Unseal(body); err == nil {
			w.Number(ofWork)
			w.Text(string(plain))
			return
		}
	}
	if body, ok := strings.CutPrefix(text, commandForm); ok {
		screen, sealed, _ := strings.Cut(body, ".")
		if plain, err := link.Unseal(sealed); err == nil {
			w.Number(ofCommands)
			w.Text(screen)
			w.Text(string(plain))
			return
		}
	}
	w.Number(asItIs)
	w.Text(text)
}

// takeMoment reads what putMoment wrote.
func takeMoment(u *link.Reader) string {
	switch u.Count(ofCommands) {
	case ofWork:
		return workForm + link.Seal([]byte(u.Text()))
	case ofCommands:
		screen := u.Text()
		return commandForm + screen + "." + link.Seal([]byte(u.Text()))
	}
	return u.Text()
}

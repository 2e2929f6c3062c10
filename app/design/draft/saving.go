package draft

import (
	"encoding/json"

	"github.com/keyrange/keyrange/engine/journal"
)

// SavedVersion is the form in which work is saved. Work of a lower version is
// brought to this one when it is read; work of a higher one is left alone.
const SavedVersion = 1

// Head is what is saved of a journal besides its moments.
type Head struct {
	Version  int
	Sequence int    // grows with every saving
	Title    string // of the data, for a list of what was saved
	Saved    int64  // when, in milliseconds of the page's clock
	journal.Head
	Folded []savedStep `json:",omitempty"`
	Sets   []string    `json:",omitempty"` // hashes of the user's own data sets that moments use
}

type savedStep struct {
	Moment int
	Text   string
}

// savedMoment is a moment as it is saved. Short names, since there are many.
type savedMoment struct {
	N int    // its number
	P int    // its parent's, -1 for the root
	L string // label
	C string `json:",omitempty"` // command
	T bool   `json:",omitempty"` // typed
	W Work
}

// Saving is what must be written so that what is saved is the present work.
type Saving struct {
	Head    string
	Moments map[int]string // by number
	Gone    []int          // numbers of moments that were dropped
	Sets    []SavedSet     // that were not written before
}

// SavedSet is the user's own data set, to be written under its hash.
type SavedSet struct {
	Set   Set
	Bytes []byte
}

// AsJSON writes a value as JSON. It must consist of fields that can be encoded.
func AsJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only fields that can be encoded are saved
	}
	return string(text)
}

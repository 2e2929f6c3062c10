package draft

import (
	"github.com/keyrange/keyrange/engine/keys"
)

// Arrival is what the user said about the order in which the rows are written.
// Its zero value says nothing.
type Arrival struct {
	Kind   keys.ArrivalKind `json:",omitempty"`
	Column string           `json:",omitempty"` // of keys.TimeOfWriting
}

// String names the choice in a list, after the words "written in the order of".
func (a Arrival) String() string {
	switch a.Kind {
	case keys.ReferenceData:
		return "nothing: reference data, loaded once"
	case keys.RowOrder:
		return "the rows, as they come"
	case keys.TimeOfWriting:
		return a.Column
	}
	return "not said yet"
}

// sound reports whether it is one that can be chosen for some data.
func (a Arrival) sound() bool {
	return a.Kind <= keys.TimeOfWriting && len(a.Column) <= maxName && (a.Kind == keys.TimeOfWriting) == (a.Column != "")
}

package draft

import (
	"github.com/keyrange/keyrange/engine/keys/check"
)

// Arrival is what the user said about the order in which the rows are written.
// Its zero value says nothing.
type Arrival struct {
	Kind   check.ArrivalKind `json:",omitempty"`
	Column string            `json:",omitempty"` // of keys.TimeOfWriting
}

// String names the choice in a list, after the words "written in the order of".
func (a Arrival) String() string {
	switch a.Kind {
	case check.ReferenceData:
		return "nothing: reference data, loaded once"
	case check.RowOrder:
		return "the rows, as they come"
	case check.TimeOfWriting:
		return a.Column
	}
	return "not said yet"
}

// sound reports whether it is one that can be chosen for some data.
func (a Arrival) sound() bool {
	return a.Kind <= check.TimeOfWriting && len(a.Column) <= maxName && (a.Kind == check.TimeOfWriting) == (a.Column != "")
}

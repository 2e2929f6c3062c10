package keys

import (
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// Column is a column as templates see it: they call it by its Name, its Type
// decides what can be done with it, and Distinct helps to advise.
type Column = dataset.Column

// Row gives the values of one row by the index of their column. A value that is
// missing is the null Value.
type Row interface {
	Value(col int) table.Value
}

// kind is what an expression gives, known before any row is seen.
type kind uint8

const (
	textKind  kind = iota
	wholeKind      // int64
	realKind       // float64
	dateKind       // ticks
	otherKind      // Boolean, Guid, Binary: of use as text only
)

func kindOf(t table.EdmType) kind {
	switch t {
	case table.Int32, table.Int64:
		return wholeKind
	case table.Double:
		return realKind
	case table.DateTime:
		return dateKind
	case table.Boolean, table.Guid, table.Binary:
		return otherKind
	}
	return textKind
}

func (k kind) isNumber() bool { return k == wholeKind || k == realKind }

// String names the kind as a sentence goes on after "is".
func (k kind) String() string {
	return [...]string{"text", "a whole number", "a number", "a date", "not a number, a text or a date"}[k]
}

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

// Kind is what an expression gives, known before any row is seen.
type Kind uint8

// The kinds of what an expression gives.
const (
	TextKind  Kind = iota
	WholeKind      // int64
	RealKind       // float64
	DateKind       // ticks
	OtherKind      // Boolean, Guid, Binary: of use as text only
)

// KindOf returns the kind of a column of a type.
func KindOf(t table.EdmType) Kind {
	switch t {
	case table.Int32, table.Int64:
		return WholeKind
	case table.Double:
		return RealKind
	case table.DateTime:
		return DateKind
	case table.Boolean, table.Guid, table.Binary:
		return OtherKind
	}
	return TextKind
}

// IsNumber reports whether the kind is one of numbers.
func (k Kind) IsNumber() bool { return k == WholeKind || k == RealKind }

// String names the kind as a sentence goes on after "is".
func (k Kind) String() string {
	return [...]string{"text", "a whole number", "a number", "a date", "not a number, a text or a date"}[k]
}

package filter

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// Op is one of the six comparison operators.
type Op uint8

// The comparison operators.
const (
	Equal              Op = iota // eq
	NotEqual                     // ne
	LessThan                     // lt
	LessThanOrEqual              // le
	GreaterThan                  // gt
	GreaterThanOrEqual           // ge
)

var opWords = [...]string{"eq", "ne", "lt", "le", "gt", "ge"}

var opKinds = [...]string{
	"Equal", "NotEqual", "LessThan", "LessThanOrEqual", "GreaterThan", "GreaterThanOrEqual",
}

// String returns the operator as a filter writes it, such as "eq".
func (o Op) String() string {
	if int(o) >= len(opWords) {
		return ""
	}
	return opWords[o]
}

// Kind returns the operator's name in the service's messages, such as "Equal".
func (o Op) Kind() string {
	if int(o) >= len(opKinds) {
		return ""
	}
	return opKinds[o]
}

// Reversed returns the operator that holds for (b, a) exactly when o holds for
// (a, b): lt becomes gt, eq stays.
func (o Op) Reversed() Op {
	switch o {
	case LessThan:
		return GreaterThan
	case LessThanOrEqual:
		return GreaterThanOrEqual
	case GreaterThan:
		return LessThan
	case GreaterThanOrEqual:
		return LessThanOrEqual
	}
	return o
}

// parseOp returns the operator with the given word; words are case-sensitive.
func parseOp(word string) (Op, bool) {
	for i, w := range opWords {
		if w == word {
			return Op(i), true
		}
	}
	return Equal, false
}

// outcome is how a stored value stands to a literal. An operator is the set of
// outcomes that it accepts.
type outcome uint8

const (
	less      outcome = 1 << iota // the stored value is less
	same                          // the values are equal
	greater                       // the stored value is greater
	mismatch                      // types that the service does not compare
	unordered                     // a NaN on either side

	noProperty outcome = 0 // the entity lacks the property
)

// accepts has, per operator, the outcomes for which the comparison is true.
// That a mismatch is true for ne, lt and le was measured on the real service.
// An absent property is in no set, so every comparison with it is false.
var accepts = [...]outcome{
	Equal:              same,
	NotEqual:           less | greater | mismatch | unordered,
	LessThan:           less | mismatch,
	LessThanOrEqual:    less | same | mismatch,
	GreaterThan:        greater,
	GreaterThanOrEqual: greater | same,
}

// Compare reports whether "stored op literal" holds under the service's typed
// comparison. A null stored value stands for an absent property: every
// comparison with it is false, ne included. Strings compare by UTF-16 code
// units, Int64 exactly, DateTime by tick, Binary and Guid by bytes. Only the
// literal widens: an Int32 literal compares with a stored Int64 or Double, an
// Int64 literal with a stored Double. Any other pair of types is a mismatch,
// for which ne, lt and le are true and eq, gt and ge false.
func Compare(op Op, stored, literal table.Value) bool {
	return int(op) < len(accepts) && accepts[op]&relate(stored, literal) != 0
}

// relate returns the outcome of a stored value against a literal.
func relate(stored, literal table.Value) outcome {
	if stored.IsNull() {
		return noProperty
	}
	if !widens(stored.Type(), literal.Type()) {
		return mismatch
	}
	switch stored.Type() {
	case table.String:
		return ordering(table.CompareUTF16(stored.Str(), literal.Str()))
	case table.Binary, table.Guid:
		return ordering(strings.Compare(stored.Bytes(), literal.Bytes()))
	case table.Double:
		return relateFloats(stored.Float(), number(literal))
	case table.DateTime:
		return relateInts(int64(stored.Ticks()), int64(literal.Ticks()))
	case table.Boolean:
		return ordering(boolRank(stored.Bool()) - boolRank(literal.Bool()))
	}
	return relateInts(stored.Int(), literal.Int())
}

// widens reports whether the service compares a stored type with a literal type
// by value: the types are equal, or the literal is a narrower number.
func widens(stored, literal table.EdmType) bool {
	switch {
	case stored == literal:
		return true
	case literal == table.Int32:
		return stored == table.Int64 || stored == table.Double
	case literal == table.Int64:
		return stored == table.Double
	}
	return false
}

// number returns a numeric literal as a double.
func number(v table.Value) float64 {
	if v.Type() == table.Double {
		return v.Float()
	}
	return float64(v.Int())
}

func relateInts(a, b int64) outcome {
	switch {
	case a < b:
		return less
	case a > b:
		return greater
	}
	return same
}

func relateFloats(a, b float64) outcome {
	switch {
	case a < b:
		return less
	case a > b:
		return greater
	case a == b:
		return same
	}
	return unordered
}

func ordering(c int) outcome {
	switch {
	case c < 0:
		return less
	case c > 0:
		return greater
	}
	return same
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

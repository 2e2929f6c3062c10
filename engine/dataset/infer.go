package dataset

import "github.com/keyrange/keyrange/engine/table"

// typeSet is a set of the types that a text can be inferred as: bit n stands
// for EdmType n. String is never in it; it is what remains of an empty set.
type typeSet uint16

func setOf(types ...table.EdmType) typeSet {
	s := typeSet(0)
	for _, t := range types {
		s |= 1 << t
	}
	return s
}

var (
	anyType   = setOf(table.Int32, table.Int64, table.Double, table.Boolean, table.DateTime, table.Guid)
	anyNumber = setOf(table.Int32, table.Int64, table.Double)
)

// narrowest returns the type with the smallest range, String for the empty set.
func (s typeSet) narrowest() table.EdmType {
	for _, t := range []table.EdmType{table.Int32, table.Int64, table.Double, table.Boolean, table.DateTime, table.Guid} {
		if s&(1<<t) != 0 {
			return t
		}
	}
	return table.String
}

// classify returns the types whose values keep what the text says. It is
// stricter than parse: a number with a leading zero or a plus sign is a code or
// a telephone number rather than a quantity, and an integer that a Double would
// round is none. A quoted JSON text is never a number or a truth value, because
// its author could have written one.
func classify(text []byte, quoted bool) typeSet {
	if len(text) == 0 {
		return 0
	}
	switch b := text[0]; {
	case len(text) == guidLength && text[8] == '-':
		if _, ok := parseGuid(text); ok {
			return setOf(table.Guid)
		}
	case b == 't' || b == 'f' || b == 'T' || b == 'F':
		if _, ok := parseBoolean(text); ok && !quoted {
			return setOf(table.Boolean)
		}
	case b == '-' || b == '.' || b >= '0' && b <= '9':
		if s := classifyNumber(text); s != 0 {
			if quoted {
				return 0
			}
			return s
		}
	}
	if _, ok := parseDateTime(text); ok {
		return setOf(table.DateTime)
	}
	s := classifyForms(text)
	if quoted {
		s &^= DecimalComma.bit() | commaProved
	}
	return s
}

// exactDouble is the largest integer up to which a Double has every integer.
const exactDouble = 1 << 53

func classifyNumber(text []byte) typeSet {
	digits := text
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 1 && digits[0] == '0' && isDigit(digits[1]) {
		return 0
	}
	if n, ok := parseInteger(text); ok {
		return classifyInteger(n, text)
	}
	if allDigits(digits) {
		return 0 // beyond Int64: a Double would round it
	}
	if _, ok := parseDouble(text); ok && decimal(digits) {
		var buffer [32]byte
		if _, _, grouped := pointed(buffer[:0], text); grouped {
			return setOf(table.Double) | DecimalComma.bit() // 1.234 where points stand between groups
		}
		return setOf(table.Double)
	}
	return 0
}

func classifyInteger(n int64, text []byte) typeSet {
	switch {
	case n == 0 && text[0] == '-':
		return setOf(table.Double) | DecimalComma.bit() // -0 is only a Double
	case n == int64(int32(n)):
		return anyNumber | DecimalComma.bit() | epochForms(n)
	case n >= -exactDouble && n <= exactDouble:
		return setOf(table.Int64, table.Double) | DecimalComma.bit() | epochForms(n)
	}
	return setOf(table.Int64)
}

// decimal reports whether the text begins as a decimal number does; parseDouble
// knows Infinity as well.
func decimal(digits []byte) bool {
	return len(digits) > 0 && (isDigit(digits[0]) || digits[0] == '.')
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func allDigits(text []byte) bool {
	for _, b := range text {
		if !isDigit(b) {
			return false
		}
	}
	return len(text) > 0
}

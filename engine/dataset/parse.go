package dataset

import (
	"bytes"
	"encoding/base64"
	"math"
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

// Parse reads a text as a value of a type, as an import does; false when it does
// not fit.
func Parse(text string, t table.EdmType) (table.Value, bool) { return parse([]byte(text), t, Plain) }

// parse reads a text as a value of the type; false, and null, when it does not
// fit. White space around it does not count, except for a String.
//
// Fits: an Int32 and Int64 has an optional sign and digits; a Double is decimal
// or one of NaN, Infinity and -Infinity; a Boolean is true, false, 1 or 0 in any
// case; a DateTime has one of the forms of parseDateTime; a Guid has 8-4-4-4-12
// hexadecimal digits; a Binary is in base64 with padding.
func parse(text []byte, t table.EdmType, form Form) (table.Value, bool) {
	if t == table.String {
		return table.StringValue(string(text)), true
	}
	text = bytes.TrimSpace(text)
	if form != Plain {
		if v, ok, applies := form.parse(text, t); applies {
			return v, ok
		}
	}
	switch t {
	case table.Int32:
		n, ok := parseInteger(text)
		if !ok || n != int64(int32(n)) {
			return table.Value{}, false
		}
		return table.Int32Value(int32(n)), true
	case table.Int64:
		if n, ok := parseInteger(text); ok {
			return table.Int64Value(n), true
		}
	case table.Double:
		if f, ok := parseDouble(text); ok {
			return table.DoubleValue(f), true
		}
	case table.Boolean:
		if b, ok := parseBoolean(text); ok {
			return table.BooleanValue(b), true
		}
	case table.DateTime:
		if n, ok := parseDateTime(text); ok {
			return table.DateTimeValue(n), true
		}
	case table.Guid:
		if g, ok := parseGuid(text); ok {
			return table.GuidValue(g), true
		}
	case table.Binary:
		if raw, err := base64.StdEncoding.DecodeString(string(text)); err == nil {
			return table.BinaryValue(raw), true
		}
	}
	return table.Value{}, false
}

// parseInteger reads an optional sign and digits that fit in 64 bits.
func parseInteger(text []byte) (int64, bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative || len(text) > 0 && text[0] == '+' {
		text = text[1:]
	}
	if len(text) == 0 {
		return 0, false
	}
	n := uint64(0)
	for _, b := range text {
		if !isDigit(b) || n > (1<<63)/10 {
			return 0, false
		}
		n = n*10 + uint64(b-'0')
	}
	if negative {
		return -int64(n), n <= 1<<63
	}
	return int64(n), n <= math.MaxInt64
}

// parseDouble reads a decimal number within the range of a Double, or the
// service's names for the three that are no numbers.
func parseDouble(text []byte) (float64, bool) {
	if f, ok := parseDecimal(text); ok {
		return f, true
	}
	switch string(text) {
	case "NaN":
		return math.NaN(), true
	case "Infinity":
		return math.Inf(1), true
	case "-Infinity":
		return math.Inf(-1), true
	}
	for _, b := range text {
		if !isDigit(b) && b != '.' && b != '-' && b != '+' && b != 'e' && b != 'E' {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(string(text), 64)
	return f, err == nil
}

func parseBoolean(text []byte) (value, ok bool) {
	switch {
	case len(text) == 1:
		return text[0] == '1', text[0] == '1' || text[0] == '0'
	case len(text) == 4 && bytes.EqualFold(text, []byte("true")):
		return true, true
	case len(text) == 5 && bytes.EqualFold(text, []byte("false")):
		return false, true
	}
	return false, false
}

// guidLength is the length of a Guid's text.
const guidLength = 36

func parseGuid(text []byte) (g [16]byte, ok bool) {
	if len(text) != guidLength {
		return g, false
	}
	n := 0 // hexadecimal digits so far
	for i, b := range text {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if b != '-' {
				return g, false
			}
			continue
		}
		d, ok := hexDigit(b)
		if !ok {
			return g, false
		}
		g[n/2] = g[n/2]<<4 | d
		n++
	}
	return g, true
}

func hexDigit(b byte) (byte, bool) {
	switch {
	case isDigit(b):
		return b - '0', true
	case b >= 'a' && b <= 'f':
		return b - 'a' + 10, true
	case b >= 'A' && b <= 'F':
		return b - 'A' + 10, true
	}
	return 0, false
}

package filter

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// Literal is a typed constant. As a Node of its own it is the Boolean true or
// false.
type Literal struct {
	Span
	Value table.Value
}

// String returns the literal as a filter writes it, such as 'O”Brien', 5L,
// 5.0, datetime'2020-01-22T00:00:00Z' or X'00ff'.
func (l *Literal) String() string { return FormatLiteral(l.Value) }

// FormatLiteral returns a value as a filter writes it. Parsing the result
// gives the value back. Null, which no entity holds, is written "null".
func FormatLiteral(v table.Value) string {
	switch v.Type() {
	case table.Null:
		return "null"
	case table.String:
		return text.Quote(v.Str())
	case table.Int64:
		return v.String() + "L"
	case table.Double:
		return formatDouble(v.Float())
	case table.DateTime:
		return "datetime'" + v.String() + "'"
	case table.Guid:
		return "guid'" + v.String() + "'"
	case table.Binary:
		return "X'" + hex.EncodeToString([]byte(v.Bytes())) + "'"
	}
	return v.String()
}

func formatDouble(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	}
	return table.FormatDouble(f)
}

// parseNumber reads an Int32, an Int64 (suffix L) or a Double (a point, an
// exponent or suffix D; NaN, INF, -INF). It returns the type that the text
// claims also when the value does not fit.
func parseNumber(s string) (table.Value, table.EdmType, bool) {
	switch s {
	case "NaN":
		return table.DoubleValue(math.NaN()), table.Double, true
	case "INF":
		return table.DoubleValue(math.Inf(1)), table.Double, true
	case "-INF":
		return table.DoubleValue(math.Inf(-1)), table.Double, true
	}
	if digits, ok := cutSuffix(s, "Ll"); ok {
		n, err := strconv.ParseInt(digits, 10, 64)
		return table.Int64Value(n), table.Int64, err == nil
	}
	digits, double := cutSuffix(s, "Dd")
	if double || strings.ContainsAny(digits, ".eE") {
		f, err := strconv.ParseFloat(digits, 64)
		return table.DoubleValue(f), table.Double, err == nil
	}
	n, err := strconv.ParseInt(s, 10, 32)
	return table.Int32Value(int32(n)), table.Int32, err == nil
}

func cutSuffix(s, letters string) (string, bool) {
	if s != "" && strings.IndexByte(letters, s[len(s)-1]) >= 0 {
		return s[:len(s)-1], true
	}
	return s, false
}

// parseQuoted reads a literal in quotes with its prefix: a plain text, or a
// datetime, guid, X, x or binary literal.
func parseQuoted(s string) (table.Value, table.EdmType, bool) {
	quote := strings.IndexByte(s, '\'')
	prefix, body := s[:quote], strings.ReplaceAll(s[quote+1:len(s)-1], "''", "'")
	switch prefix {
	case "datetime":
		t, ok := table.ParseTicks(body)
		return table.DateTimeValue(t), table.DateTime, ok && t >= 0 && t <= table.MaxDateTime
	case "guid":
		v, ok := table.ParseGuid(body)
		return v, table.Guid, ok
	case "X", "x", "binary":
		raw, err := hex.DecodeString(body)
		return table.BinaryValue(raw), table.Binary, err == nil
	}
	return table.StringValue(body), table.String, true
}

// quotedPrefix reports whether a word directly before a quote makes a typed
// literal.
func quotedPrefix(word string) bool {
	switch word {
	case "datetime", "guid", "X", "x", "binary":
		return true
	}
	return false
}

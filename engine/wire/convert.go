package wire

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// value returns the typed value of a member: of its annotated type, or else
// inferred from the JSON. A string without an annotation is always an
// Edm.String. ok is false when the JSON does not fit the type.
func (p *member) value() (v table.Value, ok bool) {
	if !p.annotated {
		return p.inferred()
	}
	kind, known := table.ParseEdmType(p.typeName)
	if !known || p.kind == encoding.Nested {
		return v, false
	}
	if p.kind == encoding.Null {
		return v, true
	}
	switch kind {
	case table.String:
		return table.StringValue(p.text), p.kind == encoding.String
	case table.Boolean:
		return p.boolean()
	case table.Int32, table.Int64, table.Double:
		return p.numeric(kind)
	}
	if p.kind != encoding.String {
		return v, false
	}
	switch kind {
	case table.DateTime:
		t, ok := table.ParseTicks(p.text)
		return table.DateTimeValue(t), ok
	case table.Guid:
		return table.ParseGuid(p.text)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(p.text)
	return table.BinaryValue(raw), err == nil
}

func (p *member) inferred() (table.Value, bool) {
	switch p.kind {
	case encoding.String:
		return table.StringValue(p.text), true
	case encoding.True, encoding.False:
		return table.BooleanValue(p.kind == encoding.True), true
	case encoding.Number:
		if strings.ContainsAny(p.text, ".eE") {
			return double(p.text)
		}
		return p.numeric(table.Int32)
	case encoding.Null:
		return table.Value{}, true
	}
	return table.Value{}, false
}

func (p *member) boolean() (table.Value, bool) {
	switch {
	case p.kind == encoding.True, p.kind == encoding.String && (p.text == "true" || p.text == "True"):
		return table.BooleanValue(true), true
	case p.kind == encoding.False, p.kind == encoding.String && (p.text == "false" || p.text == "False"):
		return table.BooleanValue(false), true
	}
	return table.Value{}, false
}

// numeric reads a number that is written as one or as a string.
func (p *member) numeric(kind table.EdmType) (table.Value, bool) {
	if p.kind != encoding.Number && p.kind != encoding.String {
		return table.Value{}, false
	}
	switch kind {
	case table.Int32:
		n, err := strconv.ParseInt(p.text, 10, 32)
		return table.Int32Value(int32(n)), err == nil
	case table.Int64:
		n, err := strconv.ParseInt(p.text, 10, 64)
		return table.Int64Value(n), err == nil
	}
	switch p.text {
	case "NaN":
		return table.DoubleValue(math.NaN()), true
	case "Infinity":
		return table.DoubleValue(math.Inf(1)), true
	case "-Infinity":
		return table.DoubleValue(math.Inf(-1)), true
	}
	return double(p.text)
}

// double reads a decimal number; one beyond the largest is refused.
func double(s string) (table.Value, bool) {
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && strings.IndexByte("+-.eE", s[i]) < 0 {
			return table.Value{}, false // strconv reads more than decimals
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return table.DoubleValue(f), err == nil
}

package table

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// Value is one typed property value. It is immutable and comparable with ==
// (two NaNs with the same bits are equal, as values, not as numbers). The zero
// Value is null, which the service never stores.
type Value struct {
	kind EdmType
	bits uint64 // Int32, Int64, Boolean, DateTime (ticks), Double (by rank)
	text string // String (UTF-8), Binary (the bytes), Guid (16 bytes, big-endian groups)
}

// StringValue returns an Edm.String.
func StringValue(s string) Value { return Value{kind: String, text: s} }

// Int32Value returns an Edm.Int32.
func Int32Value(n int32) Value { return Value{kind: Int32, bits: uint64(int64(n))} }

// Int64Value returns an Edm.Int64.
func Int64Value(n int64) Value { return Value{kind: Int64, bits: uint64(n)} }

// DoubleValue returns an Edm.Double.
func DoubleValue(f float64) Value { return Value{kind: Double, bits: rank(math.Float64bits(f))} }

// BooleanValue returns an Edm.Boolean.
func BooleanValue(b bool) Value {
	if b {
		return Value{kind: Boolean, bits: 1}
	}
	return Value{kind: Boolean}
}

// DateTimeValue returns an Edm.DateTime. The range (1601 to 9999) is checked
// on writing, not here.
func DateTimeValue(t Ticks) Value { return Value{kind: DateTime, bits: uint64(t)} }

// GuidValue returns an Edm.Guid from its 16 bytes in the order of its text.
func GuidValue(g [16]byte) Value { return Value{kind: Guid, text: string(g[:])} }

// BinaryValue returns an Edm.Binary with a copy of b.
func BinaryValue(b []byte) Value { return Value{kind: Binary, text: string(b)} }

// Type returns the value's type, Null for the zero Value.
func (v Value) Type() EdmType { return v.kind }

// IsNull reports whether v is the zero Value.
func (v Value) IsNull() bool { return v.kind == Null }

// Str returns the text of an Edm.String; it is only meaningful for that type.
func (v Value) Str() string { return v.text }

// Int returns the number of an Edm.Int32 or Edm.Int64.
func (v Value) Int() int64 { return int64(v.bits) }

// Float returns the number of an Edm.Double.
func (v Value) Float() float64 { return math.Float64frombits(rank(v.bits)) }

// rank turns the IEEE bits of a Double into what is kept of it, and back: those
// of a negative one are the other way round, but for the sign. So kept, doubles
// are in the order of an int64, as all other numbers are, with negative zero
// before zero and every NaN beyond the infinities.
func rank(bits uint64) uint64 { return bits ^ uint64(int64(bits)>>63)>>1 }

// Bool returns the truth of an Edm.Boolean.
func (v Value) Bool() bool { return v.bits != 0 }

// Ticks returns the instant of an Edm.DateTime.
func (v Value) Ticks() Ticks { return Ticks(v.bits) }

// Bytes returns the bytes of an Edm.Binary or the 16 of an Edm.Guid, as a
// string so that nobody can change them.
func (v Value) Bytes() string { return v.text }

// String returns the value in the service's JSON text without quotes: doubles
// with a point or exponent, Guid in lower case, Binary in base64, DateTime
// with its fraction trimmed. Null gives "".
func (v Value) String() string {
	switch v.kind {
	case String:
		return v.text
	case Int32, Int64:
		return strconv.FormatInt(int64(v.bits), 10)
	case Double:
		return FormatDouble(v.Float())
	case Boolean:
		return strconv.FormatBool(v.Bool())
	case DateTime:
		return v.Ticks().String()
	case Guid:
		return formatGuid(v.text)
	case Binary:
		return base64.StdEncoding.EncodeToString([]byte(v.text))
	}
	return ""
}

// FormatDouble returns f as the service writes it: 15 significant digits when
// they read back as the same number, else 17; always with a point or an
// exponent; NaN, Infinity and -Infinity by name.
func FormatDouble(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	s := strconv.FormatFloat(f, 'G', 15, 64)
	if back, err := strconv.ParseFloat(s, 64); err != nil || back != f {
		s = strconv.FormatFloat(f, 'G', 17, 64)
	}
	if !strings.ContainsAny(s, ".E") {
		s += ".0"
	}
	return s
}

// ParseGuid reads the 8-4-4-4-12 form, in either case.
func ParseGuid(s string) (Value, bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return Value{}, false
	}
	raw, err := hex.DecodeString(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	if err != nil {
		return Value{}, false
	}
	return Value{kind: Guid, text: string(raw)}, true
}

func formatGuid(raw string) string {
	h := hex.EncodeToString([]byte(raw))
	if len(h) != 32 {
		return h
	}
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

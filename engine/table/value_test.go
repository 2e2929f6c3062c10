package table

import (
	"math"
	"testing"
	"time"
)

// Doubles are written with 15 significant digits when these read back as the
// same number, otherwise with 17, and always with a point or an exponent.
func TestFormatDouble(t *testing.T) {
	cases := []struct {
		f    float64
		want string
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {1, "1.0"}, {-1, "-1.0"}, {3.14159, "3.14159"}, {0.1, "0.1"}, {0.30000000000000004, "0.30000000000000004"},
		{100, "100.0"}, {123456789012345, "123456789012345.0"}, {1e15, "1E+15"}, {1e21, "1E+21"}, {0.0001, "0.0001"}, {0.00001, "1E-05"},
		{math.MaxFloat64, "1.7976931348623157E+308"}, {math.SmallestNonzeroFloat64, "4.94065645841247E-324"}, {1.5e-7, "1.5E-07"},
		{math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"},
	}
	for _, c := range cases {
		if got := FormatDouble(c.f); got != c.want {
			t.Errorf("%g: got %s, want %s", c.f, got, c.want)
		}
	}
}

func TestValueString(t *testing.T) {
	guid, ok := ParseGuid("0A4B3C2D-1E0F-4A5B-8C7D-9E0F1A2B3C4D")
	if !ok {
		t.Fatal("an upper-case Guid is refused")
	}
	cases := []struct {
		v    Value
		want string
	}{
		{Value{}, ""}, {StringValue("a'b"), "a'b"}, {Int32Value(-5), "-5"}, {Int64Value(math.MinInt64), "-9223372036854775808"},
		{BooleanValue(true), "true"}, {BooleanValue(false), "false"}, {DoubleValue(2), "2.0"}, {BinaryValue([]byte{1, 255}), "Af8="},
		{guid, "0a4b3c2d-1e0f-4a5b-8c7d-9e0f1a2b3c4d"}, {DateTimeValue(MinDateTime), "1601-01-01T00:00:00Z"},
	}
	for _, c := range cases {
		if got := c.v.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.v.Type(), got, c.want)
		}
	}
	for _, bad := range []string{"", "0a4b3c2d1e0f4a5b8c7d9e0f1a2b3c4d", "0a4b3c2d-1e0f-4a5b-8c7d-9e0f1a2b3c4g", "{a4b3c2d-1e0f-4a5b-8c7d-9e0f1a2b3c4}"} {
		if _, ok := ParseGuid(bad); ok {
			t.Errorf("Guid %q is accepted", bad)
		}
	}
}

func TestEdmType(t *testing.T) {
	for _, kind := range EdmTypes() {
		if got, ok := ParseEdmType(kind.String()); got != kind || !ok {
			t.Errorf("%v: got %v, %t", kind, got, ok)
		}
	}
	for _, bad := range []string{"", "Edm.int32", "Int32", "Edm.Float"} {
		if got, ok := ParseEdmType(bad); ok {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

// The fraction has up to seven digits, trailing zeros and a bare point are
// trimmed, and an offset is converted.
func TestTicks(t *testing.T) {
	cases := []struct {
		in, want string
	}{
		{"2020-01-01T01:02:00.0000000Z", "2020-01-01T01:02:00Z"},
		{"2020-07-24T14:34:59.60904Z", "2020-07-24T14:34:59.60904Z"},
		{"2020-07-24T14:34:27.2249727Z", "2020-07-24T14:34:27.2249727Z"},
		{"2020-07-24T14:34:27.22497279Z", "2020-07-24T14:34:27.2249727Z"},
		{"2020-01-01T01:02:03", "2020-01-01T01:02:03Z"},
		{"2020-01-01T01:02Z", "2020-01-01T01:02:00Z"},
		{"2020-01-01", "2020-01-01T00:00:00Z"},
		{"2020-01-01T00:30:00+01:00", "2019-12-31T23:30:00Z"},
		{"2020-02-29T23:59:59.9999999Z", "2020-02-29T23:59:59.9999999Z"},
		{"0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"1601-01-01T00:00:00Z", MinDateTime.String()},
		{"9999-12-31T23:59:59.9999999Z", MaxDateTime.String()},
	}
	for _, c := range cases {
		got, ok := ParseTicks(c.in)
		if !ok || got.String() != c.want {
			t.Errorf("%s: got %s, %t, want %s", c.in, got, ok, c.want)
		}
	}
	for _, bad := range []string{"", "2020", "2020-13-01", "2021-02-29T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01 00:00:00", "2020-01-01T00:00:00z"} {
		if got, ok := ParseTicks(bad); ok {
			t.Errorf("%q is read as %s", bad, got)
		}
	}
}

// Ticks agree with the calendar of package time over the whole range.
func TestTicksCalendar(t *testing.T) {
	for day := Ticks(0); day < MaxDateTime/Day; day += 97 {
		at := day*Day + 12_345_678_901
		want := at.Time().Format("2006-01-02T15:04:05.9999999Z")
		if got := at.String(); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		if back, ok := ParseTicks(want); !ok || back != at || TicksOf(at.Time()) != at {
			t.Fatalf("%s: got back %d, %t, want %d", want, back, ok, at)
		}
	}
	if got := TicksOf(time.Unix(0, 0)); got != unixEpochTicks {
		t.Errorf("epoch: got %d", got)
	}
}

func TestETag(t *testing.T) {
	at, _ := ParseTicks("2020-07-24T14:34:59.60904Z")
	const want = `W/"datetime'2020-07-24T14%3A34%3A59.60904Z'"`
	if got := ETagOf(at); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, ok := ETag(want).Version(); !ok || got != at {
		t.Errorf("got version %s, %t, want %s", got, ok, at)
	}
	for _, bad := range []ETag{"", "*", `"datetime'2020-07-24T14%3A34%3A59Z'"`, `W/"datetime''"`, `W/"datetime'x'"`, want + ` , "x"`} {
		if got, ok := bad.Version(); ok {
			t.Errorf("%s is read as %s", bad, got)
		}
	}
}

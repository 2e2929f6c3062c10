package dataset

import (
	"math"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

func TestInferCSV(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  table.EdmType
	}{
		{"1 -2 0", table.Int32},
		{"2147483647 -2147483648", table.Int32},
		{"2147483648 1", table.Int64},
		{"9223372036854775807 -9223372036854775808", table.Int64},
		{"9223372036854775808", table.String}, // a Double would round it
		{"9007199254740993 1.5", table.String},
		{"9007199254740992 1.5", table.Double},
		{"1 2.5", table.Double},
		{".5 5. 1e3 -1.5E-7", table.Double},
		{"-0", table.Double},
		{"1e999", table.String},
		{"007 1", table.String},
		{"-01", table.String},
		{"00.5", table.String},
		{"0.5", table.Double},
		{"+491701234", table.String},
		{"1,5", table.String},
		{"0x10", table.String},
		{"1_000", table.String},
		{"NaN", table.String},
		{"true FALSE True", table.Boolean},
		{"true 1", table.String},
		{"t", table.String},
		{"2001-01-31 2001/1/2", table.DateTime},
		{"2001-01-31 1", table.String},
		{"2001-02-29", table.String},
		{"31/12/2001", table.String}, // the order of day and month is a guess
		{"c9da6455-213d-42c9-9a79-3e9149a57833 C9DA6455-213D-42C9-9A79-3E9149A57833", table.Guid},
		{"c9da6455-213d-42c9-9a79-3e9149a5783g", table.String},
		{"x 1 2", table.String},
		{"", table.String},
	} {
		t.Run(c.cells, func(t *testing.T) {
			text := "pad,v\n"
			for _, cell := range strings.Split(c.cells, " ") {
				text += "1,\"" + cell + "\"\n,\n"
			}
			d := load(t, text, CSV)
			equal(t, "type", d.Columns[1].Inferred, c.want)
			equal(t, "type in use", d.Columns[1].Type, c.want)
			if f := d.Fit(1, c.want); !f.Step(100) || f.Count > 0 {
				t.Errorf("%d cells do not fit the inferred type", f.Count)
			}
		})
	}
}

func TestInferJSON(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  table.EdmType
	}{
		{`1 2`, table.Int32},
		{`6 6.1`, table.Double},
		{`1.0`, table.Double},
		{`"1" "2"`, table.String}, // a text by its author's choice
		{`"x" 1776`, table.String},
		{`true false`, table.Boolean},
		{`"true"`, table.String},
		{`"2013-07-20"`, table.DateTime},
		{`"c9da6455-213d-42c9-9a79-3e9149a57833"`, table.Guid},
		{`null`, table.String},
		{`""`, table.String},
	} {
		t.Run(c.cells, func(t *testing.T) {
			d := load(t, `{"v":`+strings.ReplaceAll(c.cells, " ", "}\n{\"v\":")+"}", JSONLines)
			equal(t, "type", d.Columns[0].Inferred, c.want)
		})
	}
	t.Run("a number among texts keeps its text", func(t *testing.T) {
		d := load(t, `[{"Title":"The Land Girls"},{"Title":1776},{"Title":1.50}]`, JSON)
		equal(t, "1776", d.Value(1, 0), table.StringValue("1776"))
		equal(t, "1.50", d.Value(2, 0), table.StringValue("1.50"))
	})
}

func TestParse(t *testing.T) {
	// What a type chosen by hand takes, and what it does not.
	for _, c := range []struct {
		text string
		as   table.EdmType
		want string // the value's text, or "misfit"
	}{
		{"007", table.Int32, "7"},
		{" +5\t", table.Int32, "5"},
		{"2147483648", table.Int32, "misfit"},
		{"-9223372036854775808", table.Int64, "-9223372036854775808"},
		{"-9223372036854775809", table.Int64, "misfit"},
		{"9223372036854775808", table.Int64, "misfit"},
		{"99999999999999999999999", table.Int64, "misfit"},
		{"5.0", table.Int64, "misfit"},
		{"-", table.Int64, "misfit"},
		{"3", table.Double, "3.0"},
		{"NaN", table.Double, "NaN"},
		{"-Infinity", table.Double, "-Infinity"},
		{"inf", table.Double, "misfit"},
		{"0x1p-2", table.Double, "misfit"},
		{"1_0", table.Double, "misfit"},
		{"1e999", table.Double, "misfit"},
		{"1", table.Boolean, "true"},
		{"0", table.Boolean, "false"},
		{"yes", table.Boolean, "misfit"},
		{"C9DA6455-213D-42C9-9A79-3E9149A57833", table.Guid, "c9da6455-213d-42c9-9a79-3e9149a57833"},
		{"AQID", table.Binary, "AQID"},
		{"AQI", table.Binary, "misfit"},
		{" x ", table.String, " x "},
	} {
		v, ok := parse([]byte(c.text), c.as, Plain)
		got := v.String()
		if !ok {
			got = "misfit"
			equal(t, "null for "+c.text, v.IsNull(), true)
		} else {
			equal(t, "type of "+c.text, v.Type(), c.as)
		}
		equal(t, c.text+" as "+c.as.String(), got, c.want)
	}
}

func TestParseDateTime(t *testing.T) {
	for text, want := range map[string]string{
		"2013-07-20":                    "2013-07-20T00:00:00Z",
		"2001/01/01 00:47":              "2001-01-01T00:47:00Z",
		"2015/01/01 01:00:00":           "2015-01-01T01:00:00Z",
		"2001/1/2":                      "2001-01-02T00:00:00Z",
		"Jun 12 1998":                   "1998-06-12T00:00:00Z",
		"Dec 18 1970":                   "1970-12-18T00:00:00Z",
		"January 1, 2001":               "2001-01-01T00:00:00Z",
		"sep 3 2001 08:30":              "2001-09-03T08:30:00Z",
		"2001-02-03T04:05:06.123456789": "2001-02-03T04:05:06.1234567Z",
		"2001-02-03T04:05:06Z":          "2001-02-03T04:05:06Z",
		"2001-02-03T04:05:06.5+02:00":   "2001-02-03T02:05:06.5Z",
		"2001-02-03 04:05-0030":         "2001-02-03T04:35:00Z",
		"2000-02-29":                    "2000-02-29T00:00:00Z",
		"1601-01-01":                    "1601-01-01T00:00:00Z",
		"9999-12-31T23:59:59.9999999":   "9999-12-31T23:59:59.9999999Z",
		"1600-12-31":                    "", "0000-01-01": "", "9999-12-31T23:59-01:00": "",
		"1900-02-29": "", "2001-13-01": "", "2001-00-01": "", "2001-01-00": "",
		"2001-1-2": "", "2001-01": "", "2001": "", "01-02-2001": "", "1/2/2001": "",
		"2001-01-01T24:00": "", "2001-01-01T23:60": "", "2001-01-01T23:59:60": "", "2001-01-01T5:00": "",
		"2001-01-01T": "", "2001-01-01 ": "", "2001-01-01Z": "", "2001-01-01T05:00:00.": "",
		"2001-01-01T05:00:00.123456789012345678901": "", "2001-01-01T05:00 Z": "",
		"Ju 12 1998": "", "June12 1998": "", "Jun 12": "", "may": "", "": "", "2001-01/01": "",
	} {
		got := ""
		if n, ok := parseDateTime([]byte(text)); ok {
			got = n.String()
		}
		equal(t, text, got, want)
	}
}

// TestParseDateTimeAgainstTable: what the data model itself reads as ISO 8601 is
// read as the same instant here.
func TestParseDateTimeAgainstTable(t *testing.T) {
	rng := newRandom(t)
	for range 20_000 {
		ticks := table.MinDateTime + table.Ticks(rng.Int64N(int64(table.MaxDateTime-table.MinDateTime)))
		text := ticks.String()
		text = text[:len(text)-rng.IntN(2)] // without Z it is UTC as well
		if got, ok := parseDateTime([]byte(text)); !ok || got != ticks {
			t.Fatalf("%s: got %s, %t", text, got, ok)
		}
	}
}

// TestInferKeepsText: an inferred number says all that its text says.
func TestInferKeepsText(t *testing.T) {
	rng := newRandom(t)
	digits := "0123456789.-+eE"
	for range 50_000 {
		text := ""
		for range 1 + rng.IntN(20) {
			text += string(digits[rng.IntN(len(digits))])
		}
		set := classify([]byte(text), false)
		for _, as := range []table.EdmType{table.Int32, table.Int64} {
			if v, ok := parse([]byte(text), as, Plain); set&setOf(as) != 0 && (!ok || v.String() != text) {
				t.Fatalf("%q is inferred as %s and reads %s", text, as, v)
			}
		}
		f, ok := parseDouble([]byte(text))
		if set&setOf(table.Double) != 0 && (!ok || math.IsInf(f, 0) || math.IsNaN(f)) {
			t.Fatalf("%q is inferred as a Double and reads %g", text, f)
		}
	}
}

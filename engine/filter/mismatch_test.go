package filter

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// samples has a value of each type as the table stores it.
var samples = []table.Value{
	table.StringValue("x"), table.Int32Value(3), table.Int64Value(3), table.DoubleValue(3), table.BooleanValue(true),
	table.DateTimeValue(table.MinDateTime), table.BinaryValue([]byte{1}), mustGuid("68260b3f-beab-45e2-b900-33e2b442e724"),
}

func mustGuid(s string) table.Value {
	v, _ := table.ParseGuid(s)
	return v
}

func only(name string, t table.EdmType) func(string) (table.EdmType, bool) {
	return func(n string) (table.EdmType, bool) { return t, n == name }
}

// For each pair of types and each operator: a mismatch is found exactly where
// the value of the literal makes no difference, and what it says is what the
// comparison gives.
func TestMismatchesEachPair(t *testing.T) {
	for _, stored := range samples {
		for _, literal := range samples {
			for _, op := range ops {
				text := "P " + op.String() + " " + FormatLiteral(literal)
				e, err := Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				all := Mismatches(e, only("P", stored.Type()))
				comparable := stored.Type() == literal.Type() || literal.Type() == table.Int32 && (stored.Type() == table.Int64 || stored.Type() == table.Double) ||
					literal.Type() == table.Int64 && stored.Type() == table.Double
				if comparable != (len(all) == 0) {
					t.Errorf("%s where P is %s: got %d mismatches", text, stored.Type(), len(all))
					continue
				}
				if comparable {
					continue
				}
				m := all[0]
				if holds := Compare(op, stored, literal); m.Holds != holds || strings.HasPrefix(m.Sentence, "Every entity with P meets "+text) != holds || strings.HasPrefix(m.Sentence, "0 entities meet "+text) == holds {
					t.Errorf("%s where P is %s is %v: got %+v", text, stored.Type(), holds, m)
				}
				if strings.Contains(m.Sentence, " an Do") || strings.Contains(m.Sentence, "  ") || !strings.HasSuffix(m.Sentence, ".") {
					t.Errorf("%q is no sentence", m.Sentence)
				}
			}
		}
	}
}

// The sentences and the ways out, and that the way out leads to no mismatch.
func TestRetype(t *testing.T) {
	for _, c := range []struct {
		text     string
		stored   table.EdmType
		sentence string
		want     string // the mended filter, "" for none
		label    string
	}{
		{"P gt '2000-01-01'", table.DateTime, "0 entities meet P gt '2000-01-01', because a date is never greater than a text.", "P gt datetime'2000-01-01T00:00:00Z'", "Write datetime'2000-01-01T00:00:00Z'"},
		{"P eq '2000-01-01T10:00Z'", table.DateTime, "0 entities meet P eq '2000-01-01T10:00Z', because a date never equals a text.", "P eq datetime'2000-01-01T10:00:00Z'", ""},
		{"P lt '2000'", table.DateTime, "Every entity with P meets P lt '2000', because the service takes a date to be less than any text.", "P lt datetime'2000-01-01T00:00:00Z'", ""},
		{"P lt 2000", table.DateTime, "Every entity with P meets P lt 2000, because the service takes a date to be less than any number.", "P lt datetime'2000-01-01T00:00:00Z'", ""},
		{"P gt 'soon'", table.DateTime, "", "", ""},
		{"P gt '8'", table.Double, "0 entities meet P gt '8', because a number is never greater than a text.", "P gt 8.0", "Write 8.0"},
		{"'8' lt P", table.Double, "0 entities meet P gt '8', because a number is never greater than a text.", "8.0 lt P", "Write 8.0"},
		{"P ge ' 8 '", table.Int32, "0 entities meet P ge ' 8 ', because a number never equals a text and is never greater.", "P ge 8", ""},
		{"P ne '8'", table.Int64, "Every entity with P meets P ne '8', because a number never equals a text.", "P ne 8L", ""},
		{"P eq 5L", table.Int32, "0 entities meet P eq 5L, because an Int32 never equals an Int64.", "P eq 5", ""},
		{"P gt 8.5", table.Int32, "0 entities meet P gt 8.5, because an Int32 is never greater than a Double.", "P gt 8", ""},
		{"P ge 8.5", table.Int64, "", "P ge 9L", ""},
		{"P eq 8.5", table.Int32, "", "", ""},
		{"P eq 300", table.String, "0 entities meet P eq 300, because a text never equals a number.", "P eq '300'", ""},
		{"P eq 'True'", table.Boolean, "", "P eq true", ""},
		{"P eq X'00'", table.String, "0 entities meet P eq X'00', because a text never equals binary data.", "", ""},
		{"P ge '2000-01-01' and P lt '2001-01-01'", table.DateTime, "", "P ge datetime'2000-01-01T00:00:00Z' and P lt datetime'2001-01-01T00:00:00Z'", "Write datetime'2000-01-01T00:00:00Z' and 1 more"},
	} {
		e, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		all := Mismatches(e, only("P", c.stored))
		if len(all) == 0 || c.sentence != "" && all[0].Sentence != c.sentence {
			t.Errorf("%s: got %+v, want %q", c.text, all, c.sentence)
			continue
		}
		r, ok := Retype(c.text, all)
		if ok != (c.want != "") || r.Text != c.want || c.label != "" && r.Label != c.label {
			t.Errorf("%s: got %+v, want %q, %q", c.text, r, c.want, c.label)
		}
		if ok {
			mended, err := Parse(r.Text)
			if err != nil || len(Mismatches(mended, only("P", c.stored))) != 0 || r.Text[:r.Caret] == "" {
				t.Errorf("%s: the way out %q leads nowhere: %v", c.text, r.Text, err)
			}
		}
	}
}

// What is not known, and the empty filter, are no mismatch.
func TestMismatchesStayAway(t *testing.T) {
	for _, text := range []string{"", "Q eq 'x'", "P eq 'x'", "not (P lt 'x') or P ge 'y'", "true"} {
		e, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if all := Mismatches(e, only("P", table.String)); all != nil {
			t.Errorf("%s: got %+v", text, all)
		}
	}
}

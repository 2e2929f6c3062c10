package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

var rulerColumns = []keys.Column{
	{Name: "Name", Type: table.String}, {Name: "Id", Type: table.Int32}, {Name: "At", Type: table.DateTime}, {Name: "Local", Type: table.String},
}

// ruled makes a ruler of a template over rows.
func ruled(t *testing.T, template string, rows []keystest.Row) Ruler {
	t.Helper()
	parsed, err := keys.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parsed.Bind(rulerColumns)
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int, len(rows))
	for i := range rows {
		numbers[i] = i
	}
	return NewRuler(b, true, numbers, func(n int) keys.Row { return rows[n] }, nil)
}

// names, ids and others are rows that differ in one column.
func names(texts ...string) []keystest.Row {
	var rows []keystest.Row
	for i, s := range texts {
		rows = append(rows, keystest.Row{table.StringValue(s), table.Int32Value(int32(i)), {}, {}})
	}
	return rows
}

func ids(numbers ...int32) []keystest.Row {
	var rows []keystest.Row
	for _, n := range numbers {
		rows = append(rows, keystest.Row{table.StringValue("n"), table.Int32Value(n), {}, {}})
	}
	return rows
}

func dates(texts ...string) []keystest.Row {
	var rows []keystest.Row
	for _, s := range texts {
		rows = append(rows, keystest.Row{table.StringValue("n"), table.Int32Value(1), keystest.Date(s), {}})
	}
	return rows
}

func locals(texts ...string) []keystest.Row {
	var rows []keystest.Row
	for _, s := range texts {
		rows = append(rows, keystest.Row{{}, {}, {}, table.StringValue(s)})
	}
	return rows
}

// Every trap is flagged where it is, its fix cures it, and a template without
// the trap has no flag.
func TestRuler(t *testing.T) {
	tests := []struct {
		name, template string
		rows           []keystest.Row
		kind           Kind
		fixed          string
	}{
		{"9 after 10", "{Id}", ids(9, 10, 100), UnpaddedNumber, "{Id:03}"},
		{"below zero", "{Id}", ids(-1, -2, 5), NegativeNumber, "{Id+10:02}"},
		{"ticks without a width", "{reverseTicks(At)}", dates("2008-10-28T19:04:11", "2009-10-28T19:04:11"), UnfixedTicks, "{reverseTicks(At):19}"},
		{"ticks that sort as text", "{reverseTicks(At)}", dates("2008-10-28T19:04:11", "9100-10-28T19:04:11"), UnpaddedNumber, "{reverseTicks(At):19}"},
		{"a refused character", "{Name}", names("a", "b/c"), RefusedCharacter, "{clean(Name)}"},
		{"too long", "{Name}", names("a", strings.Repeat("b", 600)), LongKey, "{prefix(Name,256)}"},
		{"capitals", "{Name}", names("apple", "Zebra"), MixedCase, "{lower(Name)}"},
		{"a late separator", "{Name}_{Id}", names("R", "RD"), LateSeparator, "{Name}-{Id}"},
		{"no separator", "{Name}{Id}", names("R", "RD"), LostBoundary, "{Name}-{Id}"},
		{"a value with the separator", "{Name}_{Id}", names("a_b", "c"), HeldSeparator, "{Name}-{Id}"},
		{"against each other", "{9999-At.year}_{At.month:02}", dates("2008-10-28T19:04:11", "2008-11-28T19:04:11"), MixedDirection, "{9999-At.year}_{13-At.month:02}"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, found := finding(ruled(t, test.template, test.rows), test.kind)
			if !found {
				t.Fatalf("%s has no %s", test.template, test.kind)
			}
			if f.Fix == nil || f.Fix.Template != test.fixed {
				t.Fatalf("the fix is %+v, want %s", f.Fix, test.fixed)
			}
			if f, still := finding(ruled(t, test.fixed, test.rows), test.kind); still {
				t.Errorf("%s still has %q", test.fixed, f.Detail)
			}
		})
	}
}

func finding(r Ruler, kind Kind) (Finding, bool) {
	for _, f := range r.Findings {
		if f.Kind == kind {
			return f, true
		}
	}
	return Finding{}, false
}

// A local time that is later by the clock and earlier as an instant is flagged;
// the cure is the column's type.
func TestRulerLocalTime(t *testing.T) {
	f, found := finding(ruled(t, "{Local}", locals("2008-10-28T09:00:00+09:00", "2008-10-28T08:00:00+01:00")), LocalTime)
	if !found || f.Fix == nil || f.Fix.Column != "Local" || f.Fix.Type != table.DateTime {
		t.Fatalf("found %v, the fix is %+v", found, f.Fix)
	}
	if f, found := finding(ruled(t, "{Local}", locals("2008-10-28T08:00:00Z", "2008-10-28T09:00:00Z")), LocalTime); found {
		t.Errorf("times in UTC are flagged: %s", f.Detail)
	}
}

// The keys of a ruler stand in UTF-16 order, their places in the order that was
// meant are the numbers from 0 on, and their parts are the key.
func TestRulerOrder(t *testing.T) {
	r := ruled(t, "{Name}_{Id}", names("b", "B", "a", "ab", "a b", "zz", "Z", "\U0001F600", "\uE000", "é", "10", "9"))
	var places []int
	for i, k := range r.Keys {
		if i > 0 && table.CompareUTF16(r.Keys[i-1].Key, k.Key) >= 0 {
			t.Errorf("%q stands before %q", r.Keys[i-1].Key, k.Key)
		}
		joined := ""
		for _, p := range k.Parts {
			joined += p.Text
		}
		if joined != k.Key {
			t.Errorf("the parts of %q are %q", k.Key, joined)
		}
		places = append(places, k.Meant)
	}
	slices.Sort(places)
	for i, p := range places {
		if p != i {
			t.Fatalf("the places that were meant are %v", places)
		}
	}
	if n := len(r.Keys); n < 5 || n > rulerKeys {
		t.Errorf("%d keys are shown", n)
	}
	if !r.Inverted() {
		t.Error("capitals and small letters in one order")
	}
}

// Typed keys keep the order in which they were typed as the one that was meant,
// and each fix puts them into it.
func TestTypedRuler(t *testing.T) {
	tests := []struct {
		name, typed string
		kind        Kind
		fixed       string
	}{
		{"numbers", "v9\nv10", UnpaddedNumber, "v09\nv10"},
		{"case", "apple\nZebra", MixedCase, "apple\nzebra"},
		{"local times", "2008-10-28T09:00:00+09:00\n2008-10-28T08:00:00+01:00", LocalTime, "2008-10-28T00:00:00.0000000Z\n2008-10-28T07:00:00.0000000Z"},
		{"separator", "R_1\nRD_1", LateSeparator, "R-1\nRD-1"},
		{"refused", "a/b", RefusedCharacter, "a_b"},
		{"long", strings.Repeat("k", 513), LongKey, strings.Repeat("k", 512)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, found := finding(TypedRuler(strings.Split(test.typed, "\n")), test.kind)
			if !found || f.Fix == nil || f.Fix.Template != test.fixed {
				t.Fatalf("found %v, the fix is %+v, want %q", found, f.Fix, test.fixed)
			}
			r := TypedRuler(strings.Split(test.fixed, "\n"))
			if r.Inverted() || len(r.Findings) > 0 {
				t.Errorf("after the fix: %+v", r.Findings)
			}
		})
	}
}

// No text makes a ruler of typed keys fail.
func FuzzTypedRuler(f *testing.F) {
	f.Add("a\nb\n10\n9")
	f.Fuzz(func(t *testing.T, text string) {
		r := TypedRuler(strings.Split(text, "\n"))
		if len(r.Keys) > TypedKeys {
			t.Errorf("%d keys", len(r.Keys))
		}
	})
}

// BenchmarkRuler is what one keystroke costs.
func BenchmarkRuler(b *testing.B) {
	rows := posts(RulerRows)
	a := analyse(b, benchDesign.PartitionKey, benchDesign.RowKey, postColumns, nil)
	numbers := make([]int, len(rows))
	for i := range rows {
		numbers[i] = i
	}
	b.ReportAllocs()
	for b.Loop() {
		NewRuler(a.rk, true, numbers, func(n int) keys.Row { return rows[n] }, nil)
	}
}

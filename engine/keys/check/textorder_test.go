package check

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

var textColumns = []keys.Column{{Name: "T", Type: table.String}, {Name: "S", Type: table.String}, {Name: "N", Type: table.Int32}}

// storedPieces is what each slot gave in the rows that are stored, found without
// the Analysis: a key that the service takes and that no earlier row has, or the
// same key made of other pieces.
func storedPieces(b *keys.Bound, rows []keystest.Row) [][]string {
	var all [][]string
	for n, r := range rows {
		made, err := b.Pieces(r, n)
		if key := strings.Join(made, ""); err == nil && form.Refused(key) < 0 && !form.Overlong(key) {
			all = append(all, made)
		}
	}
	return all
}

func textRow(t, s string, n int) keystest.Row {
	return keystest.Row{table.StringValue(t), table.StringValue(s), table.Int32Value(int32(n))}
}

func units16(s string) []uint16 { return utf16.Encode([]rune(s)) }

// textTruth is what a comparison of every two texts says of a slot.
type textTruth struct{ byCase, byDate, tailed, held, varies bool }

func textRecount(all [][]string, slot int, follows string) textTruth {
	var truth textTruth
	dates := true
	for _, x := range all {
		_, ok := dataset.ParseDateTime(x[slot])
		dates = dates && ok
	}
	for _, x := range all {
		a := x[slot]
		truth.held = truth.held || follows != "" && strings.Contains(a, follows)
		for _, y := range all {
			b := y[slot]
			truth.varies = truth.varies || len(a) != len(b)
			if slices.Compare(units16(a), units16(b)) >= 0 {
				continue
			}
			truth.byCase = truth.byCase || slices.Compare(units16(strings.ToLower(a)), units16(strings.ToLower(b))) > 0
			if tail, longer := strings.CutPrefix(b, a); longer && follows != "" {
				truth.tailed = truth.tailed || slices.Compare(units16(tail), units16(follows)) < 0
			}
			if dates {
				p, _ := dataset.ParseDateTime(a)
				q, _ := dataset.ParseDateTime(b)
				truth.byDate = truth.byDate || p > q
			}
		}
	}
	return truth
}

// The traps of texts against a comparison of every two texts: each is found
// exactly when some two of all entities have it.
func TestTextsAgainstRecount(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	templates := []string{"{T}", "{T}_{S}", "{T}-{S}", "{T}{S}", "{T}_", "x{T}__{N}", "{N}_{T}", "{T}_{T}",
		"{prefix(T,2)}-{S}", "{lower(T)}_{S}", "{T}é{S}", "{S}_{T}-{N}"}
	words := [][]string{
		{"a", "b", "ab", "a b", "a_b", "a-b", "aB", "Ab", "B", "É", "é", "\U0001F600", "\uE000", "İ", "K", ""},
		{"Comedy", "Comedy Drama", "Drama", "Dr", "USA", "Uganda", "Mc Lean", "Mclean", "McLean",
			"New", "New York", "Newark", "longer than eight", "longer than eight too"},
		{"2008-10-28T09:00:00+09:00", "2008-10-28T08:00:00+01:00", "2008-10-28T08:00:00Z", "2008-11-28", "2008-1-28"},
		{"9", "10", "x", "007", "1.5", "-4", "1e5"},
	}
	met := map[string]int{}
	for turn := range 3000 {
		template, some := templates[turn%len(templates)], words[random.IntN(len(words))]
		var rows []keystest.Row
		for range 1 + random.IntN(7) {
			rows = append(rows, textRow(some[random.IntN(len(some))], some[random.IntN(len(some))], random.IntN(3)))
		}
		for _, rowKey := range []bool{false, true} {
			pk, rk := "x", template
			if !rowKey {
				pk, rk = template, "{N}"
			}
			a := analyse(t, pk, rk, textColumns, rows)
			checkTexts(t, a, rowKey, rows, met)
		}
	}
	for _, what := range []string{"case", "date", "late", "held", "joined", "none"} {
		if met[what] < 50 {
			t.Errorf("%q was met %d times", what, met[what])
		}
	}
}

// checkTexts holds every slot of one template to the recount.
func checkTexts(t *testing.T, a *Analysis, rowKey bool, rows []keystest.Row, met map[string]int) {
	t.Helper()
	which := 0
	if rowKey {
		which = 1
	}
	b := a.bound(rowKey)
	all := storedPieces(b, rows)
	a.finishTexts()
	for i := range b.Slots() {
		x := a.textOrder(which, i)
		if x == nil {
			continue
		}
		follows, joined, closed := "", false, false
		if i+1 < len(b.Slots()) {
			follows, joined, closed = b.Slots()[i+1].Plain, !b.Slots()[i+1].Literal, i+2 < len(b.Slots())
		}
		want := textRecount(all, i, follows)
		found := judge{a}.placeholder(which, i).misread(x)
		fits := func(name string, got, want bool) {
			if got != want {
				t.Fatalf("%s, slot %d: %s is found: %v, want %v; the texts are %q", b.Template(), i, name, got, want, all)
			}
			if got {
				met[name]++
			}
		}
		byDate := want.byDate && textColumn(b, i) != ""
		fits("date", has(found, LocalTime), byDate)
		fits("case", has(found, MixedCase), want.byCase && !byDate)
		fits("joined", has(found, LostBoundary), want.varies && joined)
		fits("late", has(found, LateSeparator), want.varies && want.tailed)
		fits("held", has(found, HeldSeparator), want.varies && !want.tailed && closed && want.held)
		fits("none", len(found) == 0, len(found) == 0)
	}
}

// Where no trap is found over all rows, every two keys are in the order that was
// meant, placeholder by placeholder.
func TestGreenTextsAreOrdered(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	words := []string{"a", "b", "ab", "abc", "b a", "Comedy", "Drama", "comedy", "New York", "New", "9", "10", "x-y", "é"}
	green := 0
	for turn := range 3000 {
		template := []string{"{T}", "{T}_{S}", "{T}-{S}", "{T}!{N}", "{N}_{T}", "{T}_x", "{T} {S}"}[turn%7]
		from := random.IntN(len(words))
		some := words[from:min(len(words), from+1+random.IntN(4))]
		var rows []keystest.Row
		for range 1 + random.IntN(6) {
			rows = append(rows, textRow(some[random.IntN(len(some))], some[random.IntN(len(some))], random.IntN(3)))
		}
		a := analyse(t, "x", template, textColumns, rows)
		if len(judge{a}.ordering(1)) > 0 || find(a.Findings(), OrderedTexts) == nil {
			continue
		}
		green++
		all := storedPieces(a.rk, rows)
		for _, x := range all {
			for _, y := range all {
				meant := 0
				for i := 0; i < len(x) && meant == 0; i++ {
					if meant = slices.Compare(units16(strings.ToLower(x[i])), units16(strings.ToLower(y[i]))); meant == 0 {
						meant = slices.Compare(units16(x[i]), units16(y[i]))
					}
				}
				if got := slices.Compare(units16(strings.Join(x, "")), units16(strings.Join(y, ""))); got != meant {
					t.Fatalf("%s is green, and %q and %q compare as %d, meant %d", template, x, y, got, meant)
				}
			}
		}
	}
	if green < 300 {
		t.Errorf("only %d designs were green", green)
	}
}

// A trap that two rows of many have is found, wherever they stand.
func TestTextsOfManyRows(t *testing.T) {
	const n = 20_000
	for _, test := range []struct {
		name   string
		at     int
		text   string
		kind   Kind
		absent string
	}{
		{"a capital late", n - 1, "Zebra", MixedCase, "zebra"},
		{"a capital early", 3, "Zebra", MixedCase, "zebra"},
		{"a longer text in the middle", n / 2, "word0001234 more", LateSeparator, "word0001234zmore"},
		{"one with the separator", n / 3, "word_", HeldSeparator, "wordx"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, special := range []string{test.text, test.absent} {
				rows := make([]keystest.Row, n)
				for i := range rows {
					digits := words.Number(10_000_000 + (i*7919)%n)
					rows[i] = keystest.Row{table.StringValue("word" + strings.ReplaceAll(digits[1:], ",", "")), table.StringValue("s"), table.Int32Value(1)}
				}
				rows[test.at][0] = table.StringValue(special)
				a := analyse(t, "x", "{T}_{N}", textColumns, rows)
				f := find(a.Findings(), test.kind)
				if (f != nil) != (special == test.text) {
					t.Fatalf("with %q the finding is %+v", special, f)
				}
				if f != nil && !slices.Contains(f.Rows, test.at) {
					t.Errorf("rows %v are named, not %d", f.Rows, test.at)
				}
				if f == nil && find(a.Findings(), OrderedTexts) == nil {
					t.Error("nothing is found, and the check is not green")
				}
			}
		})
	}
}

// A column of texts that are numbers has a verdict on their order, whole
// numbers and decimals together, whichever comes first.
func TestNumbersInTexts(t *testing.T) {
	for _, test := range []struct {
		name, template string
		texts          []string
		want           Kind
		severity       Severity
	}{
		{"a decimal after whole numbers, out of order", "{T}", []string{"9", "10", "9.5"}, UnpaddedNumber, Problem},
		{"a decimal before whole numbers, out of order", "{T}", []string{"9.5", "9", "10"}, UnpaddedNumber, Problem},
		{"a decimal after whole numbers, in order", "{T}", []string{"1", "2", "1.5"}, PaddedNumbers, Passed},
		{"a separator after a digit's point", "{T}_{N}", []string{"1", "2", "1.5"}, LateSeparator, Problem},
		{"one with an exponent", "{T}", []string{"7", "1e5"}, UnpaddedNumber, Problem},
		{"below 0", "{T}", []string{"-3", "-4", "-3.5"}, NegativeNumber, Problem},
		{"numbers and a few texts", "{T}", []string{"9", "10", "n/a", "11"}, UnpaddedNumber, Note},
		{"numbers of one width and a text", "{T}", []string{"19", "10", "none", "11"}, OrderedTexts, Passed},
		{"a few numbers among texts", "{T}", []string{"9", "10", "up", "zoo", "some"}, OrderedTexts, Passed},
	} {
		t.Run(test.name, func(t *testing.T) {
			var rows []keystest.Row
			for i, s := range test.texts {
				rows = append(rows, keystest.Row{table.StringValue(strings.ReplaceAll(s, "/", "-")), table.StringValue("s"), table.Int32Value(int32(i))})
			}
			all := analyse(t, "x", test.template, textColumns, rows).Findings()
			if f := find(all, test.want); f == nil || f.Severity != test.severity {
				t.Errorf("%s is %+v", test.want, f)
			}
			for _, kind := range []Kind{UnpaddedNumber, NegativeNumber, LateSeparator, PaddedNumbers, OrderedTexts} {
				if kind != test.want && find(all, kind) != nil {
					t.Errorf("%s is found too", kind)
				}
			}
		})
	}
}

// A ruler over a few rows says what the Analysis of all rows says.
func TestRulerOfAllRows(t *testing.T) {
	rows := posts(400)
	rows[399][3] = table.StringValue("zebra")
	rows[0][3] = table.StringValue("Zoo")
	a := analyse(t, "{Channel}", "{Title}", postColumns, rows)
	b := analyse(t, "{Channel}", "{Title}", postColumns, nil).rk
	few := []int{3, 9, 20}
	row := func(n int) keys.Row { return rows[n] }
	if f, found := finding(NewRuler(b, true, few, row, a), MixedCase); found != (find(a.Findings(), MixedCase) != nil) || !found {
		t.Errorf("the ruler has %+v, the check %+v", f, find(a.Findings(), MixedCase))
	}
	if _, found := finding(NewRuler(b, true, few, row, nil), MixedCase); found {
		t.Error("three rows without the trap have it")
	}
	if r := NewRuler(b, true, few, row, a); r.Looked != 400 {
		t.Errorf("%d rows were looked at", r.Looked)
	}
}

// However many keys one trap has, two of every other trap are shown.
func TestRulerShowsEveryTrap(t *testing.T) {
	var rows []keystest.Row
	for i := range 30 {
		rows = append(rows, textRow("a/"+words.Number(i), "s", i))
	}
	rows = append(rows, textRow("Zebra", "s", 30), textRow("yak", "s", 31))
	b := analyse(t, "x", "{T}", textColumns, nil).rk
	numbers := make([]int, len(rows))
	for i := range numbers {
		numbers[i] = i
	}
	r := NewRuler(b, true, numbers, func(n int) keys.Row { return rows[n] }, nil)
	for _, row := range []int{30, 31} {
		if !slices.ContainsFunc(r.Keys, func(k RulerKey) bool { return k.Row == row && k.Trap }) {
			t.Errorf("row %d is not among %+v", row, r.Keys)
		}
	}
	if len(r.Keys) > rulerKeys {
		t.Errorf("%d keys are shown", len(r.Keys))
	}
}

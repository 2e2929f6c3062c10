package check

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

// recount compares every two rows: is there a smaller number whose text, with
// what follows it in the key, sorts after that of a greater one?
func recount(b *keys.Bound, slot int, rows []keystest.Row) (pairs int, example string) {
	type made struct {
		value *big.Rat
		rest  []uint16
		text  string
	}
	var all []made
	for n, r := range rows {
		pieces, err := b.Pieces(r, n)
		if err != nil {
			continue
		}
		value, ok := new(big.Rat).SetString(pieces[slot])
		if !ok {
			continue
		}
		all = append(all, made{value, utf16.Encode([]rune(strings.Join(pieces[slot:], ""))), pieces[slot]})
	}
	for _, x := range all {
		for _, y := range all {
			if x.value.Cmp(y.value) < 0 && slices.Compare(x.rest, y.rest) > 0 {
				pairs++
				example = x.text + " after " + y.text
			}
		}
	}
	return pairs, example
}

// The order of keys against the order of values: over random rows an inversion
// is found exactly when some two of all rows have one.
func TestNumbersAgainstRecount(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	columns := []keys.Column{{Name: "N", Type: table.Int64}, {Name: "D", Type: table.Double}, {Name: "T", Type: table.String}, {Name: "S", Type: table.String}}
	templates := []string{
		"{N}", "{N:03}", "{N}_{S}", "{N}-{S}", "{N}{S}", "{N:2}{N}", "{N+1000}", "{N-5:02}_{S}", "{D}", "{D}_{S}", "{D}-{S}", "{D:03}", "{D:03}_", "{D}{S}",
		"{floor(D)}", "{floor(D)}_{D}", "{-N:05}", "{N%7}_x", "{N*N}", "{T}", "{T}_{S}", "{or(N,'none')}_{S}", "{D*100000000000000}", "{D/10000000}_{S}",
	}
	found := 0
	for turn := range 2000 {
		template := templates[turn%len(templates)]
		rows := numberRows(random)
		a := analyse(t, "x", template, columns, rows)
		for i := range a.rk.Slots() {
			n := &a.numbers[1][i]
			if a.rk.Slots()[i].Expr == nil || n.other {
				continue
			}
			a.finishTexts()
			widths, signs := n.inversions()
			pairs, example := recount(a.rk, i, rows)
			if (widths != nil || signs != nil) != (pairs > 0) {
				t.Fatalf("%s, slot %d: found %v %v, the recount has %d pairs, as %s; rows %v", template, i, widths, signs, pairs, example, rows)
			}
			for _, v := range []*inversion{widths, signs} {
				if v == nil {
					continue
				}
				found++
				x, _ := new(big.Rat).SetString(v.smaller.text)
				y, _ := new(big.Rat).SetString(v.greater.text)
				if x.Cmp(y) >= 0 || table.CompareUTF16(v.smaller.rest, v.greater.rest) <= 0 {
					t.Fatalf("%s: %+v is no inversion", template, v)
				}
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d inversions were met", found)
	}
}

// numberRows makes a few rows of numbers that lie close together, where two of
// them are often inverted and often not.
func numberRows(random *rand.Rand) []keystest.Row {
	rows := make([]keystest.Row, 1+random.IntN(8))
	scale, below := int64([]int{3, 12, 120, 3000}[random.IntN(4)]), int64(random.IntN(2)*random.IntN(2))
	for i := range rows {
		n := random.Int64N(scale) - below*random.Int64N(scale)
		d := float64(random.Int64N(scale*20)-below*random.Int64N(scale)) / []float64{1, 10, 20, 100}[random.IntN(4)]
		text := strings.Repeat("0", random.IntN(3)*random.IntN(2)) + strconv.FormatInt(max(n, -n), 10)
		rows[i] = keystest.Row{table.Int64Value(n), table.DoubleValue(d), table.StringValue(text), table.StringValue([]string{"", "0", "5", "a", "-", ".", "\U0001F600", "\uE000"}[random.IntN(8)])}
		if random.IntN(20) == 0 {
			rows[i][0] = table.Value{}
		}
	}
	return rows
}

// One small number does not hide the widths between it and the largest.
func TestNumbersOfManyWidths(t *testing.T) {
	columns := []keys.Column{{Name: "count", Type: table.Int32}}
	for _, test := range []struct {
		name     string
		counts   []int32
		want     Kind
		template string
	}{
		{"0 before all others", []int32{0, 9, 10, 700, 1805, 24000, 130000}, UnpaddedNumber, "{count}"},
		{"one width", []int32{100, 999, 500}, PaddedNumbers, "{count}"},
		{"widths that happen to sort", []int32{1, 20, 300}, PaddedNumbers, "{count}"},
		{"padded", []int32{0, 9, 10, 700}, PaddedNumbers, "{count:03}"},
		{"one number below 0", []int32{-3, 4, 5}, PaddedNumbers, "{count}"},
		{"two numbers below 0", []int32{-3, -4, 5}, NegativeNumber, "{count}"},
		{"numbers below 0 that happen to sort", []int32{-10, -9}, PaddedNumbers, "{count}"},
		{"a separator after the digits", []int32{5, 57}, UnpaddedNumber, "{count}_x"},
		{"a separator before the digits", []int32{5, 57}, PaddedNumbers, "{count}-x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var rows []keystest.Row
			for _, n := range test.counts {
				rows = append(rows, keystest.Row{table.Int32Value(n)})
			}
			all := analyse(t, "x", test.template, columns, rows).Findings()
			for _, kind := range []Kind{UnpaddedNumber, NegativeNumber, PaddedNumbers} {
				if (find(all, kind) != nil) != (kind == test.want) {
					t.Errorf("%s is found: %v", kind, find(all, kind) != nil)
				}
			}
		})
	}
}

// A ruler whose keys are not in the order that was meant has a finding, and one
// without findings is in order: both rest on the same comparison.
func TestRulerAgreesWithChecks(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	columns := []keys.Column{{Name: "N", Type: table.Int64}, {Name: "D", Type: table.Double}}
	for turn := range 1500 {
		template := []string{"{N}", "{N}_{D}", "{D}_{N}", "{D}-{N:02}", "{floor(D)}_{N}", "{N:02}{D}", "{-N}"}[turn%7]
		rows := numberRows(random)
		a := analyse(t, "x", template, columns, rows)
		b := analyse(t, "x", template, columns, nil).rk
		numbers := make([]int, len(rows))
		for i := range numbers {
			numbers[i] = i
		}
		r := NewRuler(b, true, numbers, func(n int) keys.Row { return rows[n] }, nil)
		checked := find(a.Findings(), PaddedNumbers) != nil
		if checked && r.Inverted() {
			t.Fatalf("%s: the check is green and the ruler inverted: %+v", template, r)
		}
		if got := len(judge{a}.unsorted(1)); (got > 0) != (len(r.Findings) > 0 && has(r.Findings, UnpaddedNumber, NegativeNumber, LateSeparator)) {
			t.Fatalf("%s: the check has %d findings, the ruler %+v", template, got, r.Findings)
		}
	}
}

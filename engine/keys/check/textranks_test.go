package check

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

// textOutcome is what was found about the texts of every placeholder.
func textOutcome(a *Analysis) []any {
	found := []any{a.Findings()}
	for which, slots := range a.textOrders {
		for i := range slots {
			if x := a.textOrder(which, i); x != nil {
				found = append(found, x.byCase, x.byDate, x.bySize, x.tailed, x.least, x.exceeds, x.holds, x.numbers)
			}
		}
	}
	return found
}

// sharing adds rows to an Analysis that shares ranks.
func sharing(t *testing.T, pk, rk string, rows []keystest.Row, ranks *TextRanks) *Analysis {
	t.Helper()
	seed := analyse(t, pk, rk, textColumns, nil)
	a := NewAnalysis(seed.pk, seed.rk, Arrival{Kind: RowOrder})
	a.ShareRanks(ranks)
	for n, r := range rows {
		p, err := a.pk.Key(r, n)
		k, err2 := a.rk.Key(r, n)
		if err == nil {
			err = err2
		}
		a.Add(p, k, err)
	}
	return a
}

// Whatever designs came before over the same rows, what is found about the texts
// of one is what it finds alone.
func TestSharedRanks(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	words := []string{"a", "b", "ab", "a b", "a_b", "aB", "Ab", "B", "É", "é", "9", "10", "007", "x", "2008-10-28", "2008-1-28", "New York", "New",
		"Newark", "longer than eight", "longer than eight too", "a/b", ""}
	designs := [][2]string{{"{T}", "{S}"}, {"x", "{T}"}, {"{N}", "{T}_a"}, {"{N}", "{T}_ab"}, {"{S}", "{T}-{S}"}, {"{lower(T)}", "{T}"},
		{"{T}{S}", "{N}"}, {"{S}_{T}", "{T}{S}"}, {"x", "{prefix(T,2)}{S}"}, {"{N}", "{T:03}"},
		{"{clean(T)}", "{lower(S)}_{N}"}, {"{lower(T)}x", "{upper(T)} {N}"}}
	for range 400 {
		var rows []keystest.Row
		some := words[:3+random.IntN(len(words)-3)]
		for range 1 + random.IntN(40) {
			rows = append(rows, textRow(some[random.IntN(len(some))], some[random.IntN(len(some))], random.IntN(12)))
		}
		ranks := &TextRanks{}
		for range 6 {
			d := designs[random.IntN(len(designs))]
			got, want := textOutcome(sharing(t, d[0], d[1], rows, ranks)), textOutcome(sharing(t, d[0], d[1], rows, nil))
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v over %v: found with ranks\n%v\nand without\n%v", d, rows, got, want)
			}
		}
	}
}

// The second design over the same rows sorts nothing, but one over rows of which
// some have no rank yet does.
func TestRanksSpareTheSort(t *testing.T) {
	rows := []keystest.Row{textRow("b", "x", 1), textRow("B", "y", 2), textRow("b", "z", 2), textRow("a", "y", 3), textRow("A", "", 4)}
	ranks := &TextRanks{}
	for _, c := range []struct {
		pk, rk string
		want   textPhase
	}{{"x", "{T}", textRuns}, {"x", "{T}_", textPlaces}, {"{N}", "{T}", textRuns}, {"{N}", "{T}_a", textPlaces}, {"x", "{T}", textPlaces},
		{"{N}", "{lower(T)}{T}", textPlaces}} {
		a := sharing(t, c.pk, c.rk, rows, ranks)
		slot := 0
		for n := range a.rk.Slots() {
			if !a.rk.Slots()[n].Literal {
				slot = n // the last placeholder
			}
		}
		x := a.newTextOrder(1, slot)
		for x.phase == textScan {
			x.step()
		}
		if x.phase != c.want {
			t.Errorf("%s, %s: the phase after the scan is %d, want %d", c.pk, c.rk, x.phase, c.want)
		}
		a.finishTexts()
	}
}

// Whatever order the entries are taken in, the sort puts them into that of their
// texts: over several runs, of which some follow one another already.
func TestSortFromLikelyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	var rows []keystest.Row
	for range 5*textRun + 100 {
		rows = append(rows, textRow(strings.Repeat("k", random.IntN(3))+strconv.Itoa(random.IntN(4000)), "", 1))
	}
	a := sharing(t, "x", "{T}", rows, nil)
	p := a.pieces(1, 0)
	want := make([]rankedText, p.splits.entries())
	for i := range want {
		text, _ := p.at(i)
		want[i] = rankedText{table.RankUTF16(text), int32(i)}
	}
	slices.SortFunc(want, p.compareRanked)
	sorted := make([]int32, len(want))
	for i, w := range want {
		sorted[i] = w.entry
	}
	nearly := slices.Clone(sorted)
	for range 5 {
		i, j := random.IntN(len(nearly)), random.IntN(len(nearly))
		nearly[i], nearly[j] = nearly[j], nearly[i]
	}
	backwards := slices.Clone(sorted)
	slices.Reverse(backwards)
	for name, likely := range map[string][]int32{"as they came": nil, "sorted": sorted, "nearly": nearly, "backwards": backwards} {
		var s textSort
		s.begin(len(want), likely)
		for !s.run(&p) {
		}
		for !s.merge(&p) {
		}
		if !slices.Equal(s.order, want) {
			t.Errorf("taken %s, the entries are in another order", name)
		}
	}
}

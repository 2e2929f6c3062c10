package check

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

// ordered takes in rows of two texts each and puts them in order, so many moves
// at a time. It fails when a step moves more.
func ordered(t *testing.T, rows []keystest.Row, moves int) (got []int) {
	t.Helper()
	a := analyse(t, "{Channel}", "{Title}", []keys.Column{{Name: "Channel", Type: table.String}, {Name: "Title", Type: table.String}}, nil)
	o := NewOrdering(a, len(rows))
	for i, row := range rows {
		if write, ok := a.Add(row[0].Str(), row[1].Str(), nil); ok {
			o.Add(write, i)
		}
	}
	for {
		before := len(o.merged)
		more := o.Step(moves)
		if moved := len(o.merged) - before; moved > moves {
			t.Fatalf("a step moved %d rows, at most %d are its work", moved, moves)
		}
		if !more {
			break
		}
	}
	for place := range o.Len() {
		key, row := o.At(place)
		if want := (table.Key{PartitionKey: rows[row][0].Str(), RowKey: rows[row][1].Str()}); key != want {
			t.Fatalf("place %d has the key %q for row %d, want %q", place, key, row, want)
		}
		got = append(got, row)
	}
	return got
}

// Rows come out in the order of their keys, those with one key in the order of
// the rows, as a stable sort by the order of the service has them: for rows that
// are sorted, in descending order, in several runs, or in no order.
func TestOrdering(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	texts := []string{"", "a", "b", "long prefix of 16 and more", "long prefix of 16 and", "\uE000", "🎬", "long prefix of 16 🎬", "long prefix of 16 \uFFFD"}
	makes := map[string]func(i int) string{
		"ascending":  func(i int) string { return strconv.Itoa(10_000 + i) },
		"descending": func(i int) string { return strconv.Itoa(90_000 - i) },
		"runs":       func(i int) string { return strconv.Itoa(10_000 + i*7919%1000) },
		"any":        func(int) string { return texts[random.IntN(len(texts))] + strconv.Itoa(random.IntN(300)) },
	}
	for name, of := range makes {
		for _, n := range []int{0, 1, 2, leastRun + 1, 1500} {
			for _, moves := range []int{1, 7, 100_000} {
				rows := make([]keystest.Row, n)
				for i := range rows {
					rows[i] = keystest.Row{table.StringValue(texts[random.IntN(3)]), table.StringValue(of(i))}
				}
				want := make([]int, n)
				for i := range want {
					want[i] = i
				}
				slices.SortStableFunc(want, func(x, y int) int {
					return table.Key{PartitionKey: rows[x][0].Str(), RowKey: rows[x][1].Str()}.Compare(table.Key{PartitionKey: rows[y][0].Str(), RowKey: rows[y][1].Str()})
				})
				if got := ordered(t, rows, moves); !slices.Equal(got, want) {
					t.Fatalf("%d rows %s, %d moves at a time: got %v, want %v", n, name, moves, got, want)
				}
			}
		}
	}
}

// BenchmarkOrdering puts 200,000 rows in order that come in none.
func BenchmarkOrdering(b *testing.B) {
	rows := posts(200_000)
	a := analyse(b, benchDesign.PartitionKey, benchDesign.RowKey, postColumns, rows)
	shuffled := rand.New(rand.NewPCG(1, 2)).Perm(len(a.writes))
	for b.Loop() {
		o := NewOrdering(a, len(rows))
		for _, w := range a.writes {
			o.ranks = append(o.ranks, table.KeyRank(a.rowKey(w)))
		}
		for _, p := range a.partitions {
			o.families = append(o.families, table.KeyRank(a.texts.of(p.key)))
		}
		for _, write := range shuffled {
			o.Add(write, write)
		}
		for o.Step(4000) {
		}
	}
}

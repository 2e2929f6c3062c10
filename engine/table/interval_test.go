package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Within finds the numbers of an interval in pages of every size, whether their
// rows lie in one block or in two, and among many places as among few.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(seed(t), 6))
	scattered := 0
	for rows := 1; rows <= maxRows; rows++ {
		made := New("Within")
		for i := range rows {
			wantCode(t, second(made.Insert(entity("p", fmt.Sprintf("%02d", i), numbers(r)...), noon)), "")
		}
		for range 3 {
			made.Snapshot().Runs(Key{}, func(run Run) bool {
				if len(run.page.tail) > 0 {
					scattered++
				}
				for range 20 {
					from := r.IntN(run.Len())
					checkWithin(t, r, run)
					checkWithin(t, r, run.Slice(from, from+1+r.IntN(run.Len()-from)))
				}
				return true
			})
			k := Key{"p", fmt.Sprintf("%02d", r.IntN(rows))}
			wantCode(t, second(made.Merge(Entity{Key: k, Properties: numbers(r)}, AnyETag, noon)), "")
		}
	}
	if scattered < maxRows {
		t.Errorf("only %d pages had their rows in two blocks", scattered)
	}
}

// ends are numbers at which intervals and orders may go wrong.
var ends = []float64{math.Inf(-1), -math.MaxFloat64, -1.5, -1, -math.SmallestNonzeroFloat64, math.Copysign(0, -1), 0, 1, 1.5, math.MaxFloat64, math.Inf(1)}

func numbers(r *rand.Rand) []Property {
	double := append([]float64{math.NaN(), math.Copysign(math.NaN(), -1)}, ends...)[r.IntN(len(ends)+2)]
	whole := []int64{math.MinInt64, math.MinInt64 + 1, -2, -1, 0, 1, 2, math.MaxInt64}[r.IntN(8)]
	return []Property{{"Double", DoubleValue(double)}, {"Whole", Int64Value(whole)}}
}

func checkWithin(t *testing.T, r *rand.Rand, run Run) {
	low, high := ends[r.IntN(len(ends))], ends[r.IntN(len(ends))]
	if low > high {
		low, high = high, low
	}
	from, to := int64(r.IntN(5))-2, int64(2)
	if r.IntN(2) == 0 {
		from, to = math.MinInt64, from
	}
	for _, c := range []struct {
		name     string
		kind     EdmType
		interval Interval
		inside   func(v Value) bool
	}{
		{"Double", Double, DoublesFrom(low, high), func(v Value) bool { return v.Float() >= low && v.Float() <= high }},
		{"Whole", Int64, WholesFrom(from, to), func(v Value) bool { return v.Int() >= from && v.Int() <= to }},
	} {
		column := NewColumn(c.name)
		if !run.Prepare(column, c.kind) {
			t.Fatal("a page of one shape is refused")
		}
		places := run.Places()
		if r.IntN(2) == 0 {
			places &= r.Uint64()
		}
		var want []Row
		for i := range run.Len() {
			if places>>i&1 == 1 && c.inside(run.Row(i).Property(c.name)) {
				want = append(want, run.Row(i))
			}
		}
		if got := run.AppendAt(nil, run.Within(places, column, &c.interval)); !slices.Equal(got, want) {
			t.Fatalf("%s in %+v: got %d of %d rows, want %d", c.name, c.interval, len(got), run.Len(), len(want))
		}
	}
}

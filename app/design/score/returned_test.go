package score

import (
	"maps"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/engine/table"
)

// Two answers are held against each other as multisets, whatever the rows are.
func TestReturnedBeyond(t *testing.T) {
	r := apptest.Seeded(t)
	for range 300 {
		var a, b Returned
		plain := map[int]int{}
		most := 1 + r.IntN(400)
		draw := func(x *Returned, by int) {
			twice := r.IntN(2) == 0
			for range r.IntN(200) {
				if row := r.IntN(most); twice || !x.Holds(row) {
					x.add(row)
					plain[row] += by
				}
			}
		}
		draw(&a, 1)
		draw(&b, -1)
		got := map[int]int{}
		a.Beyond(&b, func(row, more int) { got[row] = more })
		b.Beyond(&a, func(row, more int) { got[row] = -more })
		maps.DeleteFunc(plain, func(_, n int) bool { return n == 0 })
		if !maps.Equal(got, plain) {
			t.Fatalf("%v, counted plainly %v", got, plain)
		}
	}
}

// The first rows in an order are the same however they come, what is missing
// comes last, and the last place is told.
func TestRanking(t *testing.T) {
	r := apptest.Seeded(t)
	values := make([]table.Value, 500)
	for i := range values {
		if values[i] = table.Int32Value(int32(r.IntN(90))); i%9 == 0 {
			values[i] = table.Value{}
		}
	}
	for _, newest := range []bool{false, true} {
		k := ranking{most: 10, newest: newest}
		for _, row := range r.Perm(len(values)) {
			k.add(values[row], row)
		}
		a := k.answer()
		for row, v := range values {
			before := 0
			for other, w := range values {
				if sortsBefore(newest, w, v) || !sortsBefore(newest, v, w) && other < row {
					before++
				}
			}
			if a.Holds(row) != (before < 10) {
				t.Fatalf("row %d with %v and %d before it: held %v", row, v, before, a.Holds(row))
			}
		}
		if a.Count != 10 || !a.full {
			t.Errorf("%d rows, full %v", a.Count, a.full)
		}
	}
}

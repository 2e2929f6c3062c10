package query

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Whatever the table, the filter and the limits of a page are: what reading to
// the end costs lies in the bracket, and the bracket is no wider than it must
// be: over all questions both of its ends are met.
func TestBracketHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	low, high := 0, 0
	for range 600 {
		s, boundaries := randomTable(r)
		l := Limits{PageSize: r.IntN(12), Examined: r.IntN(3) * r.IntN(20), Bytes: r.IntN(2) * r.IntN(3) * 90}
		if r.IntN(2) == 0 {
			l.Boundaries = boundaries
		}
		top := []int{NoTop, 1, 3, 7}[r.IntN(4)]
		e, err := filter.Parse([]string{"", "N gt 5", "PartitionKey eq 'b'", "PartitionKey ge 'b' and N lt 3", "PartitionKey eq 'c' and RowKey ge '03'", "PartitionKey lt 'c'", "N gt 99"}[r.IntN(7)])
		if err != nil {
			t.Fatal(err)
		}
		plan := NewPlan(e)
		b := plan.Bracket(s, top, l)
		got := readAll(t, s, plan, top, l)
		for _, c := range [][3]int{{b.Low.Examined, got.Examined, b.High.Examined}, {b.Low.Returned, got.Returned, b.High.Returned}, {b.Low.Pages, got.Pages, b.High.Pages}, {b.Low.Ranges, got.Ranges, b.High.Ranges}} {
			if c[1] < c[0] || c[1] > c[2] {
				t.Fatalf("%s, $top %d, %+v: got %+v, outside of %+v", e, top, l, got, b)
			}
		}
		if got.Pages == b.Low.Pages {
			low++
		}
		if got.Pages == b.High.Pages {
			high++
		}
	}
	if low < 100 || high < 100 {
		t.Errorf("of 600 questions %d take the fewest pages and %d the most: the bracket is too wide", low, high)
	}
}

// A limit of the time of a page is part of the bracket: 7,000 entities at 100 a
// page are at least 70 pages, though only one entity is returned.
func TestBracketTime(t *testing.T) {
	m := table.New("many")
	for i := range 7000 {
		m.Insert(table.Entity{Key: table.Key{PartitionKey: "p", RowKey: fmt.Sprintf("%05d", i)}, Properties: []table.Property{{Name: "N", Value: table.Int32Value(int32(i))}}}, table.MinDateTime)
	}
	e, _ := filter.Parse("N eq 7")
	b := NewPlan(e).Bracket(m.Snapshot(), NoTop, Limits{Examined: 100})
	if b.Low.Pages != 70 || b.High.Pages < 70 || b.High.Pages > 77 {
		t.Errorf("got %+v", b)
	}
}

func randomTable(r *rand.Rand) (*table.Snapshot, func(table.Key) (string, bool)) {
	t := table.New("t")
	for range r.IntN(60) {
		t.Insert(table.Entity{Key: table.Key{PartitionKey: string(rune('a' + r.IntN(4))), RowKey: fmt.Sprintf("%02d", r.IntN(30))},
			Properties: []table.Property{{Name: "N", Value: table.Int32Value(int32(r.IntN(10)))}}}, table.MinDateTime)
	}
	borders := []string{"b", "bb", "d"}[:1+r.IntN(3)]
	return t.Snapshot(), func(from table.Key) (string, bool) {
		for _, b := range borders {
			if table.CompareUTF16(b, from.PartitionKey) > 0 {
				return b, true
			}
		}
		return "", false
	}
}

// readAll reads every page as a client does.
func readAll(t *testing.T, s *table.Snapshot, plan Plan, top int, l Limits) (sum trace.Cost) {
	t.Helper()
	var token *ContinuationToken
	for range 1000 {
		page, err := Run(s, plan, Request{Top: top, Token: token}, l)
		if err != nil {
			t.Fatal(err)
		}
		sum = sum.Add(page.Cost)
		if token = page.Next; token == nil {
			return sum
		}
	}
	t.Fatal("the pages never end")
	return sum
}

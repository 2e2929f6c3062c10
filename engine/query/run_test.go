package query

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// numbers returns a table of partitions P0, P1 and so on with entities 0, 1
// and so on, whose property n counts through the whole table.
func numbers(t testing.TB, partitions, each int) *table.Table {
	t.Helper()
	n := table.New("numbers")
	var all []table.Entity
	for p := range partitions {
		for i := range each {
			all = append(all, entity(fmt.Sprintf("P%0*d", len(fmt.Sprint(partitions-1)), p), fmt.Sprintf("%0*d", len(fmt.Sprint(each-1)), i), len(all)))
		}
	}
	if err := n.Load(all, firstTick); err != nil {
		t.Fatal(err)
	}
	return n
}

// keysOf reads all pages and returns the keys with the summed cost. snapshot
// is asked before each page.
func keysOf(t testing.TB, snapshot func() *table.Snapshot, text string, top int, limits Limits) ([]table.Key, trace.Cost) {
	t.Helper()
	request := Request{Filter: text, Top: top}
	plan, err := request.Plan()
	if err != nil {
		t.Fatal(err)
	}
	var keys []table.Key
	var sum trace.Cost
	for range 100_000 {
		page, err := Run(snapshot(), plan, request, limits)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Rows {
			keys = append(keys, r.Key())
		}
		sum = sum.Add(page.Cost)
		if request.Token = page.Next; page.Next == nil {
			return keys, sum
		}
	}
	t.Fatal("the pages do not end")
	return nil, sum
}

// A page that is told to end has read something, and all pages together read what
// one would, whenever they are told.
func TestExpired(t *testing.T) {
	rows := numbers(t, 12, 1000).Snapshot()
	for _, text := range []string{"", "n ge 0", "n lt 0", "n eq 5 or n gt 7000 or n lt 3", "PartitionKey eq 'P04' and n ne 3"} {
		want, _ := keysOf(t, func() *table.Snapshot { return rows }, text, NoTop, Limits{})
		for every := range 3 {
			asked, pages := 0, 0
			limits := Limits{Expired: func() bool { asked++; return asked%(every+1) == 0 }}
			got, _ := keysOf(t, func() *table.Snapshot { pages++; return rows }, text, NoTop, limits)
			if !slices.Equal(got, want) {
				t.Fatalf("%q told every %d times: got %d keys, want %d", text, every+1, len(got), len(want))
			}
		}
	}
	request := Request{Filter: strings.Repeat("n eq 1 or ", 1000) + "n eq 2", Top: NoTop}
	plan, err := request.Plan()
	if err != nil {
		t.Fatal(err)
	}
	page, err := Run(rows, plan, request, Limits{Expired: func() bool { return true }})
	if err != nil || page.Stop != TimeUp || page.Next == nil || page.Cost.Examined > 200 {
		t.Errorf("got %v after %d entities with %v, %v, want the end after some 64", page.Stop, page.Cost.Examined, page.Next, err)
	}
}

var filters = []string{
	"", "n ge 0", "n eq 77", "n lt 0", "PartitionKey eq 'P3'", "PartitionKey ge 'P2' and PartitionKey lt 'P5'",
	"PartitionKey eq 'P4' and RowKey ge '05' and RowKey lt '15'", "PartitionKey eq 'P4' and RowKey eq '05'",
	"PartitionKey eq 'P1' or PartitionKey eq 'P6'", "RowKey eq '07'", "PartitionKey gt 'P7'", "PartitionKey le 'P0' and n gt 5",
	"PartitionKey eq 'P4' and PartitionKey eq 'P5'", "not (n gt 30) and RowKey lt '1'",
}

// Any size of pages, any budget, any boundaries, one snapshot or the live
// table: the same entities in the same order.
func TestSameEntities(t *testing.T) {
	live := numbers(t, 8, 20)
	once := live.Snapshot()
	r := rand.New(rand.NewPCG(1, 3))
	for _, text := range filters {
		want, _ := keysOf(t, func() *table.Snapshot { return once }, text, NoTop, Limits{})
		for range 60 {
			limits := Limits{PageSize: r.IntN(25), Examined: r.IntN(25), Bytes: r.IntN(3) * r.IntN(400)}
			boundaries := make([]string, r.IntN(4))
			for i := range boundaries {
				boundaries[i] = fmt.Sprintf("P%d", r.IntN(10))
			}
			slices.Sort(boundaries)
			limits.Boundaries = func(from table.Key) (string, bool) { return naiveBoundary(boundaries, from.PartitionKey) }
			top := r.IntN(25)
			if top == 0 {
				top = NoTop
			}
			got, _ := keysOf(t, live.Snapshot, text, top, limits)
			if !slices.Equal(got, want) {
				t.Fatalf("%s, $top %d, page size %d, budget %d, %d bytes, boundaries %q: got %d entities %v, want %d %v",
					text, top, limits.PageSize, limits.Examined, limits.Bytes, boundaries, len(got), got, len(want), want)
			}
		}
	}
}

// A page ends with the entity that brings it to the size it may have, one of
// them in any case, and its token is the next key.
func TestSizeOfPages(t *testing.T) {
	s := numbers(t, 2, 10).Snapshot()
	first, err := Run(s, NewPlan(nil), Request{Top: 1}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	one := table.EntityBytes(first.Rows[0].Key(), first.Rows[0].AppendProperties(nil))
	for _, c := range []struct {
		bytes, returned int
		stop            Stop
	}{{0, 20, End}, {1, 1, SizeFull}, {one, 1, SizeFull}, {one + 1, 2, SizeFull}, {5 * one, 5, SizeFull}, {20 * one, 20, End}} {
		page, err := Run(s, NewPlan(nil), Request{Top: NoTop}, Limits{Bytes: c.bytes})
		if err != nil || len(page.Rows) != c.returned || page.Stop != c.stop || (page.Next == nil) != (c.stop == End) {
			t.Errorf("%d bytes: %d entities, %v, token %v, %v; want %d, %v", c.bytes, len(page.Rows), page.Stop, page.Next, err, c.returned, c.stop)
		}
	}
}

// A snapshot taken before a write gives what was there before it, also when
// the pages are read one by one while the table changes.
func TestSnapshotPages(t *testing.T) {
	live := numbers(t, 4, 20)
	before := live.Snapshot()
	want, _ := keysOf(t, live.Snapshot, "", NoTop, Limits{})
	i := 0
	got, _ := keysOf(t, func() *table.Snapshot {
		if err := live.Delete(want[i], table.AnyETag); err != nil {
			t.Fatal(err)
		}
		i++
		return before
	}, "", 7, Limits{})
	if !slices.Equal(got, want) {
		t.Errorf("got %d entities, want %d", len(got), len(want))
	}
}

// With bounds on keys alone every entity that is read is returned; a table
// scan reads them all. Budget and page size change the number of pages and
// nothing else, boundaries the number of ranges too.
func TestCost(t *testing.T) {
	s := numbers(t, 8, 400).Snapshot()
	one := func() *table.Snapshot { return s }
	for _, c := range []struct {
		filter string
		limits Limits
		want   trace.Cost
	}{
		{"PartitionKey eq 'P3' and RowKey eq '007'", Limits{}, trace.Cost{Examined: 1, Returned: 1, Pages: 1, Ranges: 1}},
		{"PartitionKey eq 'P3' and RowKey eq 'x'", Limits{}, trace.Cost{Pages: 1, Ranges: 1}},
		{"PartitionKey eq 'P3' and RowKey ge '100' and RowKey lt '120'", Limits{}, trace.Cost{Examined: 20, Returned: 20, Pages: 1, Ranges: 1}},
		{"PartitionKey eq 'P3'", Limits{}, trace.Cost{Examined: 400, Returned: 400, Pages: 1, Ranges: 1}},
		{"PartitionKey eq 'P3'", Limits{PageSize: 100}, trace.Cost{Examined: 400, Returned: 400, Pages: 4, Ranges: 1}},
		{"PartitionKey ge 'P2' and PartitionKey lt 'P5'", Limits{}, trace.Cost{Examined: 1200, Returned: 1200, Pages: 2, Ranges: 1}},
		{"", Limits{}, trace.Cost{Examined: 3200, Returned: 3200, Pages: 4, Ranges: 1}},
		{"n eq 5", Limits{}, trace.Cost{Examined: 3200, Returned: 1, Pages: 1, Ranges: 1}},
		{"n eq 5", Limits{Examined: 1000}, trace.Cost{Examined: 3200, Returned: 1, Pages: 4, Ranges: 1}},
		{"PartitionKey eq 'P1' or PartitionKey eq 'P2'", Limits{}, trace.Cost{Examined: 3200, Returned: 800, Pages: 1, Ranges: 1}},
		{"PartitionKey lt 'P1' and PartitionKey gt 'P5'", Limits{}, trace.Cost{Pages: 1}},
		{"", Limits{Boundaries: func(from table.Key) (string, bool) { return naiveBoundary([]string{"P2", "P4"}, from.PartitionKey) }},
			trace.Cost{Examined: 3200, Returned: 3200, Pages: 4, Ranges: 3}},
	} {
		keys, got := keysOf(t, one, c.filter, NoTop, c.limits)
		if got != c.want || len(keys) != got.Returned {
			t.Errorf("%s: got %+v and %d keys, want %+v", c.filter, got, len(keys), c.want)
		}
	}
}

// The estimate is exact for examined and ranges, and for all four without a
// residual; with one, returned and pages are never more than estimated.
func TestEstimate(t *testing.T) {
	s := numbers(t, 8, 400).Snapshot()
	texts := append([]string{"PartitionKey eq 'P4' and RowKey gt '100'", "PartitionKey gt 'P9'", "PartitionKey eq ''", "PartitionKey lt 'P5'"}, filters...)
	for _, text := range texts {
		p := plan(t, text)
		_, got := keysOf(t, func() *table.Snapshot { return s }, text, NoTop, Limits{})
		e := p.Estimate(s)
		if got.Examined != e.Examined || got.Ranges != e.Ranges || got.Returned > e.Returned || got.Pages > e.Pages {
			t.Errorf("%s: got %+v, estimated %+v", text, got, e)
		}
		if p.Residual == nil && got != e {
			t.Errorf("%s: got %+v, estimated %+v, want the same", text, got, e)
		}
	}
}

// Rows ahead of the token are seen, rows behind it are not, and the token of a
// deleted entity leads to the next one.
func TestTokenIsAPlace(t *testing.T) {
	live := numbers(t, 1, 10)
	request := Request{Top: 4}
	page, err := Run(live.Snapshot(), Plan{Kind: TableScan}, request, Limits{})
	if err != nil || page.Next == nil || page.Next.Key() != key("P0", "4") {
		t.Fatalf("first page: next %v, %v, want P0/4", page.Next, err)
	}
	for _, e := range []table.Entity{entity("P0", "00", 1), entity("P0", "55", 1)} {
		if _, err := live.Insert(e, firstTick); err != nil {
			t.Fatal(err)
		}
	}
	if err := live.Delete(key("P0", "4"), table.AnyETag); err != nil {
		t.Fatal(err)
	}
	request.Token = page.Next
	page, err = Run(live.Snapshot(), Plan{Kind: TableScan}, request, Limits{})
	var got []string
	for _, r := range page.Rows {
		got = append(got, r.RowKey())
	}
	if want := []string{"5", "55", "6", "7"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("second page: got %q, %v, want %q", got, err, want)
	}
}

// 20 entities by $top 10: two pages, and the second has no token.
func TestExhaustedAtPageEnd(t *testing.T) {
	s := numbers(t, 2, 10).Snapshot()
	_, cost := keysOf(t, func() *table.Snapshot { return s }, "", 10, Limits{})
	if want := (trace.Cost{Examined: 20, Returned: 20, Pages: 2, Ranges: 1}); cost != want {
		t.Errorf("got %+v, want %+v", cost, want)
	}
}

// A token before the plan's bounds starts at the bounds. One after them ends
// the reading, and no range is touched.
func TestTokenOutsideBounds(t *testing.T) {
	s := numbers(t, 3, 5).Snapshot()
	p := plan(t, "PartitionKey eq 'P1'")
	for pk, want := range map[string]int{"": 5, "P0": 5, "P1": 5, "P2": 0, "Z": 0} {
		page, err := Run(s, p, Request{Top: NoTop, Token: &ContinuationToken{NextPartitionKey: pk}}, Limits{})
		cost := trace.Cost{Examined: want, Returned: want, Pages: 1, Ranges: min(want, 1)}
		if err != nil || len(page.Rows) != want || page.Next != nil || page.Cost != cost {
			t.Errorf("token %q: got %d rows, next %v, cost %+v, %v, want %d rows, cost %+v", pk, len(page.Rows), page.Next, page.Cost, err, want, cost)
		}
	}
}

func BenchmarkPages(b *testing.B) {
	s := numbers(b, 100, 1000).Snapshot()
	for name, text := range map[string]string{"all": "", "filter": "n ge 0 and n lt 1000000", "sparse": "n eq 5"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				keys := 0
				p, request := plan(b, text), Request{Top: NoTop}
				for {
					page, err := Run(s, p, request, Limits{})
					if err != nil {
						b.Fatal(err)
					}
					keys += len(page.Rows)
					if request.Token = page.Next; page.Next == nil {
						break
					}
				}
				if text != "n eq 5" && keys != 100_000 {
					b.Fatalf("got %d entities", keys)
				}
			}
		})
	}
}

func BenchmarkRowRange(b *testing.B) {
	s := numbers(b, 100, 1000).Snapshot()
	p := plan(b, "PartitionKey eq 'P50' and RowKey ge '300' and RowKey lt '400'")
	b.ReportAllocs()
	for b.Loop() {
		page, err := Run(s, p, Request{Top: NoTop}, Limits{})
		if err != nil || len(page.Rows) != 100 {
			b.Fatalf("got %d rows, %v", len(page.Rows), err)
		}
	}
}

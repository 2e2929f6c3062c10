package partition

import (
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// Ranges cover the whole key space, without a gap and without an overlap.
func TestTile(t *testing.T) {
	for _, c := range []struct {
		name   string
		ranges []Range
		fine   bool
	}{
		{"one", []Range{{0, 0}}, true},
		{"two", []Range{{0, 7}, {7, 0}}, true},
		{"none", nil, false},
		{"gap", []Range{{0, 7}, {8, 0}}, false},
		{"overlap", []Range{{0, 7}, {6, 0}}, false},
		{"no end", []Range{{0, 7}, {7, 9}}, false},
		{"no start", []Range{{1, 0}}, false},
		{"empty range", []Range{{0, 7}, {7, 7}, {7, 0}}, false},
		{"end inside", []Range{{0, 0}, {0, 0}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := Tile(c.ranges); (err == nil) != c.fine {
				t.Errorf("got %v, want fine: %v", err, c.fine)
			}
		})
	}
}

// Low belongs to a range and High does not; 0 as High is no end.
func TestContains(t *testing.T) {
	for _, c := range []struct {
		r               Range
		key             uint64
		inside, divides bool
	}{
		{Range{5, 9}, 4, false, false},
		{Range{5, 9}, 5, true, false},
		{Range{5, 9}, 6, true, true},
		{Range{5, 9}, 9, false, false},
		{Range{5, 0}, ^uint64(0), true, true},
	} {
		if got := c.r.Contains(c.key); got != c.inside {
			t.Errorf("%v contains %d: got %v, want %v", c.r, c.key, got, c.inside)
		}
		if got := c.r.Divides(c.key); got != c.divides {
			t.Errorf("%v is divided by %d: got %v, want %v", c.r, c.key, got, c.divides)
		}
	}
}

func repeat(counts ...int) []uint64 {
	var keys []uint64
	for i, n := range counts {
		for range n {
			keys = append(keys, uint64(10*(i+1)))
		}
	}
	return keys
}

// A cut is the border between two different sampled keys nearest to the median,
// with a tenth of the sample on each side.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		name   string
		sample []uint64
		want   Split
	}{
		{"even", repeat(8, 8), Split{Key: 20, Left: 8, Right: 8}},
		{"hot key in the middle", repeat(3, 10, 3), Split{Key: 20, Left: 3, Right: 13}},
		{"hot key first", repeat(12, 4), Split{Key: 20, Left: 12, Right: 4}},
		{"one key", repeat(16), Split{Left: 16, Reason: OneKey}},
		{"one beside it", repeat(15, 1), Split{Left: 15, Right: 1, Reason: OneSided}},
		{"a tenth", repeat(18, 2), Split{Key: 20, Left: 18, Right: 2}},
		{"few", repeat(3, 4), Split{Reason: FewSamples}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Cut(c.sample); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// A busy server hands over its least busy range that is worth it, and only if
// that lowers the higher of the two loads.
func TestShed(t *testing.T) {
	p := Policy{ServerBusy: 900, LeastMove: 50}
	for _, c := range []struct {
		name    string
		from    Server
		coolest int64
		want    int
		found   bool
	}{
		{"least busy", Server{950, 2, []int64{600, 20, 300, 400}}, 100, 2, true},
		{"not busy", Server{899, 2, []int64{600, 300}}, 0, 0, false},
		{"only one", Server{990, 2, []int64{990}}, 0, 0, false},
		{"no gain", Server{950, 2, []int64{800, 900}}, 600, 0, false},
		{"too small", Server{950, 2, []int64{20, 30}}, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, found := p.Shed(c.from, c.coolest)
			if found != c.found || found && got != c.want {
				t.Errorf("got %d, %v, want %d, %v", got, found, c.want, c.found)
			}
		})
	}
}

// Hot is too busy or throttled; cold is little load without throttling.
func TestPolicy(t *testing.T) {
	p := Policy{HotUtilisation: 850, HotThrottled: 10_000, ColdRate: 20}
	for _, c := range []struct {
		load      Load
		hot, cold bool
	}{
		{Load{Rate: 19}, false, true},
		{Load{Rate: 20}, false, false},
		{Load{Rate: 5, Throttled: 1}, false, false},
		{Load{Utilisation: 850, Rate: 500}, true, false},
		{Load{Throttled: 10_000, Rate: 500}, true, false},
	} {
		if got := p.Hot(c.load); got != c.hot {
			t.Errorf("%+v is hot: got %v, want %v", c.load, got, c.hot)
		}
		if got := p.Cold(c.load); got != c.cold {
			t.Errorf("%+v is cold: got %v, want %v", c.load, got, c.cold)
		}
	}
}

// A map finds the range of a key and where the next one begins; keys are
// ordered as the service orders them.
func TestMap(t *testing.T) {
	m, err := NewMap([]string{"Comedy", "Drama"}, []int{3, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key    string
		find   int
		next   string
		ending bool
	}{{"", 0, "Comedy", true}, {"Action", 0, "Comedy", true}, {"Comedy", 1, "Drama", true}, {"Crime", 1, "Drama", true}, {"Western", 2, "", false}} {
		if got := m.Find(c.key); got != c.find {
			t.Errorf("find %q: got %d, want %d", c.key, got, c.find)
		}
		next, bounded := m.Next(table.Key{PartitionKey: c.key})
		if next != c.next || bounded != c.ending {
			t.Errorf("after %q: got %q, %v, want %q, %v", c.key, next, bounded, c.next, c.ending)
		}
	}
	if m.Len() != 3 || m.Server(1) != 1 {
		t.Errorf("got %d ranges and server %d, want 3 and 1", m.Len(), m.Server(1))
	}
	for _, bad := range [][]string{{"B", "A", "C"}, {"A", "A"}, {""}, {"A"}} {
		if _, err := NewMap(bad, []int{0, 1, 2}); err == nil {
			t.Errorf("NewMap(%q) with 3 servers: no error", bad)
		}
	}
}

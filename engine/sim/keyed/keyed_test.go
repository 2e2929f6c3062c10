package keyed

import (
	"fmt"
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/table"
)

// told is a caller that writes down what it is told.
type told struct{ lines []string }

// Page is for walks, which nobody here sends.
func (*told) Page(int32, service.Token) {}

// Done writes it down.
func (c *told) Done(ticket int32) { c.lines = append(c.lines, fmt.Sprint("done ", ticket)) }

// Dropped writes it down.
func (c *told) Dropped(ticket int32, why record.Cause) {
	c.lines = append(c.lines, fmt.Sprint("dropped ", ticket, " ", why.Name()))
}

// shapes are how keys come: some grow, some fall, some lie anywhere.
var shapes = []func(n int, draw *random.Stream) string{
	func(n int, _ *random.Stream) string { return fmt.Sprintf("%09d", n) },
	func(n int, _ *random.Stream) string { return fmt.Sprintf("%09d", 1_000_000-n) },
	func(n int, _ *random.Stream) string { return fmt.Sprintf("%02d_%09d", n%16, n) },
	func(_ int, draw *random.Stream) string { return fmt.Sprintf("%016x", draw.Next()) },
	func(_ int, draw *random.Stream) string {
		return []string{"", "a", "\uffff", "\U0001F600", "a\u00e9", "user"}[random.Bounded(draw.Next(), 6)]
	},
}

// quick are the numbers of a service that decides within seconds.
func quick() service.Params {
	p := service.Defaults()
	p.Tick, p.SustainLow, p.SustainHigh = clock.Second, clock.Second, 2*clock.Second
	p.OfflineLow, p.OfflineHigh = 200*clock.Millisecond, 400*clock.Millisecond
	p.ServerSustain, p.ColdSustain = 2*clock.Second, 5*clock.Second
	p.InsertBase, p.QueueLimit, p.Servers = 5000, 150, 4
	return p
}

// run sends requests whose keys come in a shape, and writes down what came of them
// and of the map. every is after how many requests the places are tidied besides.
func run(t *testing.T, shape func(int, *random.Stream) string, every int) (lines []string, s *Service) {
	t.Helper()
	draw, caller := random.Stream(7), &told{}
	s = New(quick(), 3, Layout{}, caller)
	for n := range 4000 {
		s.RunUntil(int64(n) * 4 * clock.Millisecond)
		for _, note := range s.Notes() {
			caller.lines = append(caller.lines, fmt.Sprint(note.Kind, " ", note.Range, " ", note.Key))
		}
		k := Key{[]string{"Orders", "customers"}[n%2], shape(n, &draw)}
		a := s.Arrive(Request{Key: k, Ticket: int32(n), Entities: 1 + uint16(n%5), Do: service.Insert})
		caller.lines = append(caller.lines, fmt.Sprint(n, " ", a))
		switch {
		case n%900 == 899:
			s.MoveRange(k, int32(n/900))
		case n%700 == 699:
			s.SplitAt(k)
		case n == 2000:
			s.KillServer(1)
		}
		if every > 0 && n%every == 0 {
			s.tidy()
		}
		if n%97 == 0 {
			if err := s.Check(); err != nil {
				t.Fatalf("after %d requests: %v", n, err)
			}
		}
	}
	for _, r := range s.Ranges() {
		caller.lines = append(caller.lines, fmt.Sprint(r.From, r.To, r.Server, r.Phase))
	}
	return caller.lines, s
}

// What the service does depends on the order of the keys alone: whenever the places
// are tidied, the same requests get the same answers at the same times, and the same
// ranges. Forgetting a position that is in use, or one that changes places with its
// neighbour, makes it red.
func TestTidyIsNotSeen(t *testing.T) {
	enginetest.NativeOnly(t)
	for i, shape := range shapes {
		want, s := run(t, shape, 0)
		if n := len(s.Ranges()); n < 4 || s.Totals().Splits == 0 || s.Totals().Unavailable == 0 {
			t.Errorf("shape %d: %d ranges after %d splits and %d refusals of ranges that are away: too little to show anything", i, n,
				s.Totals().Splits, s.Totals().Unavailable)
		}
		for _, every := range []int{1, 13, 200} {
			got, _ := run(t, shape, every)
			if !slices.Equal(got, want) {
				at := 0
				for got[at] == want[at] {
					at++
				}
				t.Errorf("shape %d, tidied every %d: line %d is %q, want %q", i, every, at, got[at], want[at])
			}
		}
	}
}

// Positions compare as keys do, table first, whatever comes in which order, and
// however much is forgotten meanwhile.
func TestOrder(t *testing.T) {
	draw := random.Stream(enginetest.Seed(t, 5))
	p := newPlaces()
	var texts []string
	at := map[string]uint64{}
	each := func(visit func(at *uint64)) {
		for _, text := range texts {
			v := at[text]
			visit(&v)
			at[text] = v
		}
	}
	for n := range 6000 {
		k := Key{[]string{"b", "A", "aa"}[n%3], shapes[n/3%len(shapes)](n, &draw)}
		for {
			v, ok := p.of(k.Place())
			if ok {
				if had, found := at[k.Place()]; found && had != v {
					t.Fatalf("%q is at %d and was at %d", k, v, had)
				} else if !found {
					texts, at[k.Place()] = append(texts, k.Place()), v
				}
				break
			}
			p.tidy(each)
		}
		if n%500 == 0 {
			p.tidy(each)
		}
	}
	slices.SortFunc(texts, table.CompareUTF16)
	for i := 1; i < len(texts); i++ {
		if at[texts[i-1]] >= at[texts[i]] {
			t.Fatalf("%q is at %d and %q at %d", texts[i-1], at[texts[i-1]], texts[i], at[texts[i]])
		}
		if got := p.text(at[texts[i]]); got != texts[i] {
			t.Fatalf("at %d there is %q, want %q", at[texts[i]], got, texts[i])
		}
	}
}

// However many keys there are, few are remembered.
func TestMemory(t *testing.T) {
	enginetest.NativeOnly(t)
	for i, shape := range shapes[:4] {
		s := New(quick(), 1, Layout{}, &told{})
		draw := random.Stream(1)
		most := 0
		for n := range 200_000 {
			if n%8 == 0 {
				s.RunUntil(int64(n) * 50)
			}
			s.Arrive(Request{Key: Key{"T", shape(n, &draw)}, Ticket: int32(n), Entities: 1})
			most = max(most, s.places.known.Len())
		}
		if most > 3*roomKeys {
			t.Errorf("shape %d: %d keys are remembered, want at most %d", i, most, 3*roomKeys)
		}
	}
}

// A table begins with a range of its own, divided as the layout says, and a page of a
// query ends where a range does, never in another table.
func TestTables(t *testing.T) {
	s := New(service.Defaults(), 1, Layout{Bounds: []string{"g", "p"}}, &told{})
	for i, name := range []string{"Trees", "Birds", "Wood", "TREES"} {
		if a := s.Arrive(Request{Key: Key{name, "h"}, Ticket: int32(i), Entities: 1}); a.Verdict != service.Admitted {
			t.Errorf("%s: got %v", name, a)
		}
	}
	var got []string
	for _, r := range s.Ranges() {
		got = append(got, r.From.Table+"/"+r.From.PartitionKey)
	}
	if want := []string{"Birds/", "Birds/g", "Birds/p", "Trees/", "Trees/g", "Trees/p", "Wood/", "Wood/g", "Wood/p"}; !slices.Equal(got, want) {
		t.Errorf("got the ranges %q, want %q", got, want)
	}
	for _, c := range []struct{ table, key, want string }{
		{"Trees", "", "g"}, {"Trees", "f", "g"}, {"trees", "g", "p"}, {"Birds", "z", ""}, {"Wood", "q", ""}, {"Ants", "a", ""},
	} {
		if next, ok := s.Boundary(Key{c.table, c.key}); ok != (c.want != "") || ok && next != c.want {
			t.Errorf("a page from %s/%s ends at %q %v, want %q", c.table, c.key, next, ok, c.want)
		}
	}
	if !s.SameRange(Key{"trees", "h"}, Key{"Trees", "o"}) || s.SameRange(Key{"trees", "h"}, Key{"trees", "q"}) {
		t.Error("which keys are in one range is wrong")
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	again := s.Again()
	var after []string
	for _, r := range again.Ranges() {
		after = append(after, r.From.Table+"/"+r.From.PartitionKey)
	}
	if !slices.Equal(after, got) || again.Now() != 0 {
		t.Errorf("another day begins at %d with %q, want %q", again.Now(), after, got)
	}
}

package service

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Whoever comes through the front door is told once what becomes of what was
// admitted, and what Check lists holds after every event.
func TestAnyCaller(t *testing.T) {
	enginetest.NativeOnly(t)
	var sum record.Totals
	var counts [Away + 1]int
	done, lost := 0, 0
	for i := range uint64(80) {
		v := visit(enginetest.Seed(t, 1) + i)
		for range 2500 {
			if err := v.step(); err != nil {
				t.Fatalf("KEYRANGE_SEED=%d: %v", enginetest.Seed(t, 1)+i, err)
			}
		}
		for verdict, n := range v.counts {
			counts[verdict] += n
		}
		done, lost = done+v.done, lost+v.lost
		sum.Splits, sum.Moves, sum.Merges = sum.Splits+v.ledger.Splits, sum.Moves+v.ledger.Moves, sum.Merges+v.ledger.Merges
		refused := v.ledger.Refused.Sum()
		if want := uint64(v.counts[Refused] + v.counts[Away] + v.lost); refused != want {
			t.Errorf("KEYRANGE_SEED=%d: %d refusals are recorded, the callers were told of %d", enginetest.Seed(t, 1)+i, refused, want)
		}
	}
	t.Logf("verdicts %v, %d done, %d dropped, %d splits, %d moves, %d merges", counts, done, lost, sum.Splits, sum.Moves, sum.Merges)
	if min(counts[Admitted], counts[Refused], counts[Away], done, lost) < 200 || min(sum.Splits, sum.Moves, sum.Merges) < 40 {
		t.Error("too little of something happened to show anything")
	}
}

// Check or the callers notice when the service is broken. Each fault is one that a
// rewrite could make.
func TestFaults(t *testing.T) {
	enginetest.NativeOnly(t)
	whole := seams
	for _, f := range []struct {
		name   string
		damage func()
	}{
		{"a key at the border goes to the wrong part", func() { seams.right = func(key, cut uint64) bool { return key > cut } }},
		{"a gap of one key", func() { seams.low = func(cut uint64) uint64 { return cut + 1 } }},
		{"a move drops the group that waits for the log", func() {
			seams.quiet = func(r *rangeState) bool { return r.executing == none && (!r.flushing || r.change != Moving) }
		}},
		{"a merge forgets the right part", func() { seams.join = func(left, right *store) {} }},
		{"a split loses what waits", func() { seams.keep = func(list) list { return emptyList() } }},
		{"a split while the log is busy", func() {
			seams.quiet = func(r *rangeState) bool { return r.executing == none && (!r.flushing || r.change != Splitting) }
		}},
	} {
		t.Run(f.name, func(t *testing.T) {
			defer func() { seams = whole }()
			f.damage()
			caught := 0
			for i := range uint64(40) {
				v := visit(enginetest.Seed(t, 1) + i)
				for range 2500 {
					if v.step() != nil {
						caught++
						break
					}
				}
			}
			t.Logf("%d of 40 set-ups notice", caught)
			if caught == 0 {
				t.Error("no set-up notices")
			}
		})
	}
}

// A copy goes on as the service would have, whatever it was before.
func TestCopyTo(t *testing.T) {
	for i := range uint64(10) {
		v, w := visit(enginetest.Seed(t, 1)+i), visit(enginetest.Seed(t, 1)+100+i)
		for range 700 {
			v.step()
			w.step()
		}
		v.clock.CopyTo(&w.clock)
		v.s.CopyTo(&w.s)
		w.draw, w.gap, w.keys, w.next = v.draw, v.gap, v.keys, v.next
		w.open, w.paged, w.ledger, w.wrong = map[int32]Request{}, map[int32]bool{}, v.ledger, nil
		for ticket, q := range v.open {
			w.open[ticket] = q
		}
		for range 700 {
			if err := v.step(); err != nil {
				t.Fatal(err)
			}
			if err := w.step(); err != nil {
				t.Fatal(err)
			}
		}
		v.ledger.OverSeconds, w.ledger.OverSeconds = 0, 0 // counted by the recorder, from the second on that it has seen whole
		if v.ledger != w.ledger || v.clock.Now != w.clock.Now || !reflect.DeepEqual(v.s.Servers(), w.s.Servers()) || !reflect.DeepEqual(v.open, w.open) {
			t.Errorf("KEYRANGE_SEED=%d: the copy has gone another way", enginetest.Seed(t, 1)+i)
		}
	}
}

// told is a caller that notes what it is told.
type told struct{ done, dropped []int32 }

// Page is not needed here.
func (*told) Page(int32, Token) {}

// Done notes a ticket.
func (c *told) Done(ticket int32) { c.done = append(c.done, ticket) }

// Dropped notes a ticket.
func (c *told) Dropped(ticket int32, _ record.Cause) { c.dropped = append(c.dropped, ticket) }

// The front end says when it admits a request, why it refuses one, and until when
// nobody serves the range of one; each caller hears of its own.
func TestAnswer(t *testing.T) {
	var c clock.Clock
	var ledger record.Ledger
	r := record.New([]uint64{0})
	r.Ledger = &ledger
	var s Service
	a, b := &told{}, &told{}
	s.Attach(&c, r, a, b)
	p := Defaults()
	p.AccountLimit, p.EnforceAccount = 10, true
	s.Begin(p, 1, Layout{Bounds: []uint64{1 << 63}})
	run := func(until int64) {
		for c.Due(until) {
			e := c.Pop()
			s.Handle(e.Kind(), e)
		}
		c.Now = until
	}
	hold := func(what string, got, want Answer) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %+v, want %+v", what, got, want)
		}
	}
	run(5)
	hold("a first request", s.Arrive(Request{Key: 3, Ticket: 7, Entities: 4}), Answer{Admitted, 0, 5, 0})
	hold("one of another caller", s.Arrive(Request{Key: 1 << 63, Ticket: 8, Entities: 4, From: 1}), Answer{Admitted, 0, 5, 0})
	hold("more than the account may", s.Arrive(Request{Key: 3, Ticket: 9, Entities: 4}), Answer{Refused, record.AccountLimit, 5, 0})
	run(clock.Second)
	if !reflect.DeepEqual(a.done, []int32{7}) || !reflect.DeepEqual(b.done, []int32{8}) {
		t.Errorf("the callers were told that %v and %v are done, want 7 and 8", a.done, b.done)
	}
	s.Arrive(Request{Key: 3, Ticket: 10, Entities: 1})
	s.MoveRange(3, 5)
	hold("a range that finishes what it has begun", s.Arrive(Request{Key: 3, Ticket: 11, Entities: 1}), Answer{Away, record.RangeMoving, clock.Second, 0})
	run(2 * clock.Second)
	until := s.Range(0).Until
	if low, high := c.Now-clock.Second+p.OfflineLow, c.Now+p.OfflineHigh; until < low || until > high {
		t.Errorf("the range is away until %d, want %d to %d", until, low, high)
	}
	hold("a range that is away", s.Arrive(Request{Key: 4, Ticket: 12, Entities: 1}), Answer{Away, record.RangeMoving, 2 * clock.Second, until})
	hold("its neighbour", s.Arrive(Request{Key: 1 << 63, Ticket: 13, Entities: 1, From: 1}), Answer{Admitted, 0, 2 * clock.Second, 0})
	run(until)
	hold("a range that is back", s.Arrive(Request{Key: 4, Ticket: 14, Entities: 1}), Answer{Admitted, 0, until, 0})
	if at := s.Range(0); at.Server != 5 || at.Low != 0 || at.High != 1<<63 {
		t.Errorf("the range is %+v, want the lower half on server 5", at)
	}
	s.KillServer(5)
	if !reflect.DeepEqual(a.dropped, []int32{14}) {
		t.Errorf("told of %v as dropped, want the one that the failed server held", a.dropped)
	}
	got := s.Arrive(Request{Key: 4, Ticket: 15, Entities: 1})
	hold("a range whose server failed", got, Answer{Away, record.ServerFailed, until, s.Range(0).Until})
}

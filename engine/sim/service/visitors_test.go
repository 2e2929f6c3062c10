package service

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// visitors are callers that are no clients of a run: they come one after the other,
// ask for something, and note what they are told.
type visitors struct {
	clock  clock.Clock
	ledger record.Ledger
	record *record.Recorder
	s      Service

	draw   random.Stream
	gap    int64             // at most, between two of them
	keys   uint64            // how many different PartitionKeys they ask for
	open   map[int32]Request // admitted, and not told yet what became of it
	paged  map[int32]bool    // of these, told where to go on
	next   int32             // ticket
	counts [Away + 1]int     // verdicts
	done   int
	lost   int // dropped
	wrong  error
}

// visit sets up a service that decides quickly. All times are drawn.
func visit(seed uint64) *visitors {
	v := &visitors{draw: random.Stream(random.Mix(seed)), open: map[int32]Request{}, paged: map[int32]bool{}}
	p := Defaults()
	p.Servers, p.Cores = 2+v.upTo(5), 1+v.upTo(3)
	p.Tick = v.of(20, 50, 50, 150) * clock.Millisecond
	p.SustainLow = v.draw.Between(0, 40) * clock.Millisecond
	p.SustainHigh = p.SustainLow + v.draw.Between(0, 60)*clock.Millisecond
	p.OfflineLow = v.draw.Between(0, 60) * clock.Millisecond
	p.OfflineHigh = p.OfflineLow + v.draw.Between(0, 100)*clock.Millisecond
	p.Pause = v.of(0, 5, 200) * clock.Millisecond
	p.LogBase = v.of(1, 6, 30, 200) * clock.Millisecond
	p.ServerSustain, p.ColdSustain = v.draw.Between(0, 300)*clock.Millisecond, v.draw.Between(0, 300)*clock.Millisecond
	p.InsertBase, p.QueueLimit = v.of(300, 590, 5000), v.of(20, 200, 1450)
	p.Guard, p.EnforceAccount = v.upTo(3) == 0, v.upTo(4) == 0
	p.LowWatermark, p.HighWatermark = 1+v.upTo(3), 4+v.upTo(20)
	p.Thresholds = partition.Policy{HotUtilisation: v.of(100, 300, 850), HotThrottled: 10_000, ColdRate: v.of(1, 20, 100), ServerBusy: v.of(200, 900), LeastMove: v.of(0, 50)}
	v.gap, v.keys = v.of(300, 1000, 4000), uint64(v.of(1, 40, 100_000))
	v.record = record.New([]uint64{0, 1 << 62, 2 << 62, 3 << 62})
	v.record.Ledger = &v.ledger
	v.s.Attach(&v.clock, v.record, nil, v) // the first caller never asks for anything
	layout := Layout{Packed: v.upTo(3) == 0, Stored: v.of(0, 0, 1500)}
	for i := range v.upTo(6) {
		layout.Bounds = append(layout.Bounds, uint64(i+1)<<61)
	}
	v.s.Begin(p, seed, layout)
	v.clock.Push(0, clock.Pack(clock.Arrive, 0, 0))
	return v
}

func (v *visitors) upTo(n int) int        { return int(random.Bounded(v.draw.Next(), uint64(n))) }
func (v *visitors) of(all ...int64) int64 { return all[v.upTo(len(all))] }

// fail remembers the first thing that is wrong.
func (v *visitors) fail(format string, values ...any) {
	if v.wrong == nil {
		v.wrong = fmt.Errorf("at %d: "+format, append([]any{v.clock.Now}, values...)...)
	}
}

// step goes on by one event, and looks for what is wrong after it.
func (v *visitors) step() error {
	if e := v.clock.Pop(); e.Kind() == clock.Arrive {
		v.come()
	} else {
		v.s.Handle(e.Kind(), e)
	}
	if err := v.s.Check(); err != nil {
		v.fail("%w", err)
	}
	held := 0
	v.s.EachHeld(func(h Held) {
		held++
		if v.open[h.Ticket] != h.Request {
			v.fail("the service holds request %d, which was not admitted so or has ended", h.Ticket)
		}
	})
	if held != len(v.open) {
		v.fail("the service holds %d requests, %d callers wait for one", held, len(v.open))
	}
	return v.wrong
}

// come lets the next one ask for something, or an operator change something.
func (v *visitors) come() {
	v.clock.Push(v.clock.Now+v.draw.Between(0, v.gap), clock.Pack(clock.Arrive, 0, 0))
	key := random.Mix(random.Bounded(v.draw.Next(), v.keys))
	server := int32(v.upTo(v.s.Params().Servers))
	switch v.upTo(400) {
	case 0:
		v.s.SplitAt(key)
	case 1:
		v.s.MoveRange(key, server)
	case 2:
		v.s.MergeAt(key)
	case 3:
		v.s.KillServer(server)
	case 4:
		v.s.ReviveServer(server)
	}
	q := Request{Key: key, Ticket: v.next, Entities: uint16(v.of(1, 1, 7, 100)), From: 1, Do: Operation(v.of(0, 0, 0, 0, 1, 1, 2, 3, 4))}
	v.next++
	a := v.s.Arrive(q)
	v.counts[a.Verdict]++
	if a.Verdict == Admitted {
		v.open[q.Ticket] = q
	}
	if a.At != v.clock.Now || a.Until != 0 && a.Until < a.At {
		v.fail("the answer %+v is none of this moment", a)
	}
	if full := a.Because.Throttles() || a.Because == record.AccountLimit; (a.Verdict == Refused) != full && a.Verdict != Admitted {
		v.fail("the answer %+v does not agree with itself", a)
	}
}

// Page notes where a scan goes on.
func (v *visitors) Page(ticket int32, next Token) {
	q := v.open[ticket]
	if !q.Do.Walks() || v.paged[ticket] || next.Key < q.Key && !next.End {
		v.fail("request %d, a %s from %d on, is told to go on at %+v", ticket, q.Do, q.Key, next)
	}
	v.paged[ticket] = true
}

// Done notes that a request is done.
func (v *visitors) Done(ticket int32) {
	if v.open[ticket].Do.Walks() != v.paged[ticket] {
		v.fail("request %d is done: it was told where to go on: %v", ticket, v.paged[ticket])
	}
	v.done++
	v.end(ticket)
}

// Dropped notes that a request is refused after all.
func (v *visitors) Dropped(ticket int32, why record.Cause) {
	if why != record.RangeMoving && why != record.ServerFailed {
		v.fail("request %d was admitted and is refused %s", ticket, why)
	}
	v.lost++
	v.end(ticket)
}

func (v *visitors) end(ticket int32) {
	if _, admitted := v.open[ticket]; !admitted {
		v.fail("request %d ends, which was not admitted or has ended", ticket)
	}
	delete(v.open, ticket)
	delete(v.paged, ticket)
}

package demand

import (
	"fmt"
	"testing"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/table"
)

// stranger sends requests for PartitionKeys as texts beside the simulated clients.
type stranger struct {
	open map[int32]string
	done int
	lost int
}

// Page is for scans, which it does not send.
func (*stranger) Page(int32, service.Token) {}

// Done ends a request.
func (s *stranger) Done(ticket int32) { delete(s.open, ticket); s.done++ }

// Dropped ends a request.
func (s *stranger) Dropped(ticket int32, _ record.Cause) { delete(s.open, ticket); s.lost++ }

func sourceOf(t *testing.T, text string, e Entities) *Source {
	t.Helper()
	template, err := keys.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(template, e, nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// anyText is a text that may be a key of users, or lie before, between or after
// such keys.
func anyText(draw *random.Stream) string {
	texts := []string{"", "a", "user", "user000007x", "user0000", "users", "zebra", "\uffff", "\U0001F600", "user999999"}
	if i := random.Bounded(draw.Next(), 30); i < uint64(len(texts)) {
		return texts[i]
	}
	return fmt.Sprintf("user%06d", random.Bounded(draw.Next(), 600))
}

// Positions compare as any texts do, and a key of the template has its own.
func TestPosition(t *testing.T) {
	draw := random.Stream(1)
	d := sourceOf(t, "{User}", Entities{Kind: Users, Count: 500, Scale: 1})
	for range 3000 {
		a, b := anyText(&draw), anyText(&draw)
		if p, q := d.Position(a), d.Position(b); table.CompareUTF16(a, b) < 0 && p > q || a == b && p != q {
			t.Fatalf("%q has the position %d and %q has %d", a, p, b, q)
		}
		key := d.codec.encode(int(random.Bounded(draw.Next(), 500)), 0, 0)
		if got := d.Position(d.Text(key)); got != key {
			t.Fatalf("%q has the position %d, want %d", d.Text(key), got, key)
		}
	}
}

// A stranger comes through the door that the simulated clients use, with texts as
// keys: each waits in the range whose bounds it lies between, and neither is told
// what becomes of the other's requests.
func TestSameDoor(t *testing.T) {
	var c clock.Clock
	var ledger record.Ledger
	var clients Clients
	var s service.Service
	d := sourceOf(t, "{User}", Entities{Kind: Users, Count: 500, Scale: 1})
	r := record.New([]uint64{0})
	r.Ledger = &ledger
	other := &stranger{open: map[int32]string{}}
	s.Attach(&c, r, &clients, other)
	clients.Attach(&c, r, d, &s)
	p := service.Defaults()
	p.Teach()
	p.OfflineLow, p.OfflineHigh = clock.Second, 2*clock.Second
	s.Begin(p, 1, service.Layout{Bounds: d.Bounds(1, 60, 4)})
	load := Load{VMs: 2, Threads: 30, Size: ExtraLarge, Batch: 10, Retry: Guide}
	load.Mix[service.Insert] = 1
	clients.Begin(DefaultDelays(), 1, []Load{load}, 0)

	draw := random.Stream(2)
	sent, held := 0, 0
	for step := int32(0); step < 30_000; step++ {
		e := c.Pop()
		if k := e.Kind(); k <= clock.Arrive || k == clock.Arrival {
			clients.Handle(k, e)
		} else {
			s.Handle(k, e)
		}
		if step%1000 == 0 {
			s.MoveRange(d.Position(anyText(&draw)), step/1000%16)
		}
		if step%7 == 0 {
			key := anyText(&draw)
			q := service.Request{Key: d.Position(key), Ticket: step, Entities: 2, From: 1}
			sent++
			if a := s.Arrive(q); a.Verdict == service.Admitted {
				other.open[step] = key
			}
		}
		if err := clients.Check(); err != nil {
			t.Fatal(err)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range s.Ranges() {
		of := s.Range(i)
		s.EachHeld(func(h service.Held) {
			if h.From != 1 || h.Range != of.Number {
				return
			}
			held++
			key, admitted := other.open[h.Ticket]
			// A text between two keys belongs to the second, where a range may begin.
			if !admitted || of.High != 0 && table.CompareUTF16(key, d.Text(of.High)) >= 0 || d.Position(key) < of.Low {
				t.Errorf("%q waits in the range from %q to %q", key, d.Text(of.Low), d.Text(of.High))
			}
		})
	}
	if held != len(other.open) || other.done < 1000 || other.lost == 0 || ledger.Totals.Done < 1000 {
		t.Errorf("of %d requests of the stranger %d are done, %d dropped, %d held and %d open; the clients have %d done", sent, other.done, other.lost, held,
			len(other.open), ledger.Totals.Done)
	}
}

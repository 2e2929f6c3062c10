package sim

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// entitiesOf returns the entities that were served in each piece of a run.
func entitiesOf(s *Simulation, piece, end int64) []int64 {
	var out []int64
	before := s.Total().Entities
	for at := s.Now() + piece; at <= end; at += piece {
		s.Run(at)
		now := s.Total().Entities
		out = append(out, int64(now-before))
		before = now
	}
	return out
}

// Appended keys are served as fast as one range can, however often it is split:
// at most 2 % more in 15 seconds and 0.5 % in 5 minutes.
func TestAppendIsOneRange(t *testing.T) {
	enginetest.NativeOnly(t)
	for _, name := range []string{"append", "prepend"} {
		c := scenarioOf(t, name)
		c.Seed = enginetest.Seed(t, 1)
		s := must(t, c)
		bins := entitiesOf(s, 15*clock.Second, 40*clock.Minute)
		limit := float64(clock.Second) / float64(c.Params.InsertBase+c.Params.InsertEach)
		for i, n := range bins {
			if rate := float64(n) / 15; rate > 1.02*limit {
				t.Errorf("%s: %v entities per second in piece %d, one range can take %v", name, rate, i, limit)
			}
		}
		for i := 0; i+20 <= len(bins); i += 20 {
			sum := int64(0)
			for _, n := range bins[i : i+20] {
				sum += n
			}
			if rate := float64(sum) / 300; rate > 1.005*limit || rate < 0.98*limit {
				t.Errorf("%s: %v entities per second in 5 minutes, want %v", name, rate, limit)
			}
		}
		if s.Total().Splits == 0 {
			t.Errorf("%s: the range was never split, so nothing is shown", name)
		}
	}
}

// The guard refuses to split what a split cannot help, and not what it can.
func TestGuard(t *testing.T) {
	enginetest.NativeOnly(t)
	for _, c := range []struct {
		preset string
		splits bool
	}{{"append", false}, {"prepend", false}, {"guid", true}} {
		scenario := scenarioOf(t, c.preset)
		scenario.Params.Guard = true
		scenario.Params.Teach()
		s := must(t, scenario)
		s.Run(3 * clock.Minute)
		total := s.Total()
		if (total.Splits > 0) != c.splits || !c.splits && total.NoSplits == 0 {
			t.Errorf("%s: got %d splits and %d refused, want splits: %v", c.preset, total.Splits, total.NoSplits, c.splits)
		}
	}
}

// More buckets never lower the throughput.
func TestBuckets(t *testing.T) {
	enginetest.NativeOnly(t)
	last := int64(0)
	for _, template := range []string{"00_{At.time}", "{hash(Id)%2:02}_{At.time}", "{hash(Id)%4:02}_{At.time}", "{hash(Id)%16:02}_{At.time}"} {
		c := scenarioOf(t, "bucket")
		c.Template = template
		c.Params.Manager = false
		s := must(t, c)
		s.Run(10 * clock.Second)
		n := entitiesOf(s, 20*clock.Second, 30*clock.Second)[0]
		if n < last*99/100 {
			t.Errorf("%s: %d entities, fewer buckets gave %d", template, n, last)
		}
		last = n
	}
	if last < 80_000 {
		t.Errorf("16 buckets: got %d entities in 20 s, want about 100,000", last)
	}
}

// More threads do not lower what one range serves once it is full.
func TestSaturation(t *testing.T) {
	enginetest.NativeOnly(t)
	best := int64(0)
	for _, vms := range []int{3, 6, 12, 20} {
		c := scenarioOf(t, "single")
		c.Groups = []Group{{"clients", demand.Closed(service.Insert, vms, 10, 100)}}
		s := must(t, c)
		s.Run(30 * clock.Second)
		n := entitiesOf(s, 2*clock.Minute, 150*clock.Second)[0]
		if n < best*98/100 {
			t.Errorf("%d VMs: %d entities, fewer gave %d", vms, n, best)
		}
		best = max(best, n)
	}
}

// The account's limit holds: never more than the rate times the time and one
// second's worth.
func TestAccountLimit(t *testing.T) {
	c := scenarioOf(t, "account")
	s := must(t, c)
	admitted := func() int64 {
		total := s.Total()
		return int64(total.SentEntities - total.AccountThrottled - total.InFlight)
	}
	for at := clock.Second; at <= 40*clock.Second; at += clock.Second {
		s.Run(at)
		if got, most := admitted(), 5000*(at/clock.Second+1); got > most {
			t.Fatalf("after %s: %d entities got through, at most %d may", span(at), got, most)
		}
	}
	if s.Total().AccountThrottled == 0 {
		t.Error("nothing was refused, so nothing is shown")
	}
}

// Pages of a scan hold exactly what is stored; a range without entities gives an
// empty page.
func TestScan(t *testing.T) {
	c := scenarioOf(t, "deleteall")
	s := must(t, c)
	s.Run(5 * clock.Minute)
	total := s.Total()
	if stored := total.Inserted - total.Deleted; total.Scanned != stored || stored != 6000 || total.Pages != 12 || total.Empty != 4 {
		t.Errorf("got %d entities on %d pages, %d of them empty, and %d stored; want 6,000 on 12, 4 empty", total.Scanned, total.Pages, total.Empty, stored)
	}
	if total.InFlight != 0 {
		t.Errorf("%d requests are still on their way", total.InFlight)
	}
}

// A failed server's ranges come back on others within the time that a move takes.
func TestFailure(t *testing.T) {
	enginetest.NativeOnly(t)
	s := must(t, scenarioOf(t, "failure"))
	s.Run(3*clock.Minute + clock.Second)
	if m := s.Map(); slices.Contains(serversOf(m.Len(), m.Server), 5) {
		t.Error("a range is still on the server that failed")
	}
	before := s.Total()
	s.Run(3*clock.Minute + 21*clock.Second)
	after := s.Total()
	if after.Unavailable == before.Unavailable {
		t.Error("nobody noticed")
	}
	s.Run(4 * clock.Minute)
	if last := s.Total(); last.Unavailable != after.Unavailable {
		t.Errorf("%d requests were refused after all ranges were back", last.Unavailable-after.Unavailable)
	}
}

func serversOf(n int, of func(int) int) (out []int) {
	for i := range n {
		out = append(out, of(i))
	}
	return out
}

// Every note can be said, and says the key of a split.
func TestSentences(t *testing.T) {
	enginetest.NativeOnly(t)
	c := scenarioOf(t, "users")
	c.Params.Teach()
	c.Groups = []Group{{"clients", demand.Open(service.Insert, 6000, demand.Wait)}}
	c.Commands = []Command{{At: 50 * clock.Second, Do: KillServer, Server: 0}, {At: 60 * clock.Second, Do: SplitAt, Key: "user050000"}, {At: 70 * clock.Second, Do: ReviveServer},
		{At: 80 * clock.Second, Do: SetLoad, Load: demand.Open(service.Insert, 5, demand.Wait)}}
	s := must(t, c)
	s.Run(6 * clock.Minute)
	kinds := map[record.NoteKind]bool{}
	for _, n := range s.Notes() {
		text := s.Sentence(n)
		kinds[n.Kind] = true
		if !strings.HasSuffix(text, ".") || strings.Contains(text, "%!") {
			t.Errorf("%s: %q", n.Kind, text)
		}
		if n.Kind == record.SplitNote && !strings.Contains(text, `"user`) {
			t.Errorf("a split without its key: %q", text)
		}
	}
	for _, k := range []record.NoteKind{record.SplitNote, record.OfflineNote, record.OnlineNote, record.MergeNote, record.FailNote, record.ReviveNote, record.CommandNote} {
		if !kinds[k] {
			t.Errorf("there is no note of the kind %q", k)
		}
	}
}

// Presets are what their lessons say, at the moment that counts.
func TestPresetsTeach(t *testing.T) {
	enginetest.NativeOnly(t)
	t.Run("bucket begins at the borders of its buckets", func(t *testing.T) {
		s := must(t, scenarioOf(t, "bucket"))
		for i, r := range s.Ranges() {
			if want := string([]byte{byte('0' + i/10), byte('0' + i%10)}) + "_"; i > 0 && !strings.HasPrefix(r.Low, want) || i > 0 && s.Key(mustOrdinal(t, s, want)) != r.Low {
				t.Errorf("range %d begins at %s, want the first key of bucket %s", i, r.Low, want)
			}
		}
		if n := len(s.Ranges()); n != 16 {
			t.Errorf("%d ranges, want 16", n)
		}
	})
	t.Run("noisy ends with all ranges online", func(t *testing.T) {
		s := must(t, scenarioOf(t, "noisy"))
		s.Run(s.Scenario().Span)
		for _, r := range s.Ranges() {
			if r.Phase != service.Online {
				t.Errorf("range %d is %v at the end", r.Number, r.Phase)
			}
		}
	})
	t.Run("deleteall reads a page every ten seconds, a third of them empty", func(t *testing.T) {
		s := must(t, scenarioOf(t, "deleteall"))
		s.Run(s.Scenario().Span)
		h, columns, pages, empty := s.Heat(), 0, 0, 0
		for i := range h.Columns {
			n := 0
			for row := range h.Rows {
				n += int(h.Columns[i].Pages[row])
				empty += int(h.Columns[i].Empty[row])
			}
			if pages += n; n > 0 {
				columns++
			}
		}
		if total := s.Total(); pages != 12 || empty != 4 || columns != 12 || total.Pages != 12 || total.Empty != 4 {
			t.Errorf("%d pages, %d of them empty, in %d columns; %d and %d in all; want 12 and 4 in 12", pages, empty, columns, total.Pages, total.Empty)
		}
	})
}

func mustOrdinal(t *testing.T, s *Simulation, text string) uint64 {
	t.Helper()
	o, found := s.Ordinal(text)
	if !found {
		t.Fatalf("no key from %s on", text)
	}
	return o
}

package sim

import (
	"runtime"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// spread64 is the load by which speed is judged: random keys, 64 ranges, 240
// threads, about 5,150 requests per second.
func spread64() Scenario {
	c, _ := FromPreset("failure")
	c.Commands = nil
	c.Span = clock.Hour
	return c
}

// BenchmarkRequests runs one second of virtual time at a time.
func BenchmarkRequests(b *testing.B) {
	busy, _ := FromPreset("newtable")
	busy.Ranges, busy.Groups = 160, []Group{{"clients", demand.Open(service.Insert, 30_000, demand.Wait)}}
	append1, _ := FromPreset("append")
	batch, _ := FromPreset("single")
	batch.Groups = []Group{{"clients", demand.Closed(service.Insert, 5, 10, 100)}}
	for _, c := range []struct {
		name     string
		scenario Scenario
		step     int64
	}{{"64 ranges", spread64(), clock.Second}, {"one range", append1, clock.Second}, {"160 ranges", busy, clock.Second}, {"batches", batch, 20 * clock.Second}} {
		b.Run(c.name, func(b *testing.B) {
			s := must(b, c.scenario)
			s.Run(10 * clock.Second)
			before := s.Total().Sent
			b.ReportAllocs()
			for b.Loop() {
				s.Run(s.Now() + c.step)
			}
			b.ReportMetric(float64(s.Total().Sent-before)/b.Elapsed().Seconds(), "requests/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkFrame packs 160 ranges and 16 servers.
func BenchmarkFrame(b *testing.B) {
	c := spread64()
	c.Ranges = 160
	s := must(b, c)
	s.Run(20 * clock.Second)
	buffer := s.AppendFrame(nil)
	b.ReportAllocs()
	for b.Loop() {
		buffer = s.AppendFrame(buffer[:0])
	}
	b.ReportMetric(float64(len(buffer)), "B")
}

// BenchmarkSeek goes to a random moment of an hour at 5,150 requests per second.
func BenchmarkSeek(b *testing.B) {
	s := must(b, spread64())
	s.Run(clock.Hour)
	draw := random.Stream(1)
	worst := int64(0)
	for b.Loop() {
		before := b.Elapsed()
		s.SeekTo(int64(random.Bounded(draw.Next(), uint64(clock.Hour))))
		worst = max(worst, (b.Elapsed() - before).Milliseconds())
	}
	b.ReportMetric(float64(worst), "ms-worst")
}

// BenchmarkHour tells what an hour leaves in memory, with heat map and history.
func BenchmarkHour(b *testing.B) {
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := must(b, spread64())
		s.Run(clock.Hour)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-kept")
		runtime.KeepAlive(s)
	}
}

// Once the pools are large enough nothing is allocated for an event. Checkpoints
// are kept aside.
func TestAllocations(t *testing.T) {
	s := must(t, spread64())
	s.Run(20 * clock.Second)
	s.past.every = 1 << 40
	if n := testing.AllocsPerRun(5, func() { s.Run(s.Now() + clock.Second) }); n > 0 {
		t.Errorf("got %v allocations in a second of virtual time, want 0", n)
	}
	buffer := s.AppendFrame(nil)
	if n := testing.AllocsPerRun(5, func() { buffer = s.AppendFrame(buffer[:0]) }); n > 0 {
		t.Errorf("got %v allocations for a frame, want 0", n)
	}
	if want := FrameHeaderSize + 64*service.FrameRangeSize + 16*service.FrameServerSize; len(buffer) != want {
		t.Errorf("a frame has %d bytes, want %d", len(buffer), want)
	}
}

package clock

import "testing"

// BenchmarkPop takes an event and schedules another one, as a run with 300 events
// to come does all the time.
func BenchmarkPop(b *testing.B) {
	var c Clock
	x := uint64(1)
	push := func() {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		c.Push(c.Now+int64(x%100_000), Pack(Log, 1, 1))
	}
	for range 300 {
		push()
	}
	for b.Loop() {
		c.Pop()
		push()
		if c.Now > MaxTime/2 { // times have their bits
			b.StopTimer()
			c = Clock{}
			for range 300 {
				push()
			}
			b.StartTimer()
		}
	}
}

package script

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
)

// longLog returns a World of so many commands: inserts into many partitions,
// merges, reads and queries in turn.
func longLog(b *testing.B, commands int) *World {
	b.Helper()
	w := New(1, DefaultStart, nil)
	w.DoText("create table Movies")
	for n := 1; n < commands; n++ {
		text := fmt.Sprintf("insert Movies genre%d/%06d Title='Film %d' Year=%d Rating=7.5", n*7919%40, n, n, 1900+n%120)
		switch n % 10 {
		case 3:
			text = fmt.Sprintf("A: merge Movies genre%d/%06d Rating=8.5 if seen", (n-1)*7919%40, n-1)
		case 5:
			text = fmt.Sprintf("get Movies genre%d/%06d", (n-1)*7919%40, n-1)
		case 7:
			text = fmt.Sprintf("query Movies top 20 where PartitionKey eq 'genre%d'", n%40)
		}
		if _, err := w.DoText(text); err != nil {
			b.Fatal(err)
		}
	}
	return w
}

// BenchmarkSeek goes to places all over a log of 10,000 commands, and reports
// the slowest of them.
func BenchmarkSeek(b *testing.B) {
	w := longLog(b, 10_000)
	slowest := 0.0
	n := 0
	for b.Loop() {
		n = (n + 7_393) % 10_000
		began := b.Elapsed()
		w.Seek(n)
		slowest = max(slowest, float64((b.Elapsed()-began).Microseconds())/1000)
	}
	b.ReportMetric(slowest, "ms/slowest")
	b.ReportMetric(float64(len(w.marks)), "checkpoints")
}

// BenchmarkUndo takes back the last of 10,000 commands and does it again.
func BenchmarkUndo(b *testing.B) {
	w := longLog(b, 10_000)
	for b.Loop() {
		w.Undo()
		w.Redo()
	}
}

// BenchmarkDo does one insert, with its part of the checkpoints.
func BenchmarkDo(b *testing.B) {
	w := New(1, DefaultStart, nil)
	w.DoText("create table Movies")
	c, err := command.Parse("insert Movies a/b Title='Psycho' Year=1960")
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		if n++; w.Len() > command.MaxCommands-2 {
			b.StopTimer()
			w = New(1, DefaultStart, nil)
			w.DoText("create table Movies")
			b.StartTimer()
		}
		c.Key.RowKey = fmt.Sprint(n)
		w.Do(c)
	}
}

// BenchmarkHash hashes the state of 10,000 commands.
func BenchmarkHash(b *testing.B) {
	w := longLog(b, 10_000)
	for b.Loop() {
		w.Hash()
	}
}

// BenchmarkShare packs a log of 4,000 commands.
func BenchmarkShare(b *testing.B) {
	w := longLog(b, MaxMomentCommands)
	link := ""
	for b.Loop() {
		link = linkOf(w)
	}
	b.ReportMetric(float64(len(link)), "chars")
}

// BenchmarkOpen does all commands of a link again.
func BenchmarkOpen(b *testing.B) {
	link := linkOf(longLog(b, MaxMomentCommands))
	for b.Loop() {
		if _, err := openOver(New(1, DefaultStart, nil), link); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMemory reports what a World of 10,000 commands keeps in memory.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w := longLog(b, 10_000)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		runtime.KeepAlive(w)
	}
}

package link

import (
	"bytes"
	"fmt"
	"testing"
)

// Texts that begin alike come out of a series as each comes out alone, in whatever
// order they come and with others and damaged ones between them.
func TestSeries(t *testing.T) {
	r := newRandom(t)
	task := bytes.Repeat([]byte("insert Movies Drama/Psycho Title='Psycho' Year=1960\n"), 9)
	var s Series
	resumed := 0
	for i := range 300 {
		p := fmt.Appendf(bytes.Clone(task), "%d design Movies partition '{hash(Title)%%%d}'", i, i*7)
		switch r.Uint32() % 6 {
		case 0:
			p = p[:r.Uint32()%uint32(len(p))]
		case 1:
			p[r.Uint32()%uint32(len(p))] ^= 1
		case 2:
			p = append(p, task...)
		}
		packed := Compress(p, noRest)
		if r.Uint32()%4 == 0 {
			packed[r.Uint32()%uint32(len(packed))] ^= byte(1 + r.Uint32()%255)
		}
		before := s.at
		want, wantOK := Decompress(packed, MaxText, noRest)
		got, ok := s.decompress(packed, MaxText, noRest)
		if ok != wantOK || !bytes.Equal(got, want) {
			t.Fatalf("text %d: %d bytes (%v), alone %d (%v)", i, len(got), ok, len(want), wantOK)
		}
		if before != nil && before == s.at && ok {
			resumed++
		}
	}
	if resumed < 30 {
		t.Errorf("%d of 300 texts went on from the beginning that was kept", resumed)
	}
}

// BenchmarkSeries is a text of a series whose beginning is kept, and one alone.
func BenchmarkSeries(b *testing.B) {
	task := bytes.Repeat([]byte("insert Movies Drama/Psycho Title='Psycho' Year=1960\n"), 40)
	packed := make([][]byte, 8)
	for i := range packed {
		packed[i] = Compress(fmt.Appendf(bytes.Clone(task), "%d design", i*31), noRest)
	}
	b.Run("series", func(b *testing.B) {
		var s Series
		for i := range b.N {
			s.decompress(packed[i%8], MaxText, noRest)
		}
	})
	b.Run("alone", func(b *testing.B) {
		for i := range b.N {
			Decompress(packed[i%8], MaxText, noRest)
		}
	})
}

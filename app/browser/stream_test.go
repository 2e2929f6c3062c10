package browser

import (
	"slices"
	"strings"
	"testing"
)

// However a stream is cut into pieces, its events are the same; comments and other
// fields are none.
func TestEvents(t *testing.T) {
	const text = ": hello\nid: 7\ndata: {\"a\":1}\r\n\r\nevent: tick\ndata:one\ndata: two\n\n\n\ndata: not whole"
	want := []string{`{"a":1}`, "one\ntwo"}
	for size := 1; size <= len(text); size++ {
		var got []string
		s := events{tell: func(data []byte) { got = append(got, string(data)) }}
		for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if !s.take(rest[:min(size, len(rest))]) {
				t.Fatal("an event is too large")
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("in pieces of %d: got %q, want %q", size, got, want)
		}
	}
}

// An event without an end is given up at its bound, whatever it is made of.
func TestEventBound(t *testing.T) {
	for _, piece := range []string{strings.Repeat("x", 1000), "data: " + strings.Repeat("x", 1000) + "\n"} {
		s := events{tell: func([]byte) { t.Error("an event was told") }}
		n := 0
		for s.take([]byte(piece)) {
			if n += len(piece); n > 2*MaxEventBytes {
				t.Fatalf("%d bytes were taken", n)
			}
		}
	}
}

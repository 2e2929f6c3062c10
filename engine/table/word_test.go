package table

import (
	"strings"
	"testing"
)

// Rows and partitions are ordered by prefix and tail, which must be the order
// of the keys for every pair of lengths around the prefix and its halves.
func TestPrefixOrder(t *testing.T) {
	var keys []string
	for n := range 20 {
		for _, tail := range []string{"", "0", "z", "\U0001F600", "\uFF5E"} {
			keys = append(keys, strings.Repeat("m", n)+tail)
		}
	}
	for _, a := range keys {
		for _, b := range keys {
			p, q := pivot(a), pivot(b)
			if got, want := lessRow(p, q), CompareUTF16(a, b) < 0; got != want {
				t.Errorf("lessRow(%q, %q): got %v, want %v", a, b, got, want)
			}
		}
	}
}

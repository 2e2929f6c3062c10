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
			want := CompareUTF16(a, b) < 0
			if got := lessBound(a, b); got != want {
				t.Errorf("%q before %q as bounds: got %v, want %v", a, b, got, want)
			}
			one, sought := mustInsert(t, entity("p", b)).live.find("p"), boundOf(a)
			at, found := one.only.find(&sought)
			if wantAt := map[bool]int{false: 0, true: 1}[CompareUTF16(b, a) < 0]; at != wantAt || found != (a == b) {
				t.Errorf("find %q in a page of %q: got %d, %v, want %d", a, b, at, found, wantAt)
			}
		}
	}
}

func lessBound(a, b string) bool {
	x, y := boundOf(a), boundOf(b)
	return x.less(&y)
}

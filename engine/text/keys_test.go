package text

import (
	"slices"
	"testing"
)

// The keys come in their order, whatever the map's, and there are none of an empty
// map.
func TestSortedKeys(t *testing.T) {
	m := map[int]string{}
	if got := SortedKeys(m); got != nil {
		t.Errorf("got %v of an empty map, want nil", got)
	}
	var want []int
	for i := range 100 {
		m[(i*37)%100] = "x"
		want = append(want, i)
	}
	if got := SortedKeys(m); !slices.Equal(got, want) {
		t.Errorf("got %v, want the numbers from 0 to 99", got)
	}
}

package service

import (
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// A store's pages concatenate to what was added, whatever their size, and a cut
// divides it.
func TestStore(t *testing.T) {
	draw := random.Stream(enginetest.Seed(t, 1))
	for round := range 200 {
		var st store
		n := 1 + int(random.Bounded(draw.Next(), cells))
		want := map[uint64]uint32{}
		for range n {
			key, count := random.Bounded(draw.Next(), 1000), uint32(1+random.Bounded(draw.Next(), 2500))
			want[key] += count
			st.add(key, count)
		}
		limit := uint32(1 + random.Bounded(draw.Next(), 1200))
		got, key, skip, more := uint32(0), uint64(0), uint32(0), true
		for more {
			var page uint32
			before := key
			page, key, skip, more = st.page(key, skip, limit)
			got += page
			if page > limit || more && (page != limit || key < before) {
				t.Fatalf("round %d: a page of %d after %d goes on at %d", round, page, before, key)
			}
		}
		if int64(got) != st.total {
			t.Fatalf("round %d: pages hold %d entities, %d are stored", round, got, st.total)
		}
		cut, left := random.Bounded(draw.Next(), 1000), int64(0)
		for k, count := range want {
			if k < cut {
				left += int64(count)
			}
		}
		whole := st.total
		right := st.cutAt(cut)
		if st.total != left || right.total != whole-left {
			t.Fatalf("round %d: a cut at %d leaves %d and %d, want %d and %d", round, cut, st.total, right.total, left, whole-left)
		}
		st.join(&right)
		if st.total != whole {
			t.Fatalf("round %d: joined again it holds %d, want %d", round, st.total, whole)
		}
	}
}

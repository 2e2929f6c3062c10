package runs

import "testing"

// What the bands of a column come to is what the column was sent and accepted in all,
// however the rows are put together.
func TestMarginal(t *testing.T) {
	s := NewState("guid")
	s.Play.SeekRun(60 * 1_000_000)
	s.Play.Advance(0, func() bool { return true })
	r := s.Play.Runs()[0]
	for _, want := range []int{r.Rows(), 32} {
		m, w := MarginalOf(r, 3, r.Bands(want)), r.At(3)
		accepted, throttled := int64(0), int64(0)
		for i := range m.Accepted {
			accepted, throttled = accepted+m.Accepted[i], throttled+m.Throttled[i]
		}
		if n := int64(len(m.Accepted)); accepted > w.Served || accepted < w.Served-n || accepted == 0 {
			t.Errorf("%d bands: got %d accepted, want %d less what is rounded off", n, accepted, w.Served)
		}
		if throttled > w.Throttled {
			t.Errorf("%d bands: got %d throttled, want at most %d", want, throttled, w.Throttled)
		}
		if top := m.Top(r.Capacity()); top < r.Capacity() {
			t.Errorf("the scale ends at %d, before what one range can take", top)
		}
	}
}

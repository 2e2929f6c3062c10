package bench

import "testing"

// Both ways of reading give the same tallies, before and after the updates.
func TestTextAgrees(t *testing.T) {
	w := New(20240117)
	w.Index()
	r := NewRun(w)
	if err := r.Load(w.Sorted(0, Entities)); err != nil {
		t.Fatal(err)
	}
	agree := func() {
		compare(t, "get", r.Get, r.QueryGet, 1000)
		compare(t, "range", r.Range, r.QueryRange, 100)
		compare(t, "scan", r.Scan, r.QueryScan, 2)
		compare(t, "page", r.Page, r.QueryPage, PageRows)
	}
	agree()
	done, err := r.Update(0, Updates)
	if err != nil || done.Rows != Updates-Updates/StaleEvery || done.Sum != Updates/StaleEvery {
		t.Errorf("updates: got %v, %v, want %d written and %d refused", done, err, Updates-Updates/StaleEvery, Updates/StaleEvery)
	}
	agree()
}

func compare(t *testing.T, job string, inPlace, byText func(int) (Tally, error), n int) {
	t.Helper()
	want, err := inPlace(n)
	if err != nil || want.Rows == 0 {
		t.Errorf("%s in place: %v, %v", job, want, err)
	}
	if got, err := byText(n); err != nil || got != want {
		t.Errorf("%s by text: got %v, %v, want %v", job, got, err, want)
	}
}

package trace

import "testing"

// The cost of a series of reads is the sum of their costs, field by field.
func TestCostAdd(t *testing.T) {
	a := Cost{Examined: 1, Returned: 20, Pages: 300, Ranges: 4000}
	b := Cost{Examined: 5, Returned: 60, Pages: 700, Ranges: 8000}
	if got, want := a.Add(b), (Cost{Examined: 6, Returned: 80, Pages: 1000, Ranges: 12000}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := a.Add(Cost{}); got != a {
		t.Errorf("got %+v, want %+v", got, a)
	}
}

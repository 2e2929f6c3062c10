package incoming

import "testing"

// What is under way is told in the unit that people count it in.
func TestAmount(t *testing.T) {
	for _, c := range []struct {
		done, total int
		unit, want  string
	}{{1500000, 0, "bytes", "1.5 MB"}, {1500000, 3000000, "bytes", "1.5 of 3.0 MB"}, {1000, 200000, "rows", "1,000 of 200,000 rows"}} {
		if got := amount(c.done, c.total, c.unit); got != c.want {
			t.Errorf("amount(%d, %d, %s) = %q, want %q", c.done, c.total, c.unit, got, c.want)
		}
	}
}

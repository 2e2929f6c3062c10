package view

import "testing"

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 3201: "3,201", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 0, "0%"}, {0, 10, "0%"}, {10, 10, "100%"}, {126, 1000, "12.6%"}, {1, 2000, "0.05%"}, {9996, 10000, "100%"}} {
		if got := Percent(c.part, c.whole); got != c.want {
			t.Errorf("Percent(%d, %d) = %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

// A shortened text keeps its beginning and its end and is never longer than
// the limit, counted in characters.
func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{{"abc", 3, "abc"}, {"abcdefghij", 5, "ab…ij"}, {"äöüäöüäöü", 4, "äö…ü"}, {"abcdef", 2, "abcdef"}} {
		if got := Shorten(c.text, c.limit); got != c.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

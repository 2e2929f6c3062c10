package text

import (
	"math"
	"strings"
	"testing"
)

// A number has a comma before each group of three digits, and none elsewhere.
func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12_345: "12,345", 100_000: "100,000", 1_234_567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -100_000: "-100,000",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Number(n); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for n := range 20_000 {
		if got := Number(n); strings.ReplaceAll(got, ",", "") != strings.ReplaceAll(Number(int64(n)), ",", "") || strings.HasPrefix(got, ",") {
			t.Fatalf("%d is written %s", n, got)
		}
	}
}

// One thing has the singular, any other number the plural.
func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 entities", 1: "1 entity", 2: "2 entities", 1001: "1,001 entities", -1: "-1 entities"} {
		if got := Count(n, "entity", "entities"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for n, want := range map[int]string{0: "0 times", 1: "once", 2: "2 times", 1000: "1,000 times"} {
		if got := Times(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A quoted text reads back as itself.
func TestQuote(t *testing.T) {
	for s, want := range map[string]string{"": "''", "a": "'a'", "O'Neil": "'O''Neil'", "''": "''''''"} {
		got := Quote(s)
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if back := strings.ReplaceAll(got[1:len(got)-1], "''", "'"); back != s {
			t.Errorf("%s reads back as %s", got, back)
		}
	}
}

// Names are joined as a sentence lists them, however many there are.
func TestList(t *testing.T) {
	for n, want := range []string{"", "a", "a and b", "a, b and c"} {
		if got := List([]string{"a", "b", "c"}[:n]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := Either([]string{"a", "b", "c"}); got != "a, b or c" {
		t.Errorf("got %q", got)
	}
}

// A number is never cut to its width.
func TestPadded(t *testing.T) {
	for width, want := range []string{"42", "42", "42", "042"} {
		if got := Padded(42, width); got != want {
			t.Errorf("got %q for %d, want %q", got, width, want)
		}
	}
}

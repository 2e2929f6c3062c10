package study

import (
	"math"
	"strconv"
	"strings"
)

// Format writes a value with the digits that help: 22,150, 602, 66.1, 7.41,
// 0.00046. NaN is "not run".
func Format(v float64) string {
	digits, size := 0, math.Abs(v)
	switch {
	case math.IsNaN(v):
		return "not run"
	case size >= 99.95 || v == math.Trunc(v):
	case size >= 9.995:
		digits = 1
	case size >= 0.995:
		digits = 2
	default:
		for digits = 2; size < 0.0995 && digits < 9; digits++ {
			size *= 10
		}
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if digits == 0 {
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
	}
	return s
}

// Short is Format without the zeros at the end of a fraction: 95, 1.01.
func Short(v float64) string {
	s := Format(v)
	if strings.Contains(s, ".") {
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Amount writes a value in the unit of a claim.
func (c *Claim) Amount(v float64) string {
	switch {
	case math.IsNaN(v):
		return Format(v)
	case c.Unit == "%":
		return Format(v) + "%"
	}
	return Format(v) + " " + c.Unit
}

// String writes a band in words.
func (b Band) String() string {
	switch {
	case math.IsInf(b.Low, -1):
		return "up to " + Short(b.High)
	case math.IsInf(b.High, 1):
		return "from " + Short(b.Low)
	case b.Low == b.High:
		return "exactly " + Short(b.Low)
	}
	return Short(b.Low) + " to " + Short(b.High)
}

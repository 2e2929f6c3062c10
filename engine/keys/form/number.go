package form

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

func appendPadded(b []byte, n int64, width int) []byte {
	mark := len(b)
	b = strconv.AppendInt(b, n, 10)
	return PadZeros(b, mark, width)
}

// PadZeros puts zeros before what follows mark: a number gets them after its
// minus sign and until it has width digits before the point, another text until
// it has width characters.
func PadZeros(b []byte, mark, width int) []byte {
	start, have := mark, 0
	if start < len(b) && b[start] == '-' && start+1 < len(b) && IsDigit(b[start+1]) {
		start++
	}
	for start+have < len(b) && IsDigit(b[start+have]) {
		have++
	}
	if end := start + have; have == 0 || end < len(b) && b[end] != '.' {
		start, have = mark, characters(b[mark:])
	}
	missing := width - have
	if missing <= 0 {
		return b
	}
	for range missing {
		b = append(b, '0')
	}
	copy(b[start+missing:], b[start:len(b)-missing])
	for i := range missing {
		b[start+i] = '0'
	}
	return b
}

// characters counts code points without converting to a string.
func characters(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// AppendReal writes a double as table.FormatDouble does. The common case, no
// fraction and below 10^15, is done without its two conversions.
func AppendReal(b []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return append(strconv.AppendInt(b, int64(f), 10), ".0"...)
	}
	return append(b, table.FormatDouble(f)...)
}

// IsDigit reports whether a byte is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

package encoding

import (
	"github.com/keyrange/keyrange/engine/table"
)

// AppendTime appends an instant with all seven digits of its fraction, as
// errors have it.
func AppendTime(to []byte, now table.Ticks) []byte {
	start := len(to)
	to = now.Append(to, ":")
	to = to[:len(to)-1] // the Z
	digits := len(to) - start - len("2006-01-02T15:04:05")
	if digits == 0 {
		to = append(to, '.')
		digits = 1
	}
	for ; digits < len(".0000000"); digits++ {
		to = append(to, '0')
	}
	return append(to, 'Z')
}

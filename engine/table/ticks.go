package table

import (
	"strings"
	"time"
)

// Ticks is an instant in UTC as a count of 100 ns since 0001-01-01, the unit
// in which the service keeps Edm.DateTime and Timestamp.
type Ticks int64

// The instants that an Edm.DateTime may hold, both included, and the length
// of some spans of time in ticks.
const (
	MinDateTime Ticks = 504911232000000000  // 1601-01-01T00:00:00Z
	MaxDateTime Ticks = 3155378975999999999 // 9999-12-31T23:59:59.9999999Z

	Microsecond Ticks = 10
	Millisecond Ticks = 10_000
	Second      Ticks = 10_000_000
	Day         Ticks = 24 * 3600 * Second
)

const unixEpochTicks = 621355968000000000

// TicksOf returns the tick that contains t.
func TicksOf(t time.Time) Ticks {
	t = t.UTC()
	return Ticks(t.Unix()*int64(Second) + int64(t.Nanosecond())/100 + unixEpochTicks)
}

// Time returns the instant as a time.Time in UTC.
func (t Ticks) Time() time.Time {
	n := int64(t) - unixEpochTicks
	sec, rest := n/int64(Second), n%int64(Second)
	if rest < 0 {
		sec, rest = sec-1, rest+int64(Second)
	}
	return time.Unix(sec, rest*100).UTC()
}

// String returns the instant as the service writes it: ISO 8601 in UTC, up to
// seven digits of fraction, trailing zeros and a bare point trimmed.
func (t Ticks) String() string {
	s := t.Time().Format("2006-01-02T15:04:05.0000000")
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "Z"
}

var dateLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02",
}

// ParseTicks reads an ISO 8601 date, or date and time, to the tick (a finer
// fraction is cut). A text without a zone is UTC; an offset is converted.
func ParseTicks(s string) (Ticks, bool) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return TicksOf(t), true
		}
	}
	return 0, false
}

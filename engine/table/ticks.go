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
func (t Ticks) String() string { return string(t.append(nil, ":")) }

// append writes the instant with the given text for each colon. It is on the
// way of every write, which answers with an ETag; package time takes several
// times as long.
func (t Ticks) append(to []byte, colon string) []byte {
	if t < 0 || t > MaxDateTime {
		return t.Time().AppendFormat(to, "2006-01-02T15"+colon+"04"+colon+"05.9999999Z")
	}
	days, rest := t/Day, t%Day
	year, month, day := date(int(days))
	seconds, fraction := int(rest/Second), int(rest%Second)
	minutes := seconds / 60
	to = appendPair(appendPair(to, year/100), year%100)
	to = appendPair(append(to, '-'), month)
	to = appendPair(append(to, '-'), day)
	to = appendPair(append(to, 'T'), minutes/60)
	to = appendPair(append(to, colon...), minutes%60)
	to = appendPair(append(to, colon...), seconds-minutes*60)
	if fraction > 0 {
		to = appendFraction(append(to, '.'), fraction)
	}
	return append(to, 'Z')
}

// appendFraction writes seven digits without the zeros at the end. Digits go
// by pairs because WebAssembly divides slowly.
func appendFraction(to []byte, fraction int) []byte {
	a := fraction / 100_000
	b := fraction / 1_000
	c := fraction / 10
	to = appendPair(to, a)
	to = appendPair(to, b-a*100)
	to = appendPair(to, c-b*100)
	to = append(to, byte('0'+fraction-c*10))
	for to[len(to)-1] == '0' {
		to = to[:len(to)-1]
	}
	return to
}

// pairs has the text of every number from 00 to 99.
var pairs = func() (pairs [100][2]byte) {
	for n := range pairs {
		pairs[n] = [2]byte{byte('0' + n/10), byte('0' + n%10)}
	}
	return pairs
}()

func appendPair(to []byte, n int) []byte { return append(to, pairs[n][0], pairs[n][1]) }

// date returns the date of a day, counted from 0001-01-01. Years here begin in
// March, so that the leap day is the last; 400 of them have 146,097 days.
func date(days int) (year, month, day int) {
	days += 306 // from 0000-03-01
	cycle, n := days/146_097, days%146_097
	y := (n - n/1_460 + n/36_524 - n/146_096) / 365
	n -= 365*y + y/4 - y/100
	m := (5*n + 2) / 153
	year, month, day = 400*cycle+y, m+3, n-(153*m+2)/5+1
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// dayOf returns the day of a date, counted from 0001-01-01, or false when
// there is no such date.
func dayOf(year, month, day int) (int, bool) {
	if year < 1 || month < 1 || month > 12 || day < 1 {
		return 0, false
	}
	y, m := year, month-3
	if m < 0 {
		y, m = y-1, m+12
	}
	days := 365*y + y/4 - y/100 + y/400 + (153*m+2)/5 + day - 1 - 306
	if day > 28 {
		if back, backMonth, _ := date(days); back != year || backMonth != month {
			return 0, false
		}
	}
	return days, true
}

var dateLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02",
}

// ParseTicks reads an ISO 8601 date, or date and time, to the tick (a finer
// fraction is cut). A text without a zone is UTC; an offset is converted.
func ParseTicks(s string) (Ticks, bool) {
	if t, ok := parseOwn(s, ":"); ok {
		return t, true
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return TicksOf(t), true
		}
	}
	return 0, false
}

// parseOwn reads what append writes, the usual form, without package time.
func parseOwn(s, colon string) (Ticks, bool) {
	if len(s) < 16+2*len(colon)+2 || s[4] != '-' || s[7] != '-' || s[10] != 'T' {
		return 0, false
	}
	year, a := digits(s[:4])
	month, b := digits(s[5:7])
	day, c := digits(s[8:10])
	hour, d := digits(s[11:13])
	s, minuteNext := strings.CutPrefix(s[13:], colon)
	minute, e := digits(s[:2])
	s, secondNext := strings.CutPrefix(s[2:], colon)
	if !minuteNext || !secondNext {
		return 0, false
	}
	second, f := digits(s[:2])
	fraction, g := 0, s[2:] == "Z"
	if n := len(s); n > 4 && n <= 11 && s[2] == '.' && s[n-1] == 'Z' {
		fraction, g = digits(s[3 : n-1])
		for range 11 - n {
			fraction *= 10
		}
	}
	days, h := dayOf(year, month, day)
	if !(a && b && c && d && e && f && g && h) || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	return Ticks(days)*Day + Ticks(hour*3600+minute*60+second)*Second + Ticks(fraction), true
}

// digits reads a number of decimal digits only.
func digits(s string) (n int, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

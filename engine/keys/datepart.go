package keys

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

// DatePart is what can be taken of a date with a point, as in {PostedAt.year}.
// All parts are those of the instant in UTC.
type DatePart struct {
	Name    string
	Meaning string // one line
	Example string // a placeholder
	Gives   string // what Example makes of 2008-10-28 19:04:11 UTC
	Digits  int    // most digits, 0 for a text

	whole func(table.Ticks) int64          // nil for a text
	text  func([]byte, table.Ticks) []byte // nil for a number
}

// dateParts is in the order in which the parts are offered.
var dateParts = []DatePart{
	{Name: "year", Meaning: "The year.", Example: "{PostedAt.year}", Gives: "2008", Digits: 4,
		whole: func(t table.Ticks) int64 { year, _, _ := civil(t); return year }},
	{Name: "month", Meaning: "The month, 1 to 12.", Example: "{PostedAt.month:02}", Gives: "10", Digits: 2,
		whole: func(t table.Ticks) int64 { _, month, _ := civil(t); return month }},
	{Name: "day", Meaning: "The day of the month, 1 to 31.", Example: "{PostedAt.day:02}", Gives: "28", Digits: 2,
		whole: func(t table.Ticks) int64 { _, _, day := civil(t); return day }},
	{Name: "hour", Meaning: "The hour, 0 to 23.", Example: "{PostedAt.hour:02}", Gives: "19", Digits: 2,
		whole: func(t table.Ticks) int64 { return int64(t % table.Day / (3600 * table.Second)) }},
	{Name: "minute", Meaning: "The minute, 0 to 59.", Example: "{PostedAt.minute:02}", Gives: "04", Digits: 2,
		whole: func(t table.Ticks) int64 { return int64(t / (60 * table.Second) % 60) }},
	{Name: "second", Meaning: "The second, 0 to 59.", Example: "{PostedAt.second:02}", Gives: "11", Digits: 2,
		whole: func(t table.Ticks) int64 { return int64(t / table.Second % 60) }},
	{Name: "week", Meaning: "The ISO 8601 week, 1 to 53.", Example: "{PostedAt.week:02}", Gives: "44", Digits: 2,
		whole: func(t table.Ticks) int64 { _, week := t.Time().ISOWeek(); return int64(week) }},
	{Name: "weekYear", Meaning: "The year that the ISO 8601 week belongs to.", Example: "{PostedAt.weekYear}", Gives: "2008", Digits: 4,
		whole: func(t table.Ticks) int64 { year, _ := t.Time().ISOWeek(); return int64(year) }},
	{Name: "monthWeek", Meaning: "The week of the month, 1 to 5. Days 1 to 7 are week 1.", Example: "{PostedAt.monthWeek}", Gives: "4",
		Digits: 1,
		whole:  func(t table.Ticks) int64 { _, _, day := civil(t); return (day-1)/7 + 1 }},
	{Name: "weekday", Meaning: "The day of the week, Monday is 1, Sunday is 7.", Example: "{PostedAt.weekday}", Gives: "2", Digits: 1,
		whole: func(t table.Ticks) int64 { return int64(t.Time().Weekday()+6)%7 + 1 }},
	{Name: "dayOfYear", Meaning: "The day of the year, 1 to 366.", Example: "{PostedAt.dayOfYear:03}", Gives: "302", Digits: 3,
		whole: func(t table.Ticks) int64 { return int64(t.Time().YearDay()) }},
	{Name: "date", Meaning: "The date as year-month-day.", Example: "{PostedAt.date}", Gives: "2008-10-28", text: appendDate},
	{Name: "time", Meaning: "The time to the second.", Example: "{PostedAt.time}", Gives: "19:04:11", text: appendTime},
}

func datePart(name string) *DatePart {
	for i := range dateParts {
		if dateParts[i].Name == name {
			return &dateParts[i]
		}
	}
	return nil
}

func datePartNames() []string {
	names := make([]string, len(dateParts))
	for i, p := range dateParts {
		names[i] = p.Name
	}
	return names
}

func appendDate(b []byte, t table.Ticks) []byte {
	year, month, day := civil(t)
	b = appendPadded(b, year, 4)
	b = appendPadded(append(b, '-'), month, 2)
	return appendPadded(append(b, '-'), day, 2)
}

// civil returns the date of an instant in the Gregorian calendar. It is the
// usual count of days in eras of 400 years that begin on 1 March, so that the
// leap day is the last of its year: several times faster than time.Time, and
// year and month are what keys are made of.
func civil(t table.Ticks) (year, month, day int64) {
	const daysToEra = 306 // from 0000-03-01 to 0001-01-01
	days := int64(t/table.Day) + daysToEra
	era := days / 146097
	ofEra := days % 146097
	yearOfEra := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	month = (5*ofYear + 2) / 153 // 0 is March
	day = ofYear - (153*month+2)/5 + 1
	year, month = era*400+yearOfEra, month+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

func appendTime(b []byte, t table.Ticks) []byte {
	s := int64(t % table.Day / table.Second)
	b = appendPadded(b, s/3600, 2)
	b = appendPadded(append(b, ':'), s/60%60, 2)
	return appendPadded(append(b, ':'), s%60, 2)
}

// appendInstant writes a whole date in a fixed width, so that the order of the
// texts is the order of the instants. The service's own text has a fraction of
// varying length, and "11.5Z" would sort before "11Z".
func appendInstant(b []byte, t table.Ticks) []byte {
	b = append(appendDate(b, t), 'T')
	b = append(appendTime(b, t), '.')
	b = appendPadded(b, int64(t%table.Second), 7)
	return append(b, 'Z')
}

func appendPadded(b []byte, n int64, width int) []byte {
	mark := len(b)
	b = strconv.AppendInt(b, n, 10)
	return padZeros(b, mark, width)
}

// padZeros puts zeros before what follows mark: a number gets them after its
// minus sign and until it has width digits before the point, another text until
// it has width characters.
func padZeros(b []byte, mark, width int) []byte {
	start, have := mark, 0
	if start < len(b) && b[start] == '-' && start+1 < len(b) && isDigit(b[start+1]) {
		start++
	}
	for start+have < len(b) && isDigit(b[start+have]) {
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

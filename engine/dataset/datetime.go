package dataset

import (
	"time"

	"github.com/keyrange/keyrange/engine/table"
)

// ParseDateTime reads a text as a date, in the forms that a column of dates may
// have. The instant is in UTC; ok is false for any other text.
func ParseDateTime(text string) (_ table.Ticks, ok bool) { return parseDateTime([]byte(text)) }

// parseDateTime reads a date, with or without a time of day, whose order of
// year, month and day is beyond doubt:
//
//	2001-01-31  2001/01/31            the date, day and month of one or two digits after a slash
//	2001-01-31T08:30  ...T08:30:15.5  with a time after T or a space
//	2001-01-31T08:30:15Z  ...+02:00   with a zone; without one it is UTC
//	Jan 31 2001  January 31, 2001     English month first
//
// It allocates nothing and does its own arithmetic: time.Parse makes an error for
// each form that does not fit, and a column may have 200,000 dates. The instant
// must be within the range of an Edm.DateTime; a fraction finer than 100 ns is cut.
func parseDateTime(text []byte) (table.Ticks, bool) {
	s := dateScan{rest: text}
	year, month, day := 0, 0, 0
	if len(text) > 0 && isDigit(text[0]) {
		year, month, day = s.numericDate()
	} else {
		year, month, day = s.namedDate()
	}
	nanos, offset := s.clock()
	if s.failed || len(s.rest) > 0 || year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	t := table.Ticks(daysBefore(year, month)+day-1)*table.Day + table.Ticks(nanos/100) - table.Ticks(offset)*60*table.Second
	return t, t >= table.MinDateTime && t <= table.MaxDateTime
}

// parseSlashed reads a date with the year last: day or month of one or two
// digits first, the parts apart by slashes, points or hyphens, and perhaps a time
// of day, of 12 hours with AM or PM or of 24. Points are read as day first only,
// because nobody writes them otherwise.
func parseSlashed(text []byte, dayFirst bool) (table.Ticks, bool) {
	s := dateScan{rest: text}
	first := s.number(1, 2)
	mark := byte('/')
	if len(s.rest) > 0 && (s.rest[0] == '.' && dayFirst || s.rest[0] == '-') {
		mark = s.rest[0]
	}
	s.need(s.next(mark))
	second := s.number(1, 2)
	s.need(s.next(mark))
	year := s.number(4, 4)
	day, month := second, first
	if dayFirst {
		day, month = first, second
	}
	nanos := s.clock12()
	if s.failed || len(s.rest) > 0 || year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	t := table.Ticks(daysBefore(year, month)+day-1)*table.Day + table.Ticks(nanos/100)
	return t, t >= table.MinDateTime && t <= table.MaxDateTime
}

// clock12 takes the time of day after a date with the year last, if there is
// one, as nanoseconds since midnight.
func (s *dateScan) clock12() (nanos int) {
	if len(s.rest) == 0 {
		return 0
	}
	s.need(s.next(' '))
	s.next(' ')
	hour := s.number(1, 2)
	s.need(s.next(':'))
	minute, second := s.number(2, 2), 0
	if s.next(':') {
		second = s.number(2, 2)
	}
	if len(s.rest) > 0 {
		s.next(' ')
		s.need(len(s.rest) == 2 && hour >= 1 && hour <= 12 && s.rest[1]|0x20 == 'm')
		if s.failed {
			return 0
		}
		half := s.rest[0] | 0x20
		s.need(half == 'a' || half == 'p')
		if hour %= 12; half == 'p' {
			hour += 12
		}
		s.rest = nil
	}
	s.need(hour < 24 && minute < 60 && second < 60)
	return ((hour*60+minute)*60 + second) * int(time.Second)
}

// monthDays holds the days before each month of a year that is no leap year.
var monthDays = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(year, month int) int {
	if month == 2 && leap(year) {
		return 29
	}
	return monthDays[month] - monthDays[month-1]
}

// daysBefore returns the days from 0001-01-01 to the first of the month.
func daysBefore(year, month int) int {
	y := year - 1
	days := y*365 + y/4 - y/100 + y/400 + monthDays[month-1]
	if month > 2 && leap(year) {
		days++
	}
	return days
}

// dateScan reads a date from the left. After a failure it reads nothing more.
type dateScan struct {
	rest   []byte
	failed bool
}

// next takes b if it comes next.
func (s *dateScan) next(b byte) bool {
	if s.failed || len(s.rest) == 0 || s.rest[0] != b {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *dateScan) need(ok bool) {
	if !ok {
		s.failed = true
	}
}

// number takes low to high digits.
func (s *dateScan) number(low, high int) int {
	n, i := 0, 0
	for ; i < high && i < len(s.rest) && isDigit(s.rest[i]); i++ {
		n = n*10 + int(s.rest[i]-'0')
	}
	s.need(i >= low)
	s.rest = s.rest[i:]
	return n
}

func (s *dateScan) numericDate() (year, month, day int) {
	year = s.number(4, 4)
	if s.next('/') {
		month = s.number(1, 2)
		s.need(s.next('/'))
		return year, month, s.number(1, 2)
	}
	s.need(s.next('-'))
	month = s.number(2, 2)
	s.need(s.next('-'))
	return year, month, s.number(2, 2)
}

func (s *dateScan) namedDate() (year, month, day int) {
	month = s.monthName()
	s.need(s.next(' '))
	day = s.number(1, 2)
	s.next(',')
	s.need(s.next(' '))
	return s.number(4, 4), month, day
}

// monthName takes an English month, whole or its first three letters, in any
// case.
func (s *dateScan) monthName() int {
	n := 0
	for n < len(s.rest) && n < len("September") && s.rest[n]|0x20 >= 'a' && s.rest[n]|0x20 <= 'z' {
		n++
	}
	word := s.rest[:n]
	s.rest = s.rest[n:]
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		if len(word) == 3 && equalFold(word, name[:3]) || equalFold(word, name) {
			return int(m)
		}
	}
	s.failed = true
	return 0
}

func equalFold(word []byte, name string) bool {
	if len(word) != len(name) {
		return false
	}
	for i, b := range word {
		if b|0x20 != name[i]|0x20 {
			return false
		}
	}
	return true
}

// clock takes the time of day, if there is one, as nanoseconds since midnight,
// and the zone's offset from UTC in minutes.
func (s *dateScan) clock() (nanos, offsetMinutes int) {
	if len(s.rest) == 0 {
		return 0, 0
	}
	s.need(s.next('T') || s.next(' '))
	hour := s.number(2, 2)
	s.need(s.next(':'))
	minute, second := s.number(2, 2), 0
	if s.next(':') {
		second = s.number(2, 2)
		if s.next('.') {
			nanos = s.fraction()
		}
	}
	s.need(hour < 24 && minute < 60 && second < 60)
	return nanos + ((hour*60+minute)*60+second)*int(time.Second), s.zone()
}

// fraction takes the digits after the point as nanoseconds, at most 20 digits.
func (s *dateScan) fraction() int {
	before := len(s.rest)
	n := s.number(1, 9)
	for digits := before - len(s.rest); digits < 9; digits++ {
		n *= 10
	}
	s.number(0, 11)
	return n
}

func (s *dateScan) zone() int {
	if len(s.rest) == 0 || s.next('Z') {
		return 0
	}
	sign := 1
	if s.next('-') {
		sign = -1
	} else {
		s.need(s.next('+'))
	}
	hour := s.number(2, 2)
	s.next(':')
	minute := s.number(2, 2)
	s.need(hour < 24 && minute < 60)
	return sign * (hour*60 + minute)
}

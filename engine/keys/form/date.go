package form

import (
	"github.com/keyrange/keyrange/engine/table"
)

// Civil returns the date of an instant in the Gregorian calendar. It is the
// usual count of days in eras of 400 years that begin on 1 March, so that the
// leap day is the last of its year: several times faster than time.Time, and
// year and month are what keys are made of.
func Civil(t table.Ticks) (year, month, day int64) {
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

// AppendDate writes year-month-day.
func AppendDate(b []byte, t table.Ticks) []byte {
	year, month, day := Civil(t)
	b = appendPadded(b, year, 4)
	b = appendPadded(append(b, '-'), month, 2)
	return appendPadded(append(b, '-'), day, 2)
}

// AppendTime writes hour:minute:second.
func AppendTime(b []byte, t table.Ticks) []byte {
	s := int64(t % table.Day / table.Second)
	b = appendPadded(b, s/3600, 2)
	b = appendPadded(append(b, ':'), s/60%60, 2)
	return appendPadded(append(b, ':'), s%60, 2)
}

// AppendInstant writes a whole date in a fixed width, so that the order of the
// texts is the order of the instants. The service's own text has a fraction of
// varying length, and "11.5Z" would sort before "11Z".
func AppendInstant(b []byte, t table.Ticks) []byte {
	b = append(AppendDate(b, t), 'T')
	b = append(AppendTime(b, t), '.')
	b = appendPadded(b, int64(t%table.Second), 7)
	return append(b, 'Z')
}

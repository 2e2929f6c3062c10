package keys

import (
	"github.com/keyrange/keyrange/engine/keys/form"
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
		whole: func(t table.Ticks) int64 { year, _, _ := form.Civil(t); return year }},
	{Name: "month", Meaning: "The month, 1 to 12.", Example: "{PostedAt.month:02}", Gives: "10", Digits: 2,
		whole: func(t table.Ticks) int64 { _, month, _ := form.Civil(t); return month }},
	{Name: "day", Meaning: "The day of the month, 1 to 31.", Example: "{PostedAt.day:02}", Gives: "28", Digits: 2,
		whole: func(t table.Ticks) int64 { _, _, day := form.Civil(t); return day }},
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
		whole:  func(t table.Ticks) int64 { _, _, day := form.Civil(t); return (day-1)/7 + 1 }},
	{Name: "weekday", Meaning: "The day of the week, Monday is 1, Sunday is 7.", Example: "{PostedAt.weekday}", Gives: "2", Digits: 1,
		whole: func(t table.Ticks) int64 { return int64(t.Time().Weekday()+6)%7 + 1 }},
	{Name: "dayOfYear", Meaning: "The day of the year, 1 to 366.", Example: "{PostedAt.dayOfYear:03}", Gives: "302", Digits: 3,
		whole: func(t table.Ticks) int64 { return int64(t.Time().YearDay()) }},
	{Name: "date", Meaning: "The date as year-month-day.", Example: "{PostedAt.date}", Gives: "2008-10-28", text: form.AppendDate},
	{Name: "time", Meaning: "The time to the second.", Example: "{PostedAt.time}", Gives: "19:04:11", text: form.AppendTime},
}

// Number is the part of a date as a number: that of a date counts days, that of a
// time seconds.
func (p *DatePart) Number(t table.Ticks) int64 {
	switch {
	case p.whole != nil:
		return p.whole(t)
	case p.Name == "date":
		return int64(t / table.Day)
	}
	return int64(t % table.Day / table.Second)
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

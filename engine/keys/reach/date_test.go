package reach

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/table"
)

// A template that is taken to sort as one date does, or against it, is held to the
// keys of dates in order: those at which years, months, weeks, days, hours, minutes
// and seconds begin and end, and random ones.
func TestSoleDateSorts(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	parts := []string{"{D.year}", "{9999-D.year}", "{9999-D.year:04}", "{D.month:02}", "{D.month}", "{13-D.month:02}", "{D.day:02}", "{32-D.day:02}", "{D.hour:02}",
		"{24-D.hour:02}", "{D.minute:02}", "{D.second:02}", "{D.date}", "{D.time}",
		"{D.dayOfYear:03}", "{367-D.dayOfYear:03}", "{D.weekYear}", "{D.week:02}", "{D.monthWeek}",
		"{6-D.monthWeek}", "{D.weekday}", "{ticks(D):19}", "{reverseTicks(D):19}", "{D.year/10}", "{D.year*12+D.month}", "{-D.year}", "{D.hour/2:02}", "{D.year*2}", "{3*D.month:02}"}
	dates := datesInOrder(random.Int64N)
	sole := map[string]bool{}
	for range enginetest.InWasm(4000) {
		var slots []string
		for range 1 + random.IntN(5) {
			slots = append(slots, parts[random.IntN(len(parts))])
		}
		text := strings.Join(slots, []string{"", "-", "_"}[random.IntN(3)])
		b := inverse{boundTo(t, text, reachColumns)}
		if b.soleDate() == "" || sole[text] {
			continue
		}
		sole[text] = true
		up, down := true, true
		last := ""
		for i, at := range dates {
			key, ok := b.wholeText("D", at)
			if !ok {
				t.Fatalf("%s gives no key for %v", text, at)
			}
			if i > 0 {
				c := table.CompareUTF16(last, key)
				up, down = up && c <= 0, down && c >= 0
			}
			last = key
		}
		if !up && !down {
			t.Errorf("%s is taken to sort as a date, or against one, and does not", text)
		}
	}
	if len(sole) < enginetest.InWasm(100) {
		t.Errorf("only %d templates sort as a date", len(sole))
	}
	for text, want := range map[string]bool{
		"{D.year}-{D.month:02}": true, "{9999-D.year:04}{13-D.month:02}": true, "{9999-D.year}{13-D.month:02}": false, "{D.date}_{D.time}": true, "{D.date}_{D.weekday}": true, "{D.year}{D.dayOfYear:03}": true,
		"{D.year}-{D.month}": false, "{D.month:02}-{D.year}": false, "{D.year}{13-D.month:02}": false, "{D.weekYear}{D.week:02}": false, "{D.year}{D.week:02}": false, "{D.weekday}": false,
	} {
		if got := (inverse{boundTo(t, text, reachColumns)}).soleDate() != ""; got != want {
			t.Errorf("%s sorts as a date: %v, want %v", text, got, want)
		}
	}
}

// datesInOrder are dates around every kind of border, and random ones.
func datesInOrder(random func(int64) int64) []table.Ticks {
	all := []table.Ticks{table.MinDateTime, table.MaxDateTime}
	around := func(t table.Ticks) {
		for _, d := range []table.Ticks{-1, 0, 1, table.Second, 60 * table.Second, 3600 * table.Second} {
			if at := t + d; at >= table.MinDateTime && at <= table.MaxDateTime {
				all = append(all, at)
			}
		}
	}
	for _, year := range []int64{1999, 2000, 2008, 2009, 4999, 5000, 9998} {
		for month := int64(1); month <= 12; month++ {
			for _, day := range []int64{1, 8, 15, 28, 29, 30, 31} {
				around(dayOf(year, month, day))
			}
		}
	}
	for range 200 {
		around(table.MinDateTime + table.Ticks(random(int64(table.MaxDateTime-table.MinDateTime))))
	}
	slices.Sort(all)
	return all
}

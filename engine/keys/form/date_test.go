package form

import (
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// The calendar agrees with package time on every day that can be stored.
func TestCivil(t *testing.T) {
	for at := table.MinDateTime; at <= table.MaxDateTime; at += table.Day {
		year, month, day := Civil(at)
		y, m, d := at.Time().Date()
		if year != int64(y) || month != int64(m) || day != int64(d) {
			t.Fatalf("%v is %d-%d-%d", at, year, month, day)
		}
	}
}

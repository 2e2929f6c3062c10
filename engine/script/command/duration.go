package command

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// unit is a unit of time in the language.
type unit struct {
	name  string
	ticks table.Ticks
}

// units are in the order in which they are tried for printing.
var units = []unit{{"d", table.Day}, {"h", 3600 * table.Second}, {"m", 60 * table.Second}, {"s", table.Second}, {"ms", table.Millisecond}}

// MaxDuration is the longest time a command may name.
const MaxDuration = 366 * table.Day

// FormatDuration returns the time as a whole number of the largest unit that
// fits, such as 40s, or else in seconds or milliseconds with a fraction.
func FormatDuration(d table.Ticks) string {
	for _, u := range units[:4] {
		if d%u.ticks == 0 && d != 0 {
			return strconv.FormatInt(int64(d/u.ticks), 10) + u.name
		}
	}
	u := units[3]
	if d != 0 && d < table.Second {
		u = units[4]
	}
	s := strconv.FormatInt(int64(d/u.ticks), 10)
	if rest := d % u.ticks; rest > 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(int64(u.ticks+rest), 10)[1:], "0")
	}
	return s + u.name
}

// parseDuration reads a number, with a fraction or without, and a unit. The
// result must be a whole number of ticks from 0 to MaxDuration.
func parseDuration(s string) (table.Ticks, bool) {
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	whole, fraction, dotted := strings.Cut(digits, ".")
	if len(whole) == 0 || len(whole)+len(fraction) > 18 || dotted && fraction == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+fraction, 10, 63)
	if err != nil {
		return 0, false
	}
	for _, u := range units {
		if u.name == s[len(digits):] {
			return scale(table.Ticks(n), len(fraction), u.ticks)
		}
	}
	return 0, false
}

// scale returns n / 10^places * unit, if that is whole and not too long.
func scale(n table.Ticks, places int, unit table.Ticks) (table.Ticks, bool) {
	for range places {
		switch {
		case unit%10 == 0:
			unit /= 10
		case n%10 == 0:
			n /= 10
		default:
			return 0, false
		}
	}
	if n > MaxDuration/unit {
		return 0, false
	}
	return n * unit, true
}

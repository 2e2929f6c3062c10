package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/text"
)

// count writes a number with a comma between thousands.
func count(n int64) string { return text.Number(n) }

// span writes a length of time with the two largest units that it has.
func span(micros int64) string {
	switch {
	case micros < 0:
		return "-" + span(-micros)
	case micros < clock.Millisecond:
		return count(micros) + " µs"
	case micros < clock.Second:
		return decimal(micros, clock.Millisecond) + " ms"
	case micros < clock.Minute:
		return decimal(micros, clock.Second) + " s"
	case micros < clock.Hour:
		return two(micros, clock.Minute, " min ", clock.Second, " s")
	}
	return two(micros, clock.Hour, " h ", clock.Minute, " min")
}

func two(n, big int64, bigName string, small int64, smallName string) string {
	text := count(n/big) + bigName
	if rest := n % big / small; rest > 0 {
		return text + count(rest) + smallName
	}
	return text[:len(text)-1]
}

// decimal writes n/unit with at most one digit after the point.
func decimal(n, unit int64) string {
	text := count(n / unit)
	if tenth := n % unit * 10 / unit; tenth > 0 {
		text += "." + count(tenth)
	}
	return text
}

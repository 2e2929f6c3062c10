package check

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/keys/form"
)

// numeral returns how many digits a number has before its point, or 0 when the
// text is not a number or is written with an exponent.
func numeral(text string) (digits int, negative bool) {
	i := 0
	if text != "" && text[0] == '-' {
		i, negative = 1, true
	}
	start := i
	for i < len(text) && form.IsDigit(text[i]) {
		i++
	}
	digits = i - start
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && form.IsDigit(text[i]); i++ {
		}
	}
	if i < len(text) {
		return 0, negative
	}
	return digits, negative
}

// numberOf returns the number that a text reads as, with an exponent too.
func numberOf(text string) (float64, bool) {
	if text == "" || !form.IsDigit(text[len(text)-1]) && text[len(text)-1] != '.' || text[0] != '-' && !form.IsDigit(text[0]) {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// fractional reports whether a text is a number with a point or an exponent.
func fractional(text string) bool {
	digits, negative := numeral(text)
	if digits == 0 {
		_, ok := numberOf(text)
		return ok
	}
	return len(text) > digits+1 || !negative && len(text) > digits
}

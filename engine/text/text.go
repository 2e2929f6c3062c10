// Package text writes numbers, nouns and quoted texts as sentences and commands
// show them: the one place for each. Words are English. SortedKeys is for what lists
// the keys of a map.
package text

import (
	"strconv"
	"strings"
)

// Number writes n with a comma between thousands, as all figures in sentences.
func Number[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Noun returns the form of a noun or verb that goes with n things.
func Noun(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count writes a number with its noun, such as "1 page" or "3,201 entities".
func Count(n int, one, many string) string { return Number(n) + " " + Noun(n, one, many) }

// Times writes how often something happened: "once" or "12 times".
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return Number(n) + " times"
}

// Quote puts a text in single quotes, with those inside it doubled, as filters,
// templates and commands write a literal.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// List joins names as a sentence does: "a, b and c".
func List(names []string) string { return joined(names, " and ") }

// Either joins names of which one is meant: "a, b or c".
func Either(names []string) string { return joined(names, " or ") }

func joined(names []string, last string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + last + names[n-1]
	}
	return strings.Join(names, "")
}

// Padded writes n with zeros before it, so that it has at least width digits.
func Padded(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, width-len(s))) + s
}

// Percent writes a share, 0 to 1: whole above 20%, else with as many digits as it takes
// to tell it from 0. What is not all of it is never called 100%.
func Percent(share float64) string {
	p := share * 100
	digits := 0
	switch {
	case p == 0 || p == 100 || p >= 20 && p < 99.5:
	case p >= 99.95:
		return "99.9%"
	case p >= 1:
		digits = 1
	default:
		digits = 2
	}
	s := strconv.FormatFloat(p, 'f', digits, 64)
	if s == "0.00" {
		return "under 0.01%"
	}
	return s + "%"
}

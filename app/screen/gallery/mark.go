package gallery

import (
	"strconv"
	"strings"
)

// marks are the short names that stand in the circles of the scatter, by place among
// the entries: the first letter of an alias where no other begins with it, else its
// first two letters, else a number.
//
// What always holds: no two marks are the same.
func (s *State) marks() []string {
	list := make([]string, len(s.entries))
	if !s.Hidden {
		for n := 1; n <= 2; n++ {
			s.markBy(list, n)
		}
	}
	for i := range list {
		if list[i] == "" {
			list[i] = strconv.Itoa(i + 1)
		}
	}
	return list
}

// markBy marks the entries whose first n letters no other entry has.
func (s *State) markBy(list []string, n int) {
	count := map[string]int{}
	for _, e := range s.entries {
		count[beginning(e.Alias, n)]++
	}
	for i, e := range s.entries {
		if b := beginning(e.Alias, n); list[i] == "" && b != "" && count[b] == 1 {
			list[i] = b
		}
	}
}

// beginning is the first n letters of an alias, the first one large. It is empty where
// a digit is among them: a number is the mark of a place.
func beginning(alias string, n int) string {
	letters := []rune(strings.TrimSpace(alias))
	if len(letters) < n {
		return ""
	}
	b := string(letters[:n])
	if strings.ContainsAny(b, "0123456789 ") {
		return ""
	}
	return strings.ToUpper(string(letters[:1])) + strings.ToLower(string(letters[1:n]))
}

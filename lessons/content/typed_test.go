package content

import (
	"slices"
	"strings"
)

// misspelled returns the text of a command with each word but the first in another case, too
// long, too short and with letters in another order.
func misspelled(text string) (list []string) {
	words := strings.Split(text, " ")
	for i, word := range words {
		if i == 0 || len(word) < 3 {
			continue
		}
		cut := len(word) - 1
		if strings.HasSuffix(word, "'") {
			cut--
		}
		forms := []string{strings.ToLower(word), strings.ToUpper(word), word[:cut] + word[cut+1:], word[:cut] + more(word) + word[cut:],
			word[:cut-1] + word[cut:], word[:cut-1] + word[cut:] + word[cut-1:cut], word[1:]}
		for _, form := range forms {
			if form == word || form == "" {
				continue
			}
			other := slices.Clone(words)
			other[i] = form
			list = append(list, strings.Join(other, " "))
		}
	}
	return list
}

// more is a sign too many: in a template a letter, because a greater width is a way
// to write the same.
func more(word string) string {
	if strings.Contains(word, "{") {
		return "x"
	}
	return "9"
}

package draft

import (
	"github.com/keyrange/keyrange/engine/filter"
	words "github.com/keyrange/keyrange/engine/text"
)

// shape bounds a value in JSON, so that what is parsed is known to be parsed
// quickly: bytes in all, how deep values nest, characters in a text, and values.
type shape struct{ bytes, depth, text, values int }

// The shapes of what is read back. What a gesture or this site makes stays far
// below them.
var (
	momentShape = shape{bytes: MaxSavedText, depth: 32, text: 2 * filter.MaxLength, values: 20_000}
	headShape   = shape{bytes: 2 * MaxSavedText, depth: 32, text: 2 * filter.MaxLength, values: 200_000}
)

// Beyond says which bound of a moment a text goes beyond, as the rest of a sentence
// about its file, "" for none.
func Beyond(text string) string { return momentShape.beyond(text) }

// beyond looks at each byte once. Whether the text is sound JSON is for its parser
// to find.
func (s shape) beyond(text string) string {
	if len(text) > s.bytes {
		return most("has more than " + words.Number(s.bytes) + " bytes in one piece")
	}
	depth, values := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := textEnd(text, i)
			if end-i > s.text && unescaped(text[i+1:end]) > s.text {
				return most("has a text of more than " + words.Number(s.text) + " bytes")
			}
			i = end
		case '{', '[':
			if depth++; depth > s.depth {
				return most("nests values more than " + words.Number(s.depth) + " deep")
			}
		case '}', ']':
			depth--
		case ',':
			if values++; values > s.values {
				return most("has more than " + words.Number(s.values) + " values in one piece")
			}
		}
	}
	return ""
}

func most(bound string) string { return bound + ", which is the most that can be opened" }

// textEnd returns where the quote is that ends the text which begins at a quote, or
// the end of all.
func textEnd(text string, from int) int {
	for i := from + 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}

// unescaped counts an escape sequence as one byte.
func unescaped(text string) (n int) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			if i++; i < len(text) && text[i] == 'u' {
				i += 4
			}
		}
		n++
	}
	return n
}

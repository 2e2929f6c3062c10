package browser

import "unicode/utf16"

// byteOffset turns a place counted in UTF-16 code units, as the browser counts
// carets, into bytes of the text. A place inside a character is its start, one
// beyond the text its end.
func byteOffset(text string, units int) int {
	for i, r := range text {
		n := utf16.RuneLen(r)
		if n < 0 {
			n = 1
		}
		if units < n {
			return i
		}
		units -= n
	}
	return len(text)
}

// unitOffset is byteOffset the other way round.
func unitOffset(text string, offset int) int {
	units := 0
	for i, r := range text {
		if i >= offset {
			break
		}
		units += max(utf16.RuneLen(r), 1)
	}
	return units
}

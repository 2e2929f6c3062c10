package command

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/text"
)

// minRepeat is the length in bytes from which a text of one character is
// written as a repetition.
const minRepeat = 64

// Quote returns s as the language writes a text: in single quotes, in double
// quotes with escapes where something in it cannot be seen, and as a
// repetition where it is long and of one character only.
func Quote(s string) string {
	if one, n := repetition(s); n > 0 {
		return Quote(one) + "*" + strconv.Itoa(n)
	}
	if Hidden(s) {
		return strconv.Quote(s)
	}
	return text.Quote(s)
}

// Name returns s as the language writes a name or a part of a key: bare when
// that is read back as s.
func Name(s string) string {
	if bare(s) {
		return s
	}
	return Quote(s)
}

// Hidden reports whether something in a text cannot be seen.
func Hidden(s string) bool {
	if !utf8.ValidString(s) {
		return true
	}
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0
}

func repetition(s string) (one string, n int) {
	if len(s) < minRepeat || len(s) > MaxRepeat {
		return "", 0
	}
	_, size := utf8.DecodeRuneInString(s)
	if len(s)%size != 0 || s[size:] != s[:len(s)-size] {
		return "", 0
	}
	return s[:size], len(s) / size
}

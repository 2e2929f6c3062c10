package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Visible returns a text in which characters that show nothing, or that turn the
// order of others around, stand as their code points, such as [U+202E]: two keys
// that look alike are seen to differ, and no value can pass for another. A joiner
// between two pictures stays, since it makes them one.
func Visible(s string) string {
	if !suspicious(s) || !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	var before rune
	for _, r := range s {
		if hidden(r) && !(r == zeroWidthJoiner && before >= firstPicture) {
			fmt.Fprintf(&b, "[U+%04X]", r)
		} else {
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

const (
	zeroWidthJoiner = '\u200D'
	firstPicture    = '\u2190' // arrows, signs and pictures begin here
)

// suspicious reports whether a text may hold a hidden character, at the cost of a
// look at each byte. All of those are control characters, or begin with one of
// four bytes.
func suspicious(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			if c == 0xC2 || c == 0xD8 || c == 0xE2 || c == 0xEF {
				return true
			}
		case c < ' ' && c != '\n' && c != '\t' && c != '\r', c == 0x7F:
			return true
		}
	}
	return false
}

func hidden(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\t' && r != '\r'
	case r < 0x7F:
		return false
	case r <= 0x9F, r == 0xAD, r == 0x061C, r == 0xFEFF:
		return true
	}
	return r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x2069
}
